"""What is known of the receiver: its server, its first use, and everything that the window shows of it."""

from dataclasses import dataclass, field
from datetime import datetime

from app.domain.reception.gaps import PROOFS, Gap
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.recovery import Recovery
from app.domain.reception.refusals import Refusal, WrongTokenCount
from app.domain.texts import Text


@dataclass(frozen=True)
class ServerState:
    """State of the running HTTP server. Times are UTC; counts are since it started.

    Args:
        url: where it listens, such as `http://127.0.0.1:8750/visitas`.
        has_token: whether it has a token to compare with; without one it answers 503.
        has_next_token: whether it accepts a second token, during a rotation.
        last_kept_at: when it last saved a notification.
        last_outside_at: the same of one that another computer sent, directly or through a proxy on this one.
    """

    url: str
    since: datetime
    has_token: bool = False
    has_next_token: bool = False
    kept: int = 0
    last_kept_at: datetime | None = None
    last_outside_at: datetime | None = None
    last_other_path: str | None = None
    """Request path of the last notification with the right token on another path than the receiver's."""
    refused: dict[Refusal, int] = field(default_factory=dict)
    wrong_tokens: tuple[WrongTokenCount, ...] = ()
    """The sources of most wrong tokens, the latest hour first."""


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
        reached_at: when something last came from outside: a test through the public address, or a notification, which
            another computer must have sent where there is such an address; None if nothing did since the server
            started, if the address was changed since, or if a test fails now.
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
        """The gaps that no other receiver heard; before the first notification only what proves that one came."""
        first = self.first_reception.first_kept_at
        heard = (gap for gap in self.gaps if gap.cause in PROOFS or (first is not None and gap.until > first))
        return tuple(gap for gap in heard if not gap.heard_by)
