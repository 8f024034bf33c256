"""Durable notifications a second, through the whole path, beside the same aiohttp that stores nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.store.opening import FILE_NAME
from tests.bench.days import data_folder, own_copy
from tests.bench.hammer import hammer
from tests.bench.notices import numbers_in, request, words
from tests.bench.receivers import receiver
from tests.bench.row import Compared, Figures, Row, Target

_SHIPMENTS = 10_000
_CONNECTIONS = 100
_WARM_UP = 500
_COUNT = 10_000
_FEWER = 2000

_TRIED = ""

ROW = Row(
    what="Durable notifications a second",
    against="an aiohttp handler that reads the body and stores nothing, with one request to a connection as the "
    "receiver has it, and with connections that are kept; and the receiver with a commit for each notification",
    targets=(
        Target("each", "of storing nothing", 2.0, compared=Compared.TIMES, yardstick="storing_nothing"),
        Target("each", "of a commit per request", 5.0, is_most=False, compared=Compared.FASTER, yardstick="one_each"),
    ),
    tried=_TRIED,
    yardsticks=("storing_nothing", "storing_nothing_kept_alive", "one_each"),
)


def prepare(shared: Path) -> None:
    """Make the day that the notifications belong to."""
    data_folder(shared, _SHIPMENTS)


def contender(shared: Path) -> Figures:
    """Send to the program's receiver."""
    return _kept(shared, "despacho", _COUNT)


def one_each(shared: Path) -> Figures:
    """Send to the same with a commit for each notification."""
    return _kept(shared, "one each", _FEWER)


def storing_nothing(shared: Path) -> Figures:
    """Send to a handler that stores nothing; each request has its connection."""
    with receiver("closing") as at:
        return _sent(shared, at, _COUNT)


def storing_nothing_kept_alive(shared: Path) -> Figures:
    """Send to the same; connections are kept."""
    with receiver("kept alive") as at:
        return _sent(shared, at, _COUNT)


def _kept(shared: Path, which: str, count: int) -> Figures:
    own = own_copy(shared, _SHIPMENTS, which)
    with receiver(which, own) as at:
        figures = _sent(shared, at, count)
    with closing(sqlite3.connect(own / FILE_NAME)) as db:
        kept = db.execute("SELECT count(*) FROM notification WHERE outcome = 'stored'").fetchone()[0]
        matched = db.execute("SELECT count(DISTINCT visit_id) FROM visit_shipment").fetchone()[0]
    assert (kept, matched) == (count + _WARM_UP, min(count + _WARM_UP, len(numbers_in(own))))
    return figures


def _sent(shared: Path, at: tuple[str, int], count: int) -> Figures:
    """Return how many seconds each took, and how many there are in a second."""
    numbers = numbers_in(data_folder(shared, _SHIPMENTS))
    host = f"{at[0]}:{at[1]}"
    requests = [request(body, host) for _, _, body in words(numbers, count + _WARM_UP)]
    hammer(at, requests[:_WARM_UP], _CONNECTIONS)
    each = hammer(at, requests[_WARM_UP:], _CONNECTIONS) / count
    return {"each": each, "a_second": 1 / each}
