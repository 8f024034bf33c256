"""The states of reception, what each of them means, and the event that leads from one to another.

The supervisor takes the events of the receiver; the window adds what it knows beyond: whether anything came from
outside, and whether a receiver was ever wanted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final

from app.domain.reception.gaps import GapCause
from app.domain.texts import Text


class ReceptionEvent(Enum):
    """What is noticed of the receiver of this data folder."""

    OPENED = auto()  # its tokens are still being read
    HEARTBEAT_SAVED = auto()
    TOKEN_MISSING = auto()
    CLOSED = auto()  # by the user
    PORT_TAKEN = auto()  # by another program
    PORT_SHARED = auto()  # another Despacho on the same data listens there, such as `despacho receive`
    FAILED = auto()  # it could not be started, or a bug ended it
    BLOCKED = auto()  # its event loop runs nothing new
    SAVING_FAILED = auto()
    TOKENS_REFUSED = auto()  # and no right one came since
    ADDRESS_FAILED = auto()  # the last test through the public address
    NOTHING_ARRIVED = auto()  # from outside, since it listens at this address
    NEVER_WANTED = auto()  # there is no token, and no receiver ever ran


class ReceptionState(StrEnum):
    """State of the receiver of this data folder."""

    STARTING = "starting"
    LISTENING = "listening"
    UNPROVEN = "unproven"  # it listens, and whether the provider reaches it is not known
    UNREACHABLE = "unreachable"  # it listens, and the public address does not lead to it
    REFUSED = "refused"  # it listens, and notifications have a wrong token
    ELSEWHERE = "elsewhere"  # another process on this data listens
    NOT_SET_UP = "not_set_up"
    NO_TOKEN = "no_token"
    STOPPED = "stopped"
    TAKEN = "taken"  # another program uses the port
    STALLED = "stalled"
    NOT_SAVING = "not_saving"
    FAILED = "failed"

    def after(self, *events: ReceptionEvent) -> "ReceptionState":
        """Return the state to which events lead, one after the other; one that the table does not list changes none."""
        state = self
        for event in events:
            state = TRANSITIONS.get((state, event), state)
        return state

    @property
    def meaning(self) -> "Meaning":
        """What it means."""
        return _MEANINGS[self]

    @property
    def is_listening(self) -> bool:
        """Whether a receiver takes notifications in."""
        return self in _LISTENING

    @property
    def is_down(self) -> bool:
        """Whether no receiver takes them in, so that they are missed if there are any."""
        return self.meaning.gap is not None and not self.is_listening

    @property
    def is_fault(self) -> bool:
        """Whether notifications are missed against the user's will."""
        return self.meaning.gap is not None and self is not ReceptionState.STOPPED


_S, _E = ReceptionState, ReceptionEvent
_LISTENING: Final = frozenset({_S.LISTENING, _S.UNPROVEN, _S.UNREACHABLE, _S.REFUSED})


def _rows() -> Iterable[tuple[Iterable[ReceptionState], ReceptionEvent, ReceptionState]]:
    """Yield from which states an event leads to which."""
    yield _S, _E.OPENED, _S.STARTING
    yield _S, _E.HEARTBEAT_SAVED, _S.LISTENING
    yield _S, _E.TOKEN_MISSING, _S.NO_TOKEN
    yield _S, _E.CLOSED, _S.STOPPED
    yield _S, _E.PORT_TAKEN, _S.TAKEN
    yield _S, _E.PORT_SHARED, _S.ELSEWHERE
    yield _S, _E.FAILED, _S.FAILED
    yield _S, _E.BLOCKED, _S.STALLED
    yield _S, _E.SAVING_FAILED, _S.NOT_SAVING
    yield (*_LISTENING, _S.STARTING, _S.ELSEWHERE), _E.TOKENS_REFUSED, _S.REFUSED
    yield (_S.LISTENING, _S.UNPROVEN), _E.ADDRESS_FAILED, _S.UNREACHABLE
    yield (_S.LISTENING,), _E.NOTHING_ARRIVED, _S.UNPROVEN
    yield (state for state in _S if state.is_down), _E.NEVER_WANTED, _S.NOT_SET_UP


