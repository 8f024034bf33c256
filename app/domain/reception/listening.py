"""State of the receiver, and the reception gaps."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from app.domain.reception.recovery import Recovery
from app.domain.texts import Text

TOKEN_REFUSED = Text(
    "Listening",
    "Notifications have been refused since {since}: their token is not accepted here. The provider seems to have "
    "changed its token: ask the provider for the new one and enter it as next token of the receiver. This message "
    "stays until a notification with an accepted token arrives.",
    command="despacho credentials set receiver-token-next",
)
_ENOUGH: Final = 3
_WITHIN: Final = timedelta(minutes=10)


class Refusal(StrEnum):
    """Why the receiver refused a request; it counts them by this."""

    TOKEN = "token"
    PATH = "path"  # 404
    METHOD = "method"  # 405
    TOO_LARGE = "too_large"  # 413
    ENCODED = "encoded"  # 415, neither compressed in a known way nor readable as it is
    MALFORMED = "malformed"  # 400, 431: no honest HTTP; or 503: too slow
    NOT_NOW = "not_now"  # 503


@dataclass(frozen=True)
class WrongTokenCount:
    """Requests without the right token from one source, in one hour.

    Args:
        hour: its beginning, UTC.
        source: an address, or an IPv6 network; empty for several that are counted together.
    """

    hour: datetime
    source: str
    count: int


@dataclass(frozen=True)
class ServerState:
    """State of the running HTTP server. Times are UTC; counts are since it started.

    Args:
        url: where it listens, such as `http://127.0.0.1:8750/visitas`.
        has_token: whether it has a token to compare with; without one it answers 503.
        has_next_token: whether it accepts a second token, during a rotation.
        last_kept_at: when it last saved a notification.
    """

    url: str
    since: datetime
    has_token: bool = False
    has_next_token: bool = False
    kept: int = 0
    last_kept_at: datetime | None = None
    last_other_path: str | None = None
    """Request path of the last notification with the right token on another path than the receiver's."""
    refused: dict[Refusal, int] = field(default_factory=dict)
    wrong_tokens: tuple[WrongTokenCount, ...] = ()
    """The sources of most wrong tokens, the latest hour first."""


class GapCause(StrEnum):
    """Cause of a reception gap."""

    CLOSED = "closed"  # the program was not running
    ASLEEP = "asleep"  # the machine slept
    STALLED = "stalled"  # the process was suspended, or got no CPU time
    NOT_LISTENING = "not_listening"  # the receiver did not run: port taken, stopped, failed
    NO_TOKEN = "no_token"
    TOKEN_REFUSED = "token_refused"
    REFUSED = "refused"  # a request with the right token, for good: answered 4xx, it is never sent again
    STORE = "store"  # it listened, and could save nothing
    UNREACHABLE = "unreachable"  # it listened, and the public address did not lead to it
    DAMAGE = "damage"  # it listened, and saved notifications may be lost: damaged data was restored


GAP_TEXTS = {
    GapCause.CLOSED: Text("Gap", "Despacho was closed"),
    GapCause.ASLEEP: Text("Gap", "the computer was asleep"),
    GapCause.STALLED: Text("Gap", "Despacho did not respond"),
    GapCause.NOT_LISTENING: Text("Gap", "the receiver was not running"),
    GapCause.NO_TOKEN: Text("Gap", "the receiver had no token"),
    GapCause.TOKEN_REFUSED: Text("Gap", "the notifications had a wrong token"),
    GapCause.REFUSED: Text(
        "Gap", "what the provider sent could not be read, though its token was right: ask for JSON, plain or as gzip"
    ),
    GapCause.STORE: Text("Gap", "nothing could be saved"),
    GapCause.UNREACHABLE: Text("Gap", "the public address did not lead here"),
    GapCause.DAMAGE: Text("Gap", "the data had to be restored"),
}


_AT_DESK = Text("Gap", "{cause} (on {desk})")


