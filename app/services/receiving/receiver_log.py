"""Logs changes of the receiver's state, and its counts; never a request."""

import logging
from datetime import datetime, timedelta

from app.domain.errors import AppError
from app.domain.reception.listening import Gap, ReceptionState, ServerState

_COUNTS_EVERY = timedelta(hours=1)

_log = logging.getLogger(__name__)


class ReceiverLog:
    """Logs what changed since the last call; for the supervisor's thread only."""

    def __init__(self) -> None:
        self._reception = ReceptionState.STARTING
        self._problem = ""
        self._counted: tuple[int, int] = (0, 0)
        self._counted_at: datetime | None = None

    def note(
        self, reception: ReceptionState, problem: AppError | None, state: ServerState | None, now: datetime
    ) -> None:
        """Log the state where it changed, and the counts once an hour."""
        said = f" ({type(problem).__name__}, {problem})" if problem is not None else ""
        if (reception, said) != (self._reception, self._problem):
            self._reception, self._problem = reception, said
            level = (
                logging.INFO
                if reception in (ReceptionState.RECEIVING, ReceptionState.ELSEWHERE, ReceptionState.OFF)
                else logging.WARNING
            )
            _log.log(
                level, "The receiver is now “%s” at %s%s", reception.name, state.url if state else "no address", said
            )
        if state is not None and (self._counted_at is None or now - self._counted_at >= _COUNTS_EVERY):
            self.note_counts(state)
            self._counted_at = now

    def note_counts(self, state: ServerState) -> None:
        """Log the numbers of saved and refused notifications, where they changed."""
        refused = sum(state.refused.values())
        if (state.kept, refused) != self._counted and (state.kept or refused):
            kinds = ", ".join(f"{count} {kind.name}" for kind, count in state.refused.items() if count)
            _log.info(
                "Since %s the receiver saved %d and refused %d (%s)", state.since, state.kept, refused, kinds or "-"
            )
        self._counted = state.kept, refused


def note_gap(gap: Gap) -> None:
    """Log a reception gap."""
    _log.warning(
        "Notifications may be missing from %s to %s: %s", gap.since.isoformat(), gap.until.isoformat(), gap.cause.name
    )
