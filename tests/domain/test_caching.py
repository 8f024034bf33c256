"""What is cached for a sender's texts takes a limited amount of memory, whatever the sender writes."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from app.domain.caching import LONGEST_TEXT, cached_if_short
from app.domain.contract.notifications import Received

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
BODIES = 6


def test_a_long_text_is_computed_each_time_and_a_short_one_once() -> None:
    seen = list[str]()

    @cached_if_short(10)
    def length(text: str, more: int) -> int:
        seen.append(text)
        return len(text) + more

    short, long = "a" * LONGEST_TEXT, "a" * (LONGEST_TEXT + 1)
    assert [length(text, 1) for text in (short, short, long, long)] == [LONGEST_TEXT + 1] * 2 + [LONGEST_TEXT + 2] * 2
    assert seen == [short, long, long]


def bodies(*, timestamp: str = "2026-11-20T12:00:00", status: str = "completada", names: int = 0) -> Iterator[bytes]:
    """Give notifications of several 100 KB: each has its own number for `{}`, and names of fields that no other has."""
    for nth in range(BODIES):
        fields = dict.fromkeys((f"{nth}-{field:09}" for field in range(names)), 1)
        data = {"visita_id": nth, "estado_nuevo": status.format(nth), **fields}
        document = {"event": "visita_estado_cambio", "timestamp": timestamp.format(nth), "data": data}
        yield json.dumps(document).encode()


@pytest.mark.parametrize(
    "make",
    [
        lambda: bodies(timestamp="x" * 500_000 + "{}"),
        lambda: bodies(timestamp=" " * 500_000 + "2026-11-20T12:00:{:02}"),
        lambda: bodies(status="x" * 500_000 + "{}"),
        lambda: bodies(names=20_000),
    ],
    ids=["timestamp", "blanks", "status", "names"],
)
def test_large_bodies_leave_nothing_in_memory(make: Callable[[], Iterator[bytes]]) -> None:
    largest = 0
    tracemalloc.start()
    try:
        for body in make():
            Received.read(body, NOON)
            largest = max(largest, len(body))
        assert largest > 250_000
        assert tracemalloc.get_traced_memory()[0] < 4 * largest
    finally:
        tracemalloc.stop()
