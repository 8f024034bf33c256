"""The notifications of the hours before the demo, as a receiver would have them."""

from datetime import datetime

import pytest

from app.board.reading.reader import Reader
from app.bootstrap.start_demo import save_morning
from app.demo.world.options import DayOptions
from app.store.writer import Writer
from tests.database import connected, wait_until_derived
from tests.temporary_store import ZONE, Store, path, store

__all__ = ["path", "store"]

AT_SIX = datetime(2026, 11, 20, 18, 0, tzinfo=ZONE)
AT_TWO = AT_SIX.replace(hour=2)


@pytest.mark.parametrize(("now", "first"), [(AT_SIX, 7), (AT_TWO, 1)])
def test_the_visits_of_the_morning_are_spread_from_seven_until_now(store: Store, now: datetime, first: int) -> None:
    save_morning(store.writer, DayOptions(), now)
    hours, late = heard(store.writer)
    assert set(hours) == set(range(first, now.hour))
    assert 80 < len(hours) < 100
    assert late == 0
    with Reader.opened(store.writer.path) as reader:
        assert reader.first_reception().listening_since == now.replace(hour=first)
        assert reader.gaps() == []


def test_a_day_of_many_visits_has_no_morning(store: Store) -> None:
    save_morning(store.writer, DayOptions(shipments=10_000), AT_SIX)
    assert heard(store.writer) == ([], 0)


def heard(writer: Writer) -> tuple[list[int], int]:
    """Return the hour of each notification in the site's time, and how many arrived more than 5 s after it."""
    wait_until_derived(writer)
    with connected(writer.path) as db:
        found = db.execute("SELECT at, received_at FROM notification").fetchall()
    times = [(datetime.fromisoformat(at).replace(tzinfo=ZONE), datetime.fromisoformat(came)) for at, came in found]
    return [at.hour for at, _ in times], sum((came - at).total_seconds() > 5 for at, came in times)
