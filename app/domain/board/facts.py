"""Input of the rule: observations of a parcel in loads, and messages of its visits.

They are named tuples: a big load makes a hundred thousand of them, and a frozen dataclass takes six times as long.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app.domain.contract.statuses import State
from app.domain.site import SiteDays

_HEEDED = timedelta(days=7)
"""How long after a set-back a site's clock may stay behind: it is assumed to be corrected within this time."""


class SetBack(NamedTuple):
    """A set-back of the site's clock.

    Args:
        before: the time that the clock would have shown, UTC.
        after: the time that it showed, UTC.
    """

    before: datetime
    after: datetime

    @property
    def heeded_until(self) -> datetime:
        """Until when the clock may be behind, by its own time."""
        return self.after + _HEEDED


class Site(NamedTuple):
    """Properties of the site that affect decisions.

    Args:
        days: when its days begin and end.
        lag_minutes: how long a carrier's status may take to follow a visit.
        missing_since: since when a notification can be missing; None until one has arrived.
        set_backs: known set-backs of its clock.
    """

    days: SiteDays
    lag_minutes: int = 15
    missing_since: datetime | None = None
    set_backs: Sequence[SetBack] = ()


class Observation(NamedTuple):
    """A carrier's status of a listing as a load first showed it.

    Args:
        seen_at: request time of that load, UTC.
        not_yet_at: the last load that still showed another state, UTC; None for a listing's first observation.
        state: the meaning of the status.
        status: its text.
        is_odd: whether id and name of the status do not fit.
    """

    seen_at: datetime
    not_yet_at: datetime | None
    state: State
    status: str | None
    is_odd: bool = False


class Listing(NamedTuple):
    """One shipment in one manifest of a carrier's day.

    Args:
        id: id of its row.
        manifest: id of its manifest's row; one manifest may list a number twice.
        place: its position in the carrier's answer.
        is_in_force: whether its manifest is in force.
        gone_at: the first of the loads since which its day does not list it; None: the last one lists it.
        is_odd: whether one of its fields could not be read.
        loads: request times of the good loads of its day, UTC, in the order in which they were made.
        observations: oldest first, at least one; several may show the same state.
        absences: for each absence, the last load that listed it and the next one that lists it again; None if none has.
        names: its number and its other identifiers; needed only if its number is that of several parcels.
    """

    id: int
    carrier: str
    day: date
    manifest: int
    place: int
    is_in_force: bool
    gone_at: datetime | None
    is_odd: bool
    loads: Sequence[datetime]
    observations: Sequence[Observation]
    absences: Sequence[tuple[datetime, datetime | None]] = ()
    names: Sequence[str | None] = ()

    @property
    def stands(self) -> bool:
        """Whether the last load of its day lists it in a manifest in force."""
        return self.gone_at is None and self.is_in_force


class Message(NamedTuple):
    """One notification of a visit.

    Args:
        key: `<visita_id>_<timestamp>`.
        moment: the sender's stamp, UTC.
        arrival: at the receiver, UTC.
        status: `estado_nuevo` in the contract's spelling.
        previous: `estado_anterior` likewise; None if it was not sent.
        state: the meaning of the status.
        numbers: the numbers in the message; needed only if the visit has several messages.
        reference: its `tracking_id`, likewise.
        nth: arrival rank among all saved messages: a later arrival has a larger one, whatever the clock showed.
        moments: those that the stamp may mean; needed only if a clock change repeats its time.
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
    moments: Sequence[datetime] = ()


class Visit(NamedTuple):
    """A visit with all its messages, in the order of their arrival.

    Args:
        is_odd: whether it has too many messages, or one that could not be read.
    """

    id: int
    messages: Sequence[Message]
    is_odd: bool = False
