"""What is known of the cases that other desks handle."""

from datetime import UTC, datetime, timedelta

from app.domain.relay.handling import LASTS, HandledElsewhere, Handling, Holder

TEN = datetime(2026, 11, 20, 10, tzinfo=UTC)
ROW = frozenset(["visit 1"])


def test_a_case_is_handled_since_it_was_first_heard_of_until_its_desk_tells_it_no_more() -> None:
    elsewhere = HandledElsewhere()

    def hear(desk: str, user: str, cases: set[str], after: int) -> None:
        elsewhere.note(Handling(desk, user, frozenset(cases)), after, TEN + timedelta(seconds=after))

    hear("north", "Ana", {"visit 2"}, 0)
    hear("north", "Ana", {"visit 1", "visit 2"}, 15)
    hear("north", "Ana", {"visit 1"}, 30)
    assert elsewhere.by(ROW, 31) == Holder("Ana (north)", TEN + timedelta(seconds=15))
    assert elsewhere.by(["visit 2"], 31) is None
    hear("south", "", {"visit 1"}, 40)
    assert elsewhere.by(ROW, 41) == Holder("Ana (north), south", TEN + timedelta(seconds=15))
    hear("north", "Ana", set(), 45)
    assert elsewhere.by(ROW, 46) == Holder("south", TEN + timedelta(seconds=40))
    gone = 41 + int(LASTS.total_seconds())
    assert elsewhere.by(ROW, gone) is None
    hear("south", "", {"visit 1"}, gone)
    assert elsewhere.by(ROW, gone) == Holder("south", TEN + timedelta(seconds=gone))
