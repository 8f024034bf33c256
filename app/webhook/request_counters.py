"""What the webhook server has saved and refused since it was started."""

from collections.abc import Callable
from datetime import datetime

from app.domain.reception.receiver_status import ServerState
from app.domain.reception.refusals import Refusal


class RequestCounters:
    """Counts notifications and refusals. One thread counts; any thread may read `state`."""

    def __init__(
        self, url: str, since: datetime, on_changed: Callable[[], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self._url, self._since = url, since
        self._on_changed, self._on_bug = on_changed, on_bug
        self._kept = 0
        self._last_kept_at: datetime | None = None
        self._last_other_path: str | None = None
        self._refused: dict[Refusal, int] = {}

    @property
    def state(self) -> ServerState:
        """The counts now."""
        return ServerState(
            self._url,
            self._since,
            kept=self._kept,
            last_kept_at=self._last_kept_at,
            last_other_path=self._last_other_path,
            refused=self._refused.copy(),
        )

    def count_kept(self, at: datetime, other_path: str | None) -> None:
        """Count a notification that is on disk."""
        self._kept += 1
        self._last_kept_at = at
        if other_path is not None:
            self._last_other_path = other_path
        self._report()

    def count_refused(self, refusal: Refusal) -> None:
        """Count a request that was refused."""
        self._refused[refusal] = self._refused.get(refusal, 0) + 1
        self._report()

    def count_malformed(self) -> None:
        """Count a request that could not be parsed, or whose head did not arrive in time."""
        self.count_refused(Refusal.MALFORMED)

    def _report(self) -> None:
        try:
            self._on_changed()
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)
