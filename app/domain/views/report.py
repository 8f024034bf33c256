"""A day in figures: what the Day tab draws, what is printed, and what the first sheet of a workbook says."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.days import Day
from app.domain.follow_ups import FollowUp
from app.domain.reception.listening import Gap
from app.domain.texts import Text

OUTCOMES: Final = tuple(DAY_OUTCOMES)
"""How a parcel's day can have ended, in the order in which the figures name them."""

OUTCOME_NAMES: Final = {
    State.DELIVERED: Text("Figures", "Delivered"),
    State.EXCEPTION: Text("Figures", "Failed"),
    State.PICKUP: Text("Figures", "Ready for pickup"),
    State.ON_ITS_WAY: Text("Figures", "Open"),
    State.OTHER: Text("Figures", "Other"),
}
"""How figures name an outcome: that of several parcels, and of the day, which the present state may differ from."""

PARCELS: Final = Text("Figures", "Parcels")
BESIDE_OUTCOMES: Final = Text("Figures", "Beside the outcomes: one parcel may be counted in several of these lines")

_FIGURE_NAMES: Final = (
    (Text("Figures", "Delivered later"), "delivered_later"),
    (Text("Figures", "Outcomes seen only by a later load"), "seen_later"),
    (Text("Figures", "Contradictions"), "contradictions"),
    (Text("Figures", "Possibly missed"), "missed"),
    (Text("Figures", "Ambiguous"), "ambiguous"),
    (Text("Figures", "Other doubts"), "doubtful"),
    (Text("Figures", "Counted with two carriers"), "two_carriers"),
    (Text("Figures", "Not in force"), "not_in_force"),
    (Text("Figures", "Not in force, but visited"), "not_in_force_visited"),
    (Text("Figures", "Rows left out, moved to another listing"), "moved"),
    (Text("Figures", "Further rows of a parcel, left out"), "repeated"),
    (Text("Figures", "Declared values that are no number, counted as 0"), "without_value"),
)
"""What is counted beside outcomes, with the field of `Figures`; only the outcomes add up to the parcels."""


@dataclass(frozen=True)
class Tally:
    """How the day of a group of parcels ended, and what they are worth (declared values; the contract has no unit).

    Args:
        counts: how many ended so, in the order of `OUTCOMES`.
        values: what these are worth, likewise, to the cent.
    """

    counts: tuple[int, ...] = (0,) * len(OUTCOMES)
    values: tuple[float, ...] = (0.0,) * len(OUTCOMES)

    @classmethod
    def of(cls, counted: Iterable[tuple[State, int, float]]) -> Self:
        """Add up groups of parcels: outcome, how many, and what they are worth."""
        counts, values = dict.fromkeys(OUTCOMES, 0), dict.fromkeys(OUTCOMES, 0.0)
        for outcome, count, value in counted:
            counts[outcome] += count
            values[outcome] += value
        return cls(tuple(counts.values()), tuple(round(value, 2) for value in values.values()))

    def count(self, outcome: State) -> int:
        """Return how many ended so."""
        return self.counts[OUTCOMES.index(outcome)]

    def worth(self, outcome: State) -> float:
        """Return what those are worth that ended so."""
        return self.values[OUTCOMES.index(outcome)]

    @property
    def total(self) -> int:
        """Return how many parcels there are."""
        return sum(self.counts)

    @property
    def value(self) -> float:
        """Return what all are worth, to the cent."""
        return round(sum(self.values), 2)

    @property
    def delivered(self) -> int:
        """Return how many were delivered that day."""
        return self.count(State.DELIVERED)

    @property
    def failed(self) -> int:
        """Return how many had failed when the day ended."""
        return self.count(State.EXCEPTION)

    @property
    def remaining(self) -> int:
        """Return how many neither were delivered nor had failed: ready for pickup, open and other."""
        return self.total - self.delivered - self.failed


@dataclass(frozen=True)
class Figures:
    """What is counted of a day: each parcel once per carrier, on the row that still stands, in manifests in force.

    Args:
        tally: the parcels by the outcome of that day.
        seen_later: outcomes that only a load after the day showed.
        delivered_later: parcels that were delivered on a later day; their outcome is another one.
        contradictions: parcels whose row has the sign, or whose outcome a later load contradicted.
        missed: parcels of which a notification was possibly missed.
        ambiguous: parcels that a visit may mean, or another recipient's parcel.
        doubtful: parcels with another sign of doubt.
        two_carriers: parcels that count with this carrier and with another one.
        not_in_force: parcels that only manifests not in force list; left out.
        not_in_force_visited: those of them that were visited.
        moved: rows of parcels that moved to another listing, which stands; left out.
        repeated: rows of parcels that are counted on another row of the day; left out.
        without_value: parcels whose declared value is no number; it counts as 0.
    """

    tally: Tally = Tally()
    seen_later: int = 0
    delivered_later: int = 0
    contradictions: int = 0
    missed: int = 0
    ambiguous: int = 0
    doubtful: int = 0
    two_carriers: int = 0
    not_in_force: int = 0
    not_in_force_visited: int = 0
    moved: int = 0
    repeated: int = 0
    without_value: int = 0

    @property
    def left_out(self) -> int:
        """Return how many rows of the day are in no total; 0 only where there is none."""
        return self.not_in_force + self.moved + self.repeated

    def lines(self) -> list[tuple[Text, int]]:
        """Return all figures beside the outcomes, each with its name."""
        return [(name, getattr(self, field)) for name, field in _FIGURE_NAMES]


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
    """A parcel whose day ended failed or that is failed now, or a failed visit without one listed for its day.

    `status` is what its row says, which means `state`; `outcome` is how its day ended. `follow_up` is what the desk
    keeps of the failure.
    """

    number: str
    recipient: str | None
    address: str | None
    locality: str | None
    driver: str | None
    status: str | None
    visit_timestamp: str | None
    follow_up: FollowUp | None
    outcome: State = State.EXCEPTION
    state: State = State.EXCEPTION
    has_shipment: bool = True


@dataclass(frozen=True)
class DayReport:
    """One carrier's day; times are UTC."""

    day: Day
    loaded_at: datetime | None
    figures: Figures
    nothing_missing: Text | None
    """Why no notification of the day can be called missing, where none can."""
    at_risk: int
    to_attend: int
    to_attend_visits: int
    """Failed visits of which no shipment is listed for their day, and that nobody acknowledged."""
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
        """Whether nothing at all is known of the day: no row, counted or left out, and no visit."""
        return not (self.figures.tally.total or self.figures.left_out or self.visits)


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
