"""What the door has done so far."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from app.domain.listening import DoorState, Refusal


class Tally:
    """Counts what is kept and what is turned away. One thread writes, any may read `state`: it is replaced whole."""

    def __init__(
        self, state: DoorState, on_changed: Callable[[], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self.state = state
        self._on_changed, self._on_bug = on_changed, on_bug

    def count_kept(self, at: datetime, other_path: str | None) -> None:
        """Count a notification that is on disk."""
        now = self.state
        self._show(replace(now, kept=now.kept + 1, last_kept_at=at, last_other_path=other_path or now.last_other_path))

    def count_refused(self, refusal: Refusal) -> None:
        """Count what was turned away."""
        refused = self.state.refused
        self._show(replace(self.state, refused={**refused, refusal: refused.get(refusal, 0) + 1}))

    def _show(self, state: DoorState) -> None:
        self.state = state
        try:
            self._on_changed()
        except Exception as error:  # noqa: BLE001 - it is handed on, and what was counted is answered all the same
            self._on_bug(error)
