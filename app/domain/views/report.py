"""The figures of a day, for the Day tab, the print and the first sheet of a workbook."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from app.domain.column import Cell
from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.days import Day, Scope
from app.domain.follow_ups import FollowUp, NextStep
from app.domain.reception.gaps import Gap
from app.domain.texts import Text

OUTCOMES: Final = tuple(DAY_OUTCOMES)
"""Outcomes of a parcel's day, in the order of the figures."""

OUTCOME_NAMES: Final = {
    State.DELIVERED: Text("Figures", "Delivered"),
    State.EXCEPTION: Text("Figures", "Failed"),
    State.PICKUP: Text("Figures", "Ready for pickup"),
    State.ON_ITS_WAY: Text("Figures", "Open"),
    State.OTHER: Text("Figures", "Other"),
}
"""Names of outcomes in figures; an outcome is of the day, and may differ from the present state."""

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
    (Text("Figures", "Rows left out, delivered on an earlier day"), "delivered_before"),
    (Text("Figures", "Rows left out, gone before the day began"), "gone_before"),
    (Text("Figures", "Further rows of a parcel, left out"), "repeated"),
    (Text("Figures", "Declared values that are no number, counted as 0"), "without_value"),
)
"""Figures beside the outcomes, each with its field in `Figures`; only the outcomes add up to the parcels."""


@dataclass(frozen=True)
class Tally:
    """Numbers of parcels by outcome, and their declared values (the contract gives no unit).

    Args:
        counts: number of parcels for each of `OUTCOMES`.
        values: total declared value for each of `OUTCOMES`, to the cent.
    """

    counts: tuple[int, ...] = (0,) * len(OUTCOMES)
    values: tuple[float, ...] = (0.0,) * len(OUTCOMES)

    @classmethod
    def of(cls, counted: Iterable[tuple[State, int, float]]) -> Self:
        """Add up groups of parcels, each with outcome, number and total value."""
        counts, values = dict.fromkeys(OUTCOMES, 0), dict.fromkeys(OUTCOMES, 0.0)
        for outcome, count, value in counted:
            counts[outcome] += count
            values[outcome] += value
        return cls(tuple(counts.values()), tuple(round(value, 2) for value in values.values()))

    def count(self, outcome: State) -> int:
        """Return the number of parcels with this outcome."""
        return self.counts[OUTCOMES.index(outcome)]

    def worth(self, outcome: State) -> float:
        """Return the declared value of the parcels with this outcome."""
        return self.values[OUTCOMES.index(outcome)]

    @property
    def total(self) -> int:
        """The number of parcels."""
        return sum(self.counts)

    @property
    def value(self) -> float:
        """The declared value of all parcels, to the cent."""
        return round(sum(self.values), 2)

    @property
    def delivered(self) -> int:
        """The number of parcels delivered that day."""
        return self.count(State.DELIVERED)

    @property
    def failed(self) -> int:
        """The number of parcels whose day ended failed."""
        return self.count(State.EXCEPTION)


@dataclass(frozen=True)
class Figures:
    """Figures of a day: each parcel counts once, on the row still listed, in manifests in force.

    Args:
        tally: parcels by the outcome of that day.
        seen_later: outcomes that only a load after the day showed.
        delivered_later: parcels delivered on a later day; their outcome is another one.
        contradictions: parcels whose row has the sign.
        missed: parcels with a possibly missed notification.
        ambiguous: parcels with an ambiguous visit.
        doubtful: parcels with another sign of doubt.
        two_carriers: parcels that count with this carrier and with another one.
        not_in_force: parcels only in manifests not in force; left out.
        not_in_force_visited: those of them that were visited.
        moved: rows of parcels that moved to another listing; left out.
        delivered_before: rows of parcels that an earlier day delivered; left out.
        gone_before: rows that were gone before the day began; left out.
        repeated: rows of parcels that count on another row of the day; left out.
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
    delivered_before: int = 0
    gone_before: int = 0
    repeated: int = 0
    without_value: int = 0

    @property
    def left_out(self) -> int:
        """The number of rows of the day that are left out of all totals."""
        return self.not_in_force + self.moved + self.delivered_before + self.gone_before + self.repeated

    def lines(self) -> list[tuple[Text, int]]:
        """Return the figures beside the outcomes, each with its name."""
        return [(name, getattr(self, field)) for name, field in _FIGURE_NAMES]


class Group(StrEnum):
    """What a day's parcels are grouped by."""

    DRIVER = "driver"
    ROUTE = "route"
    MANIFEST = "manifest"
    LOCALITY = "locality"
    CARRIER = "carrier"

    @property
    def is_named_by_visits(self) -> bool:
        """Whether only a visit names it: what is still open has none of it."""
        return self in (Group.DRIVER, Group.ROUTE)


