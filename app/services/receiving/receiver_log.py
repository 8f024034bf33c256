"""What the receiver reports: events, the sentences about its problems, and the log of its changes, of no request."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.domain.errors import AppError, StoreDamagedError, StoreError
from app.domain.reception.gaps import Gap
from app.domain.reception.receiver_status import ServerState
from app.domain.reception.reception_state import ReceptionState
from app.domain.texts import Text
from app.threads import OnceReporter

_COUNTS_EVERY = timedelta(hours=1)

_log = logging.getLogger(__name__)
ANOTHER = Text(
    "Listening",
    "Another Despacho with this data already listens there. Both save to the same place, so one is enough.",
)
RESTORING = Text(
    "Listening",
    "The data is damaged and is being restored. Until then the receiver asks the provider to try again.",
)
_KEEPS_ENDING = Text(
    "Listening",
    "The receiver keeps ending unexpectedly, and is restarted from time to time. Close Despacho and start it "
    "again. If that does not help, send the latest report in the folder “log” of its data to the maintainers.",
)
_NOT_KEPT = Text("Listening", "Nothing can be saved now, so the receiver asks the provider to try again: {problem}")


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
            level = logging.WARNING if reception.is_fault else logging.INFO
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


def receiver_message(
    reception: ReceptionState, problem: AppError | None, token_problem: AppError | None, *, is_failing: bool
) -> Text | None:
    """Return the sentence for the receiver's state and what prevents reception; None where nothing is wrong."""
    if isinstance(problem, StoreDamagedError):
        return RESTORING
    if problem is not None:
        text = problem.user_message
        return _NOT_KEPT.filled(problem=text) if isinstance(problem, StoreError) else text
    if reception is ReceptionState.NO_TOKEN and token_problem is not None:
        return token_problem.user_message
    return _KEEPS_ENDING if reception is ReceptionState.FAILED and is_failing else reception.meaning.text


@dataclass(frozen=True, kw_only=True)
class ReceiverEvents:
    """Functions that are called in any thread; each returns at once."""

    on_bug: Callable[[BaseException], None]
    """Called with every error that is no failure of the environment."""
    on_changed: Callable[[], None] = lambda: None
    """Called when the status would read otherwise."""
    on_gap: Callable[[Gap], None] = lambda _gap: None
    """Called with a reception gap, once it is saved; not with one that the stop ends. With a gap in which notifications
    are refused for their token also when that starts, as far as it then reaches."""
    reporter: OnceReporter = field(default_factory=OnceReporter)
    """Reports what prevents checks of the public address, such as unreadable settings."""
