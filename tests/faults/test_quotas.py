"""An hour of junk with the right token: what is kept is limited, and no real notification is lost."""

import asyncio
import itertools
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.facts.file.opening import FILE_NAME
from tests.faults.figures import Figures, Length
from tests.faults.running_receiver import Running, ask, receiving
from tests.webhook.running_server import request, visit

FAULT = "junk with the right token"
MOST_MB = 60
REAL_EVERY = 50  # requests
AT_ONCE = 8


def junk(size: int, count: int) -> Iterator[bytes]:
    """Give bodies that are no notifications and cannot be compressed."""
    rng = random.Random(size)
    return (rng.randbytes(size) for _ in range(count))


def on_disk(folder: Path) -> float:
    """Return the size of the facts with their log, in MB; a copy is made daily and has a limit of its own."""
    return sum(one.stat().st_size for one in folder.glob("facts*")) / 1e6


def real_visits(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return [row[0] for row in db.execute("SELECT visit_id FROM notification WHERE outcome = 'stored'")]


def send_mixed(receiver: Running, bodies: Iterator[bytes], numbers: Iterator[int]) -> tuple[Counter[int], list[int]]:
    """Send junk with real visits between, each until it is answered otherwise than 503; return statuses and visits."""
    statuses, sent = Counter[int](), list[int]()

    async def send(waiting: Iterator[tuple[int, bytes]]) -> None:
        for nth, body in waiting:
            raw = request(body)
            if nth % REAL_EVERY == 0:
                sent.append(number := next(numbers))
                raw = request(visit(number))
            while (status := await ask(receiver.port, raw)) == 503:  # the sender sends it again
                statuses[503] += 1
            statuses[status] += 1

    async def all_at_once() -> None:
        waiting = iter(enumerate(bodies))
        await asyncio.gather(*(send(waiting) for _ in range(AT_ONCE)))

    asyncio.run(all_at_once())
    return statuses, sent


@pytest.mark.parametrize(("size", "short", "full"), [(2_100, 300, 72_000), (100, 500, 200_000), (1_000_000, 70, 3600)])
def test_an_hour_of_junk_fills_no_disk_and_loses_no_real_notification(
    length: Length, figures: Figures, tmp_path: Path, size: int, short: int, full: int
) -> None:
    many = length.of(short, full)
    with receiving(tmp_path / "data") as receiver:
        statuses, sent = send_mixed(receiver, junk(size, many), itertools.count(1))
        used = on_disk(receiver.folder)
    what = f"of {many} bodies of {size} bytes within an hour"
    figures.at_most(f"{what}: on disk", round(max(used, on_disk(tmp_path / "data")), 1), MOST_MB, "MB")
    figures.at_most(f"{what}: real notifications lost", len(set(sent) - set(real_visits(tmp_path / "data"))), 0)
    figures.at_most(f"{what}: answers other than 200 and 503", statuses.total() - statuses[200] - statuses[503], 0)
    assert len(sent) >= many // REAL_EVERY
