"""Reception gaps and their causes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.domain.reception.recovery import Recovery
from app.domain.texts import Text


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


PROOFS = frozenset({GapCause.TOKEN_REFUSED, GapCause.REFUSED, GapCause.DAMAGE})
"""Causes which prove that there were notifications to miss, whatever came before."""
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
