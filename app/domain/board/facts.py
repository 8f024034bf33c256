"""What the rule is given: what loads showed of a parcel, and what notifications said of its visits.

They are named tuples: a big load makes a hundred thousand of them, and a frozen dataclass takes six times as long.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.domain.contract.statuses import State

_HEEDED = timedelta(days=7)
"""How long after its clock was set back a site may be behind: until then somebody notices."""


class SetBack(NamedTuple):
    """The site's clock was set back.

    Args:
        before: what it would have shown, UTC.
        after: what it showed.
    """

    before: datetime
    after: datetime

    @property
    def heeded_until(self) -> datetime:
        """Until when the clock may be behind, by its own time."""
        return self.after + _HEEDED


class Site(NamedTuple):
    """What decides of the site itself.

    Args:
        zone: in which its days begin and end.
        lag_minutes: how long a carrier's status may take to follow a visit.
        missing_since: since when a notification can be missing; None while none ever arrived.
        set_backs: of its clock, as far as they are known.
    """

    zone: ZoneInfo
    lag_minutes: int = 15
    missing_since: datetime | None = None
    set_backs: Sequence[SetBack] = ()


class Observation(NamedTuple):
    """A carrier's status of a listing as a load first showed it.

    Args:
        seen_at: when that load was asked for, UTC.
        not_yet_at: the last load that still showed another state, UTC; None for a listing's first observation.
        state: what the status means.
        status: how it reads.
        is_odd: whether id and name of the status contradict each other.
    """

    seen_at: datetime
    not_yet_at: datetime | None
    state: State
    status: str | None
    is_odd: bool = False


class Listing(NamedTuple):
    """One shipment in one manifest of a carrier's day.

    Args:
        id: of its row.
        manifest: the id of its manifest's row; one manifest may list a number twice.
        place: in the carrier's answer.
        is_in_force: whether its manifest is.
        stands: whether the last load of its day lists it.
        is_odd: whether a field of it could not be read.
        loads: when the good loads of its day were asked for, UTC, in the order in which they were made.
        observations: oldest first, at least one; several may show the same state.
        absences: the last load that listed it, and the next one that did again; None where none has yet.
    """

    id: int
    carrier: str
    day: date
    manifest: int
    place: int
    is_in_force: bool
    stands: bool
    is_odd: bool
    loads: Sequence[datetime]
    observations: Sequence[Observation]
    absences: Sequence[tuple[datetime, datetime | None]] = ()


class Message(NamedTuple):
    """One notification of a visit.

    Args:
        key: `<visita_id>_<timestamp>`.
        moment: the sender's stamp, UTC.
        arrival: at the receiver, UTC.
        status: `estado_nuevo` in the contract's spelling.
        previous: `estado_anterior` likewise; None where it was not sent.
        state: what the status means.
        numbers: that it names itself; needed of visits with several messages alone.
        reference: its `tracking_id`, likewise.
        nth: place among all messages that the site has kept: what came later has a larger one, whatever the clock said.
    """

    key: str
    moment: datetime
    arrival: datetime
    status: str
    previous: str | None
    state: State
    numbers: Sequence[str] = ()
    reference: str | None = None
    nth: int = 0


class Visit(NamedTuple):
    """A visit with all its messages, in the order of their arrival.

    Args:
        is_odd: whether two messages have the same stamp and different content.
    """

    id: int
    messages: Sequence[Message]
    is_odd: bool = False
