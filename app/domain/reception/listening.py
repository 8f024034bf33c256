"""Whether the desk hears: what the receiver is doing, and the times in which nobody listened."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.reception.recovery import Recovery
from app.domain.texts import Text


class Refusal(StrEnum):
    """What the receiver turned away, and counts."""

    TOKEN = "token"  # noqa: S105 - 401: none, or a wrong one
    PATH = "path"  # 404
    METHOD = "method"  # 405
    TOO_LARGE = "too_large"  # 413
    ENCODED = "encoded"  # 415, neither gzip nor deflate
    MALFORMED = "malformed"  # 400, 431: no honest HTTP; or 503: too slow
    NOT_NOW = "not_now"  # 503


@dataclass(frozen=True)
class ServerState:
    """What the receiver is doing now. Times are UTC; counts are since it began to listen.

    Args:
        url: where it listens, such as `http://127.0.0.1:8750/visitas`.
        has_token: whether it has a token to compare with; without one it answers 503.
        has_next_token: whether a second one is accepted, in a rotation.
        last_kept_at: when it last kept a notification.
    """

    url: str
    since: datetime
    has_token: bool = False
    has_next_token: bool = False
    kept: int = 0
    last_kept_at: datetime | None = None
    last_other_path: str | None = None
    """Where a notification with the right token came to that was not meant for the receiver's own path."""
    refused: dict[Refusal, int] = field(default_factory=dict)


class GapCause(StrEnum):
    """Why nobody listened."""

    CLOSED = "closed"  # the program was not running
    ASLEEP = "asleep"  # the machine slept
    STALLED = "stalled"  # the process was stopped, or got no time to run
    NOT_LISTENING = "not_listening"  # the receiver did not run: port taken, stopped, failed
    NO_TOKEN = "no_token"  # noqa: S105 - it listened, and had no token to compare with
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - it listened, and the sender bore another token
    STORE = "store"  # it listened, and could keep nothing
    UNREACHABLE = "unreachable"  # it listened, and the public address did not lead to it
    DAMAGE = "damage"  # it listened, and what was kept may be gone: the data was damaged, and restored


GAP_TEXTS = {
    GapCause.CLOSED: Text("Gap", "Despacho was closed"),
    GapCause.ASLEEP: Text("Gap", "the computer slept"),
    GapCause.STALLED: Text("Gap", "Despacho stood still"),
    GapCause.NOT_LISTENING: Text("Gap", "the receiver did not run"),
    GapCause.NO_TOKEN: Text("Gap", "the receiver had no token"),
    GapCause.TOKEN_REFUSED: Text("Gap", "the notifications bore a wrong token"),
    GapCause.STORE: Text("Gap", "nothing could be saved"),
    GapCause.UNREACHABLE: Text("Gap", "the public address did not lead here"),
    GapCause.DAMAGE: Text("Gap", "the data had to be restored"),
}


class Gap(NamedTuple):
    """A time without ears, UTC. What was notified in it is lost unless the sender's three tries reached beyond it."""

    since: datetime
    until: datetime
    cause: GapCause

    @classmethod
    def of(cls, recovery: Recovery) -> "Gap":
        """Return the time of which something may be missing since damaged data was restored."""
        return cls(recovery.since, recovery.at, GapCause.DAMAGE)


class FirstHeard(NamedTuple):
    """Since when the receiver is in use, UTC; both outlast every retention. None: not yet.

    Args:
        heard_since: when it first listened with a token.
        first_kept_at: when the first notification came that was applied; one that could not be read is none.
    """

    heard_since: datetime | None = None
    first_kept_at: datetime | None = None

    @property
    def missing_since(self) -> datetime | None:
        """Return since when a notification can be missing; None while none ever arrived, as the sender may send none.

        One that is kept proves that the receiver was in use, even where that was not noted.
        """
        if self.first_kept_at is None:
            return None
        return min(self.heard_since or self.first_kept_at, self.first_kept_at)


class ReceptionState(StrEnum):
    """How it stands with the receiver of this data folder, as the window's chip says it."""

    OFF = "off"  # not started
    STARTING = "starting"
    HEARS = "hears"
    NO_TOKEN = "no_token"  # noqa: S105 - it listens and has nothing to compare with
    TAKEN = "taken"  # the port is another program's
    ELSEWHERE = "elsewhere"  # another Despacho on the same data listens, such as `despacho receive`
    FAILED = "failed"  # it could not be started, it ended, or it can keep nothing


class ReceiverStatus(NamedTuple):
    """All that the window says about the receiver. Cheap to ask for; times are UTC.

    Args:
        door: None unless it listens in this process.
        problem: what is wrong and what to do, where something is.
        deaf_since: since when nobody listens; None while somebody does, or where nobody ever has.
        last_heard_at: when the last notification was kept, today or earlier.
        quarantined: how many are quarantined and not applied since, of all days.
        gaps: the latest ones, newest first.
        recovery: the last time that damaged data was restored; None where it never was.
        unreachable: why the public address does not lead here, though somebody listens; None where it is not known to.
        refused_since: since when notifications are refused for their token; None where they are not. It is no gap of
            `gaps` until it has ended.
        first_heard: since when the receiver is in use.
    """

    reception: ReceptionState
    server: ServerState | None = None
    problem: Text | None = None
    deaf_since: datetime | None = None
    last_heard_at: datetime | None = None
    quarantined: int = 0
    gaps: tuple[Gap, ...] = ()
    recovery: Recovery | None = None
    unreachable: Text | None = None
    refused_since: datetime | None = None
    first_heard: FirstHeard = FirstHeard()
