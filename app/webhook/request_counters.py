"""What the webhook server has saved and refused since it was started."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from app.domain.reception.receiver_status import ServerState
from app.domain.reception.refusals import Refusal


class RequestCounters:
    """Counts notifications and refusals. One thread writes; any thread may read `state`, which is replaced whole."""

    def __init__(
        self, state: ServerState, on_changed: Callable[[], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self.state = state
        self._on_changed, self._on_bug = on_changed, on_bug

    def count_kept(self, at: datetime, other_path: str | None) -> None:
        """Count a notification that is on disk."""
        now = self.state
        self._set(replace(now, kept=now.kept + 1, last_kept_at=at, last_other_path=other_path or now.last_other_path))

    def count_refused(self, refusal: Refusal) -> None:
        """Count a request that was refused."""
        refused = self.state.refused
        self._set(replace(self.state, refused={**refused, refusal: refused.get(refusal, 0) + 1}))

    def count_malformed(self) -> None:
        """Count a request that could not be parsed, or whose head did not arrive in time."""
        self.count_refused(Refusal.MALFORMED)

    def _set(self, state: ServerState) -> None:
        self.state = state
        try:
            self._on_changed()
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)
