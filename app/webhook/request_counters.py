"""What the webhook server has saved and refused since it was started."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from app.domain.reception.refusals import Refusal


class RequestCounters:
    """Counts notifications and refusals, in one thread; any thread may read.

    Attributes:
        since: when it began, UTC.
        kept: notifications that are on disk.
        last_kept_at: when the last of them arrived.
        last_outside_at: when the last of those arrived that another computer sent.
        last_other_path: the last request path other than the receiver's own, of one with the right token.
    """

    def __init__(
        self, since: datetime, on_changed: Callable[[], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self.since, self._on_changed, self._on_bug = since, on_changed, on_bug
        self.kept = 0
        self.last_kept_at: datetime | None = None
        self.last_outside_at: datetime | None = None
        self.last_other_path: str | None = None
        self.refused = Counter[Refusal]()

    def count_kept(self, at: datetime, other_path: str | None, *, is_from_here: bool) -> None:
        """Count a notification that is on disk; `is_from_here` if this computer sent it."""
        self.kept += 1
        self.last_kept_at, self.last_other_path = at, other_path or self.last_other_path
        self.last_outside_at = self.last_outside_at if is_from_here else at
        self._report()

    def count_refused(self, refusal: Refusal = Refusal.MALFORMED) -> None:
        """Count a request that was refused: as it is, since it could not be parsed or its head did not arrive."""
        self.refused[refusal] += 1
        self._report()

    def _report(self) -> None:
        try:
            self._on_changed()
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)