@dataclass(frozen=True)
class Meaning:
    """What a state means.

    Args:
        title: in words; `{port}` is to be filled.
        short: the same where there is little room; None: as `chip`.
        chip: the same as a part of a line; None: as `title`.
        text: what it is about and what to do, where no failure says more; `{since}` is to be filled.
        gap: cause of the reception gap while it lasts; None: notifications are received, or that is not known.
    """

    title: Text
    short: Text | None = None
    chip: Text | None = None
    text: Text | None = None
    gap: GapCause | None = None


TOKEN_REFUSED: Final = Text(
    "Listening",
    "Notifications have been refused since {since}: their token is not accepted here. The provider seems to "
    "have changed its token: ask the provider for the new one and enter it as next token of the receiver. This "
    "message stays until a notification with an accepted token arrives.",
    command="despacho credentials set receiver-token-next",
)
_STARTING: Final = Text("Reception", "Starting")
NOT_LISTENING: Final = Text("Reception", "Not listening")
_MEANINGS: Final[Mapping[ReceptionState, Meaning]] = {
    _S.STARTING: Meaning(_STARTING, _STARTING, Text("Reception", "Receiver is starting")),
    _S.LISTENING: Meaning(Text("Reception", "Receiving")),
    _S.UNPROVEN: Meaning(
        Text("Reception", "Listening on this computer only"), Text("Reception", "Listening here only")
    ),
    _S.UNREACHABLE: Meaning(
        Text("Reception", "Not reachable from outside"), Text("Reception", "Unreachable"), gap=GapCause.UNREACHABLE
    ),
    _S.REFUSED: Meaning(
        Text("Reception", "Wrong token"),
        text=TOKEN_REFUSED,
        gap=GapCause.TOKEN_REFUSED,
    ),
    _S.ELSEWHERE: Meaning(
        Text("Reception", "Another Despacho listens"),
        Text("Reception", "Elsewhere"),
        Text("Reception", "Listening in another Despacho"),
        Text("Listening", "Another Despacho with this data listens, and what it saves is shown here."),
    ),
    _S.NOT_SET_UP: Meaning(
        Text("Reception", "The receiver is not set up"),
        Text("Reception", "Not set up"),
        Text("Reception", "Receiver not set up"),
    ),
    _S.NO_TOKEN: Meaning(
        Text("Reception", "No token"),
        text=Text(
            "Listening",
            "The receiver has no token. Enter the one that you agreed on with the provider.",
            command="despacho credentials set receiver-token",
        ),
        gap=GapCause.NO_TOKEN,
    ),
    _S.STOPPED: Meaning(
        Text("Reception", "Stopped"),
        chip=NOT_LISTENING,
        text=Text("Listening", "The receiver was stopped. Start it again, so that nothing is missed."),
        gap=GapCause.NOT_LISTENING,
    ),
    _S.TAKEN: Meaning(
        Text("Reception", "Port {port} is taken"),
        chip=Text("Reception", "Port {port} taken"),
        gap=GapCause.NOT_LISTENING,
    ),
    _S.STALLED: Meaning(
        NOT_LISTENING,
        text=Text("Listening", "The receiver does not respond. If this continues, close Despacho and start it again."),
        gap=GapCause.STALLED,
    ),
    _S.NOT_SAVING: Meaning(NOT_LISTENING, gap=GapCause.STORE),
    _S.FAILED: Meaning(
        NOT_LISTENING,
        text=Text("Listening", "The receiver ended unexpectedly and is being restarted."),
        gap=GapCause.NOT_LISTENING,
    ),
}

TRANSITIONS: Final[Mapping[tuple[ReceptionState, ReceptionEvent], ReceptionState]] = {
    (before, event): after for states, event, after in _rows() for before in states
}
"""To which state an event leads from which."""