@dataclass(frozen=True)
class GroupLine:
    """Figures of one driver, route, manifest, locality or carrier.

    `name` is None if it is not known: for a driver and a route, if no visit came. It is empty if a visit came without
    it.
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
    """Visits with a status that the contract does not name."""

    @property
    def total(self) -> int:
        """The number of visits closed in the hour."""
        return self.delivered + self.failed + self.other


@dataclass(frozen=True)
class FailureLine:
    """A parcel whose day ended failed or that is failed now, or a failed visit without a parcel listed for its day.

    `status` is the text of its row's status, `state` its meaning; `outcome` is the outcome of its day.
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
    pieces: Cell = None
    phone: str | None = None


@dataclass(frozen=True)
class DayReport:
    """A day of one or several carriers; times are UTC."""

    day: Day | Scope
    loaded_at: datetime | None
    figures: Figures
    nothing_missing: Text | None
    """Why the sign of missing notifications is off for the day; None if it is on."""
    overdue: int
    due_today: int
    to_attend: int
    to_attend_visits: int
    """Failed visits without a shipment listed for their day that are not acknowledged."""
    no_visit: int
    no_shipment: int
    gone: int
    visits: int
    hours: tuple[Hour, ...]
    groups: dict[Group, tuple[GroupLine, ...]]
    """The largest first, the unknown last. Driver and route are those of each shipment's visit."""
    failures: tuple[FailureLine, ...]
    """By locality and time; those without a shipment last. `address` has its complement."""
    gaps: tuple[Gap, ...]
    """The reception gaps that overlap the day, oldest first."""
    pieces: float = 0
    """The sum over the parcels that say how many pieces they are."""

    @property
    def is_loaded(self) -> bool:
        """Whether the carrier ever listed the day: else a 0 says nothing."""
        return self.loaded_at is not None

    @property
    def is_empty(self) -> bool:
        """Whether the day has no row, counted or left out, and no visit."""
        return not (self.figures.tally.total or self.figures.left_out or self.visits)


@dataclass(frozen=True)
class VisitPlace:
    """A visit on the map: positions of its address and of the check-in, in decimal degrees; None: not known."""

    visit_id: int
    driver: str | None
    at: str
    """Its timestamp, padded to sort by time along a route."""
    state: State
    title: str
    address: "tuple[float, float] | None"
    check_in: "tuple[float, float] | None"
    driver_id: str | None = None
    route: str | None = None
    street: str | None = None
    """The address as it was written."""
    locality: str | None = None
    """That of a shipment that it was matched to."""

    @property
    def driver_key(self) -> str | None:
        """Identifies the driver, as two drivers may have the same name."""
        return self.driver_id or self.driver

    @property
    def closed_at(self) -> datetime:
        """Its timestamp by the site's clock, without a zone."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class KnownPlaces:
    """Where visits that are kept were, of all days, in decimal degrees; the map has them for its ground.

    Args:
        points: of visits, each once.
        localities: the middle of the visits of each locality, that of most visits first.
    """

    points: "tuple[tuple[float, float], ...]" = ()
    localities: "tuple[tuple[str, tuple[float, float]], ...]" = ()


@dataclass(frozen=True)
class OpenCase:
    """A failed delivery: a shipment that still stands, or a visit without one.

    `failed_at`: when the visit failed, as sent; None: the carrier said so. `is_to_attend`: its failure is not
    acknowledged. `is_news`: its follow-up was written since the day before.
    """

    day: Day
    number: str
    recipient: str | None
    phone: str | None
    is_to_attend: bool
    follow_up: FollowUp | None = None
    is_news: bool = True
    failed_at: str | None = None


@dataclass(frozen=True)
class ShiftCases:
    """The open cases of a shift, each in one list.

    Args:
        to_call: whoever is to be called: that is the next step, or nobody has called and nothing else was decided.
        promised: something else is to be done next.
        others: they need attention.
    """

    to_call: tuple[OpenCase, ...] = ()
    promised: tuple[OpenCase, ...] = ()
    others: tuple[OpenCase, ...] = ()

    @classmethod
    def of(cls, cases: Iterable[OpenCase]) -> Self:
        """Sort cases into the lists, in their order; those done, or acknowledged long ago, are in none."""
        to_call, promised, others = [], [], []
        for case in cases:
            done = case.follow_up or FollowUp()
            if not (case.is_to_attend or case.is_news):
                continue
            if done.next_step is NextStep.CALL:
                to_call.append(case)
            elif done.next_step not in (None, NextStep.NOTHING):
                promised.append(case)
            elif case.is_to_attend and done.called_at is None and done.next_step is None:
                to_call.append(case)
            elif case.is_to_attend:
                others.append(case)
        return cls(tuple(to_call), tuple(promised), tuple(others))

    @property
    def all(self) -> Sequence[OpenCase]:
        """The cases of all lists."""
        return (*self.to_call, *self.promised, *self.others)