@dataclass(frozen=True)
class Gap:
    """A reception gap, UTC. Its notifications are lost unless the last of the sender's three attempts came after it.

    `heard_by`: the name of the desk whose receiver heard all of it, so that nothing was missed; empty if none did.
    `desk`: whose receiver had it; empty for this computer's.
    """

    since: datetime
    until: datetime
    cause: GapCause
    heard_by: str = ""
    desk: str = ""

    @property
    def text(self) -> Text:
        """The cause, and at which desk if that is another one."""
        cause = GAP_TEXTS[self.cause]
        return _AT_DESK.filled(cause=cause, desk=self.desk) if self.desk else cause

    @classmethod
    def of(cls, recovery: Recovery) -> "Gap":
        """Return the period in which notifications may be missing after a recovery."""
        return cls(recovery.since, recovery.at, GapCause.DAMAGE)


@dataclass(frozen=True)
class FirstReception:
    """First use of the receiver, UTC; both times are kept for good. None: not yet.

    Args:
        listening_since: when it first listened with a token.
        first_kept_at: arrival of the first notification that was applied, not quarantined.
    """

    listening_since: datetime | None = None
    first_kept_at: datetime | None = None

    @property
    def missing_since(self) -> datetime | None:
        """Since when a notification can be missing; None until the first has arrived, as the sender may send none.

        A saved notification proves that the receiver was in use, even if its start was not recorded.
        """
        if self.first_kept_at is None:
            return None
        return min(self.listening_since or self.first_kept_at, self.first_kept_at)


class ReceptionState(StrEnum):
    """State of the receiver of this data folder, as the window shows it."""

    OFF = "off"  # not started
    STARTING = "starting"
    RECEIVING = "receiving"
    NO_TOKEN = "no_token"
    TAKEN = "taken"  # another program uses the port
    ELSEWHERE = "elsewhere"  # another Despacho on the same data listens, such as `despacho receive`
    FAILED = "failed"  # it could not be started, it ended, or it can save nothing


@dataclass(frozen=True)
class ReceiverStatus:
    """Everything that the window shows about the receiver. Cheap to read; times are UTC.

    Args:
        server: None unless it listens in this process.
        problem: what is wrong and what to do.
        not_receiving_since: since when no receiver listens; None while one does, or if none ever has.
        last_saved_at: when the last notification was saved, today or earlier.
        quarantined: number of quarantined notifications of all days that were not applied since.
        gaps: the latest gaps, newest first.
        recovery: the last recovery of damaged data; None if there was none.
        unreachable: why the public address does not lead to the listening receiver; None if no problem is known.
        refused_since: since when notifications are refused for their token; None if they are not. It is no gap of
            `gaps` until it has ended.
        first_reception: the first use of the receiver.
        reached_at: when something last came from outside: a test through the public address, or a notification; None if
            nothing did since the server started, if the address was changed since, or if a test fails now.
    """

    reception: ReceptionState
    server: ServerState | None = None
    problem: Text | None = None
    not_receiving_since: datetime | None = None
    last_saved_at: datetime | None = None
    quarantined: int = 0
    gaps: tuple[Gap, ...] = ()
    recovery: Recovery | None = None
    unreachable: Text | None = None
    refused_since: datetime | None = None
    first_reception: FirstReception = FirstReception()
    reached_at: datetime | None = None

    @property
    def missed(self) -> tuple[Gap, ...]:
        """The gaps in which no other receiver heard."""
        return tuple(gap for gap in self.gaps if not gap.heard_by)


@dataclass(frozen=True)
class WrongTokens:
    """Requests on the receiver's path with a wrong bearer token, since the last request with a right one.

    Args:
        times: times of the latest of them, UTC, oldest first; at most two, as the third begins a refusal. During a
            refusal only the latest time.
        refused_since: time of the first of three within ten minutes, UTC; None without such three.
    """

    times: tuple[datetime, ...] = ()
    refused_since: datetime | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything that a right token would reset."""
        return bool(self.times) or self.refused_since is not None

    def and_at(self, at: datetime) -> "WrongTokens":
        """Return the state after one more wrong token. A right token resets it to `WrongTokens()`."""
        if self.refused_since is not None:  # `at` is earlier if the clock was set back
            return WrongTokens((max((at, *self.times)),), min(self.refused_since, at))
        recent = (*(one for one in self.times if at - one <= _WITHIN), at)
        return WrongTokens((max(recent),), min(recent)) if len(recent) == _ENOUGH else WrongTokens(recent)
