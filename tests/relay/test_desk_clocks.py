"""Which desks are said to have a clock that is ahead."""

from datetime import UTC, datetime, timedelta

from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.file.database import utc_text
from app.relay.messages import DeskClocks, StreamMessage

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


def message(desk: str, minutes: float = 0, hours_later: float = 0) -> StreamMessage:
    """Return a message that a desk wrote so many minutes after the relay stored it."""
    fact = SharedFact(desk, FactKind.LOAD, "", utc_text(NOON), b"{}", desk)
    stored_at = NOON + timedelta(hours=hours_later)
    return StreamMessage(1, stored_at, utc_text(stored_at), fact, desk, timedelta(minutes=minutes))


def test_a_desk_is_named_until_its_clock_is_right_or_it_says_nothing_for_long() -> None:
    clocks = DeskClocks()
    clocks.note([message("ana", 30), message("luis", 60)])
    assert clocks.furthest == (timedelta(minutes=60), "luis")
    clocks.note([message("luis")])
    assert clocks.furthest == (timedelta(minutes=30), "ana")
    clocks.note([message("mesa 2", hours_later=2)])  # it was given another name
    assert clocks.furthest == (timedelta(), "")
