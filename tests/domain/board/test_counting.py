"""Which of a parcel's rows counts."""

from datetime import UTC, date, datetime

from app.domain.board.counting import Counted, LeftOut, counted
from app.domain.board.facts import Listing, Observation
from app.domain.contract.statuses import State

DAY, NEXT = date(2026, 11, 20), date(2026, 11, 21)
SEEN = Observation(datetime(2026, 11, 20, 12, tzinfo=UTC), None, State.ON_ITS_WAY, "En Reparto")
COUNTS = Counted(None, is_counted_twice=False)


def listing(
    row: int, day: date = DAY, carrier: str = "A", *, manifest: int = 1, is_in_force: bool = True, stands: bool = True
) -> Listing:
    return Listing(row, carrier, day, manifest, row, is_in_force, stands, False, [SEEN.seen_at], [SEEN])


def left_out(*listings: Listing) -> list[LeftOut | None]:
    found = counted(listings)
    return [found[one.id].left_out for one in listings]


def test_a_parcel_counts_once_for_each_carrier_and_day_on_the_first_row_of_the_answer() -> None:
    assert left_out(listing(1), listing(2, manifest=2), listing(3, NEXT)) == [None, LeftOut.REPEATED, None]


def test_a_gone_row_counts_unless_a_listing_of_that_day_or_later_is_still_listed() -> None:
    gone = listing(1, stands=False)
    assert left_out(gone) == [None]
    assert left_out(gone, listing(2, NEXT)) == [LeftOut.MOVED, None]
    assert left_out(gone, listing(2, carrier="B")) == [LeftOut.MOVED, None]
    assert left_out(gone, listing(2, is_in_force=False)) == [LeftOut.MOVED, LeftOut.NOT_IN_FORCE]
    assert left_out(listing(1, NEXT, stands=False), listing(2)) == [None, None]


def test_a_parcel_only_in_manifests_not_in_force_is_left_out_once() -> None:
    void, other = listing(1, is_in_force=False), listing(2, manifest=2, is_in_force=False)
    assert left_out(void, other) == [LeftOut.NOT_IN_FORCE, LeftOut.REPEATED]
    assert left_out(void, listing(2)) == [LeftOut.REPEATED, None]


def test_a_parcel_of_two_carriers_counts_twice_if_both_rows_are_listed_or_both_gone() -> None:
    twice = Counted(None, is_counted_twice=True)
    assert counted([listing(1), listing(2, carrier="B")]) == {1: twice, 2: twice}
    assert counted([listing(1), listing(2, carrier="B", is_in_force=False)])[1] == COUNTS
    assert counted([listing(1), listing(2, NEXT, carrier="B")]) == {1: COUNTS, 2: COUNTS}
    gone = [listing(1, stands=False), listing(2, carrier="B", stands=False)]
    assert counted(gone) == {1: twice, 2: twice}
