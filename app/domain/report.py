"""A day in figures: what the Day tab draws and what is printed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.domain.days import Day
from app.domain.followups import FollowUp
from app.domain.listening import Gap
from app.domain.statuses import State


@dataclass(frozen=True)
class Tally:
    """How many shipments of a group stand how, and what they are worth (declared values; the contract names no unit).

    A shipment no longer listed counts nowhere.
    """

    total: int = 0
    delivered: int = 0
    failed: int = 0
    pickup: int = 0
    value: float = 0.0
    value_delivered: float = 0.0
    value_failed: float = 0.0

    @property
    def open(self) -> int:
        """Return how many are neither delivered nor failed; those to be collected among them."""
        return self.total - self.delivered - self.failed

    @property
    def value_open(self) -> float:
        """Return what those are worth, to the cent: what a difference of such numbers leaves is no amount."""
        return round(self.value - self.value_delivered - self.value_failed, 2) + 0.0


class Group(StrEnum):
    """By what a day is divided."""

    DRIVER = "driver"
    ROUTE = "route"
    MANIFEST = "manifest"
    LOCALITY = "locality"


@dataclass(frozen=True)
class GroupLine:
    """One driver, route, manifest or locality.

    `name` is None where that is not known: of a driver and a route, where no visit came. It is empty where a visit
    came and did not say.
    """

    name: str | int | float | None
    tally: Tally


@dataclass(frozen=True)
class Hour:
    """Visits closed in one hour of the site's day, 0 to 23."""

    hour: int
    delivered: int
    failed: int
    other: int = 0
    """Closed with a status that the contract does not name."""

    @property
    def total(self) -> int:
        """Return how many visits were closed in it."""
        return self.delivered + self.failed + self.other


@dataclass(frozen=True)
class FailureLine:
    """A shipment that failed, or a failed visit without one listed for its day, with what the desk keeps of it."""

    number: str
    recipient: str | None
    address: str | None
    locality: str | None
    driver: str | None
    status: str | None
    visit_timestamp: str | None
    follow_up: FollowUp | None
    has_shipment: bool = True


@dataclass(frozen=True)
class DayReport:
    """One carrier's day. `states` counts the shipments by what the desk shows; times are UTC."""

    day: Day
    loaded_at: datetime | None
    tally: Tally
    states: dict[State, int]
    at_risk: int
    to_attend: int
    to_attend_visits: int
    """Failed visits of which no shipment is listed for their day, and that nobody acknowledged."""
    conflicts: int
    missed: int
    no_visit: int
    no_shipment: int
    gone: int
    visits: int
    hours: tuple[Hour, ...]
    groups: dict[Group, tuple[GroupLine, ...]]
    """Each the largest first, the unknown last. By driver and route: of the visit that each shipment has."""
    failures: tuple[FailureLine, ...]
    """By locality and time; those without a shipment last."""
    gaps: tuple[Gap, ...]
    """The times without ears that touch the day, oldest first."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known of the day: no shipment, listed or gone, and no visit."""
        return not (self.tally.total or self.gone or self.visits)


@dataclass(frozen=True)
class VisitPlace:
    """A visit on the map: where its address is, and where the driver checked in; decimal degrees, None: not known."""

    visit_id: int
    driver: str | None
    at: str
    """Its timestamp, padded: what orders a route."""
    state: State
    title: str
    address: "tuple[float, float] | None"
    check_in: "tuple[float, float] | None"
    driver_id: str | None = None

    @property
    def driver_key(self) -> str | None:
        """What tells its driver from others: two may have one name."""
        return self.driver_id or self.driver
