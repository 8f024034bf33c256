"""Which desks are said to have a clock that is ahead."""

from datetime import UTC, datetime, timedelta

from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.file.database import utc_text
from app.relay.messages import StreamMessage
from app.services.relaying.relay_session import DeskClocks

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


def message(desk: str, origin: str, minutes: float = 0) -> StreamMessage:
    """Return a message that a desk wrote so many minutes after the relay stored it."""
    made_at = utc_text(NOON + timedelta(minutes=minutes))
    fact = SharedFact(f"{origin}_{made_at}", FactKind.LOAD, "", origin, made_at, b"{}")
    return StreamMessage(1, 0, NOON, fact, desk)


def test_a_desk_whose_clock_was_set_right_is_no_longer_named_also_under_another_identity_or_name() -> None:
    clocks = DeskClocks()
    clocks.note([message("ana", "1", 30), message("luis", "2", 60)])
    assert clocks.furthest == (timedelta(minutes=60), "luis")
    clocks.note([message("luis", "3")])  # its data were restored from a copy
    assert clocks.furthest == (timedelta(minutes=30), "ana")
    clocks.note([message("mesa 2", "1")])
    assert clocks.furthest == (timedelta(), "")
