"""Which of a parcel's rows counts."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from app.domain.board.facts import Listing, Observation
from app.domain.board.row import Counted, LeftOut, counted
from app.domain.contract.statuses import State

DAY, NEXT = date(2026, 11, 20), date(2026, 11, 21)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
COUNTS, TWICE = Counted(None), Counted(None, is_counted_twice=True)


def listing(
    row: int, day: date = DAY, carrier: str = "A", *, manifest: int = 1, is_in_force: bool = True, gone: int = 0
) -> Listing:
    """Return a listing, shown by a load at noon; gone so many hours later, or listed."""
    seen = Observation(NOON, None, State.ON_ITS_WAY, "En Reparto")
    gone_at = NOON + gone * HOUR if gone else None
    absences = [(gone_at - HOUR, None)] if gone_at else []
    return Listing(row, carrier, day, manifest, row, is_in_force, gone_at, False, [NOON], [seen], absences)


def left_out(
    *listings: Listing, uncounted: dict[int, LeftOut] | None = None, delivered: Sequence[int] = ()
) -> list[LeftOut | None]:
    found = counted(listings, uncounted or {}, delivered)
    return [found[one.id].left_out for one in listings]


def test_a_parcel_counts_once_for_each_carrier_and_day_on_the_first_row_of_the_answer() -> None:
    assert left_out(listing(1), listing(2, manifest=2), listing(3, NEXT)) == [None, LeftOut.REPEATED, None]


def test_a_parcel_counts_on_the_row_that_is_listed_else_on_the_one_listed_last() -> None:
    assert left_out(listing(1, gone=1), listing(2)) == [LeftOut.REPEATED, None]
    assert left_out(listing(1, gone=1), listing(2, gone=2), listing(3, gone=1)) == [
        *(LeftOut.REPEATED, None, LeftOut.REPEATED)
    ]


def test_a_row_that_cannot_count_leaves_its_place_to_another_one() -> None:
    assert left_out(listing(1), listing(2), uncounted={1: LeftOut.DELIVERED_BEFORE}) == [LeftOut.DELIVERED_BEFORE, None]


def test_a_parcel_only_in_manifests_not_in_force_is_left_out_once() -> None:
    void, other = listing(1, is_in_force=False), listing(2, manifest=2, is_in_force=False)
    assert left_out(void, other) == [LeftOut.NOT_IN_FORCE, LeftOut.REPEATED]
    assert left_out(void, listing(2)) == [LeftOut.REPEATED, None]


def test_a_parcel_of_two_carriers_counts_twice_on_one_day() -> None:
    assert counted([listing(1), listing(2, carrier="B")], {}, ()) == {1: TWICE, 2: TWICE}
    assert counted([listing(1), listing(2, carrier="B", is_in_force=False)], {}, ())[1] == COUNTS
    assert counted([listing(1), listing(2, NEXT, carrier="B")], {}, ()) == {1: COUNTS, 2: COUNTS}


def test_a_parcel_counts_as_delivered_on_the_first_day_alone() -> None:
    later = listing(2, NEXT)
    assert left_out(listing(1), later, delivered=[1, 2]) == [None, LeftOut.DELIVERED_BEFORE]
    assert left_out(listing(1), later, delivered=[2]) == [None, None]
    assert left_out(listing(1, is_in_force=False), later, delivered=[1, 2]) == [LeftOut.NOT_IN_FORCE, None]
