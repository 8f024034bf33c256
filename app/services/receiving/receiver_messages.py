"""The sentences about the receiver's problems, with what to do."""

from app.domain.errors import AppError, StoreDamagedError, StoreError
from app.domain.reception.listening import ReceptionState
from app.domain.texts import Text

ANOTHER = Text(
    "Listening",
    "Another Despacho with this data already listens there. Both save to the same place, so one is enough.",
)
STUCK = Text("Listening", "The receiver does not respond. If this continues, close Despacho and start it again.")
RESTORING = Text(
    "Listening",
    "The data is damaged and is being restored. Until then the receiver asks the provider to try again.",
)
_NO_TOKEN = Text(
    "Listening",
    "The receiver has no token. Enter the one that you agreed on with the provider.",
    command="despacho credentials set receiver-token",
)
_ELSEWHERE = Text("Listening", "Another Despacho with this data listens, and what it saves is shown here.")
_STOPPED = Text("Listening", "The receiver was stopped. Start it again, so that nothing is missed.")
_ENDED = Text("Listening", "The receiver ended unexpectedly and is being restarted.")
_KEEPS_ENDING = Text(
    "Listening",
    "The receiver keeps ending unexpectedly, and is restarted from time to time. Close Despacho and start it "
    "again. If that does not help, send the latest report in the folder “log” of its data to the maintainers.",
)
_NOT_KEPT = Text("Listening", "Nothing can be saved now, so the receiver asks the provider to try again: {problem}")

_ALWAYS = {ReceptionState.ELSEWHERE: _ELSEWHERE, ReceptionState.OFF: _STOPPED}


def receiver_message(
    reception: ReceptionState, problem: AppError | None, token_problem: AppError | None, *, is_failing: bool
) -> Text | None:
    """Return the sentence for the receiver's state; None where nothing is wrong.

    Args:
        reception: the state.
        problem: the failure of the environment that prevents reception, or None.
        token_problem: why the tokens cannot be read, or None.
        is_failing: whether bugs end the receiver again and again.
    """
    if reception is ReceptionState.NO_TOKEN:
        return token_problem.user_message if token_problem is not None else _NO_TOKEN
    if reception in _ALWAYS:
        return _ALWAYS[reception]
    if isinstance(problem, StoreDamagedError):
        return RESTORING
    if problem is not None:
        text = problem.user_message
        return _NOT_KEPT.filled(problem=text) if isinstance(problem, StoreError) else text
    ended = _KEEPS_ENDING if is_failing else _ENDED
    return ended if reception is ReceptionState.FAILED else None
