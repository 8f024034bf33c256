"""The rule decides thousands of rows and visits of one parcel in steps that grow as they do, and no faster."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.board.facts import Listing, Message, Observation, Site, Visit
from app.domain.board.parcel import Parcel
from app.domain.board.row import Bond, BoundVisit
from app.domain.contract.statuses import State
from app.domain.site import SiteDays
from tests.steps import LINEAR, growth

SITE = Site(SiteDays(ZoneInfo("America/Bogota")), 15, datetime(2026, 11, 1, tzinfo=UTC))
DAY = date(2026, 11, 20)
MORNING = datetime(2026, 11, 20, 12, tzinfo=UTC)
STATES = (State.ON_ITS_WAY, State.DELIVERED, State.EXCEPTION, State.PICKUP)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
SIZE = 60


def row(
    nth: int, *, day: int = 0, manifest: int = 1, state: State = State.ON_ITS_WAY, gone: bool = False,
    carrier: str = "A", in_force: bool = True,
) -> Listing:  # fmt: skip
    """Return a listing of which the second of three loads shows the state, and which the third may lack."""
    loads = [MORNING + timedelta(days=day) + hours * HOUR for hours in range(3)]
    seen = [Observation(loads[0], None, State.ON_ITS_WAY, "2")]
    if state is not State.ON_ITS_WAY:
        seen.append(Observation(loads[1], loads[0], state, state))
    absences = [(loads[1], None)] if gone else []
    last = loads[2] if gone else None
    return Listing(nth, carrier, DAY + timedelta(days=day), manifest, nth, in_force, last, False, loads, seen, absences)


ROWS: dict[str, Callable[[int], Listing]] = {
    "equal": row,
    "that say different things": lambda nth: row(nth, state=STATES[nth % 4]),
    "each in a manifest": lambda nth: row(nth, manifest=nth),
    "of two carriers": lambda nth: row(nth, carrier="AB"[nth % 2], state=STATES[nth % 3]),
    "half of them gone": lambda nth: row(nth, manifest=nth % 2, gone=nth % 2 == 0),
    "all gone": lambda nth: row(nth, gone=True, state=STATES[nth % 4]),
    "half of them not in force": lambda nth: row(nth, manifest=nth % 2, in_force=nth % 2 == 0),
    "on two days": lambda nth: row(nth, day=nth % 2, state=STATES[nth % 4]),
    "on two days, the first of them gone": lambda nth: row(nth, day=nth % 2, gone=nth % 2 == 0),
    "that both days deliver": lambda nth: row(nth, day=nth % 2, state=State.DELIVERED),
    "that failed and are listed again": lambda nth: row(nth, day=nth % 2, state=State.EXCEPTION),
}


def visit(nth: int, state: State, after: timedelta = 5 * HOUR, *, late: bool = False) -> BoundVisit:
    moment = MORNING + after + nth * SECOND
    arrival = moment + (HOUR if late else SECOND)
    name = "completada" if state is State.DELIVERED else "falso_flete"
    message = Message(f"{nth}_{moment}", moment, arrival, name, "pendiente", state, nth=nth)
    return BoundVisit(Visit(nth, [message]), Bond.LINKED, frozenset(("A1",)))


VISITS: dict[str, Callable[[int], BoundVisit]] = {
    "that failed after the last load": lambda nth: visit(nth, State.EXCEPTION),
    "that say one thing and another": lambda nth: visit(nth, STATES[1 + nth % 2]),
    "before the last load": lambda nth: visit(nth, STATES[1 + nth % 2], HOUR),
    "that arrived late": lambda nth: visit(nth, STATES[1 + nth % 2], late=True),
    "of a day before": lambda nth: visit(nth, STATES[1 + nth % 2], -24 * HOUR),
    "that look alike": lambda nth: visit(nth, State.EXCEPTION)._replace(bond=Bond.LOOK_ALIKE),
    "that are ambiguous": lambda nth: visit(nth, State.EXCEPTION)._replace(bond=Bond.AMBIGUOUS),
}


def decided(listings: Sequence[Listing], visits: Sequence[BoundVisit]) -> Callable[[], object]:
    return lambda: Parcel(listings, visits, SITE).rows()


@pytest.mark.parametrize("kind", ROWS)
def test_rows_of_one_parcel_take_steps_as_many_as_they_are(kind: str) -> None:
    assert growth(lambda size: decided([*map(ROWS[kind], range(size))], [visit(1, State.EXCEPTION)]), SIZE) < LINEAR


class CountedDate(date):
    """A date that counts how often one is compared, also within one step of the interpreter, as by `min`."""

    comparisons = 0

    def __lt__(self, other: date) -> bool:
        CountedDate.comparisons += 1
        return super().__lt__(other)

    def __gt__(self, other: date) -> bool:
        CountedDate.comparisons += 1
        return super().__gt__(other)


def comparisons_of(listings: Sequence[Listing]) -> int:
    CountedDate.comparisons = 0
    decided([one._replace(day=CountedDate(*one.day.timetuple()[:3])) for one in listings], [])()
    return CountedDate.comparisons


@pytest.mark.parametrize("kind", ROWS)
def test_days_of_one_parcels_rows_are_compared_as_often_as_there_are_rows(kind: str) -> None:
    few, many = (comparisons_of([*map(ROWS[kind], range(size))]) for size in (SIZE, 4 * SIZE))
    assert 0 < many < LINEAR * 4 * few


@pytest.mark.parametrize("kind", VISITS)
def test_visits_of_one_parcel_take_steps_as_many_as_they_are(kind: str) -> None:
    listings = [row(1), row(2, day=1)]
    assert growth(lambda size: decided(listings, [*map(VISITS[kind], range(1, size))]), SIZE) < LINEAR


def test_messages_of_one_visit_take_steps_as_many_as_they_are() -> None:
    def work(size: int) -> Callable[[], object]:
        messages = [visit(nth, STATES[1 + nth % 2]).visit.messages[0] for nth in range(1, size)]
        return decided([row(1)], [BoundVisit(Visit(7, messages), Bond.LINKED, frozenset(("A1",)))])

    assert growth(work, SIZE) < LINEAR
