"""What the door has done so far."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from app.domain.listening import DoorState, Refusal


class Tally:
    """Counts what is kept and what is turned away. One thread writes, any may read `state`: it is replaced whole."""

    def __init__(self, state: DoorState, on_changed: Callable[[], None]) -> None:
        self.state = state
        self._on_changed = on_changed

    def count_kept(self, at: datetime, other_path: str | None) -> None:
        """Count a notification that is on disk."""
        state = self.state
        self.state = replace(
            state, kept=state.kept + 1, last_kept_at=at, last_other_path=other_path or state.last_other_path
        )
        self._on_changed()

    def count_refused(self, refusal: Refusal) -> None:
        """Count what was turned away."""
        refused = self.state.refused
        self.state = replace(self.state, refused={**refused, refusal: refused.get(refusal, 0) + 1})
        self._on_changed()
