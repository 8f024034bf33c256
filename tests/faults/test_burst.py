"""Many concurrent notifications: each is saved or answered 503, in time."""

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count, islice, pairwise
from pathlib import Path

import pytest

from app.demo.sender import ATTEMPTS
from app.facts.file.opening import FILE_NAME
from tests.faults.figures import Figures, Length, seconds_of
from tests.faults.running_receiver import Running, receiving, send_all, send_simultaneously
from tests.webhook.running_server import request, visit

resource = pytest.importorskip("resource", reason="limits of POSIX")

FAULT = "burst"
BURST = 2000
CONNECTIONS = 200
MANY_TIMES = 100
"""Attempts in a short run, on a machine that is busy otherwise; the sender makes three."""
_MOST_ACCEPTED = Path("/proc/sys/net/core/somaxconn")
ACCEPTED = int(_MOST_ACCEPTED.read_text(encoding="ascii")) if _MOST_ACCEPTED.exists() else 0
"""Connections that the system takes for a program which does not."""


@pytest.fixture(scope="module")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    few_files = "ulimit -S -n 1024"  # which is what most systems begin with; the receiver asks for more
    with receiving(tmp_path_factory.mktemp("burst") / "data", shell=few_files) as receiver:
        yield receiver


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    """Give new visits."""
    return count(1)


def sent_with_retries(receiver: Running, numbers: list[int], pauses: tuple[float, ...]) -> tuple[Counter[int], int]:
    """Send visits as the sender does, each again after a 503; return all statuses, and how many got 200."""
    seen: Counter[int] = Counter()
    delivered = 0
    for pause in pauses:
        if not numbers:
            break
        time.sleep(pause)  # the sender's own
        statuses = send_all(receiver.port, [request(visit(number)) for number in numbers], CONNECTIONS)
        seen.update(statuses)
        delivered += statuses.count(200)
        numbers = [number for number, status in zip(numbers, statuses, strict=True) if status == 503]
    return seen, delivered


def test_a_burst_on_two_hundred_connections_is_saved(
    length: Length, figures: Figures, receiver: Running, numbers: Iterator[int]
) -> None:
    seen, sent, delivered = Counter[int](), list[int](), 0
    for _ in range(length.of(1, 10)):
        burst = list(islice(numbers, BURST))
        statuses, kept = sent_with_retries(receiver, burst, length.of((0.0,) * MANY_TIMES, gaps()))
        seen, sent, delivered = seen + statuses, sent + burst, delivered + kept
    figures.at_most("answers other than 200 and 503", seen.total() - seen[200] - seen[503], 0)
    figures.at_least("kept, with the sender's retries", 100 * delivered / len(sent), 99.9, "%")
    assert len(set(sent) & set(receiver.kept())) == delivered


def test_a_burst_while_the_store_is_locked_is_answered_503_in_time(
    length: Length, figures: Figures, receiver: Running, numbers: Iterator[int]
) -> None:
    burst = list(islice(numbers, length.of(200, 400)))
    with locked(receiver.folder / FILE_NAME):
        first = list[int]()
        raw = [request(visit(number)) for number in burst]
        took = seconds_of(lambda: first.extend(send_all(receiver.port, raw, len(raw))))
    refused = [number for number, status in zip(burst, first, strict=True) if status != 200]
    statuses, delivered = sent_with_retries(receiver, refused, length.of((0.0,) * MANY_TIMES, gaps()[1:]))
    figures.at_most("answers other than 503 while another process holds the store", len(burst) - first.count(503), 0)
    figures.at_most("the last of them comes after", took, 5.0, "s")
    figures.at_least("of these kept by a retry", 100 * delivered / len(burst), 99.9, "%")
    assert set(statuses) <= {200, 503}
    assert set(burst) <= set(receiver.kept())


@pytest.fixture
def enough_files() -> Iterator[None]:
    """Let this process open as many connections as its user may; most systems begin with 1,024."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(ACCEPTED < BURST, reason="the system accepts fewer connections for a program that is busy")
@pytest.mark.usefixtures("enough_files")
def test_two_thousand_connections_at_the_same_moment_are_answered(
    length: Length, figures: Figures, receiver: Running, numbers: Iterator[int]
) -> None:
    before, seen = len(receiver.kept()), Counter[int]()
    for _ in range(length.of(1, 20)):
        seen.update(send_simultaneously(receiver, [request(visit(number)) for number in islice(numbers, BURST)]))
    figures.at_most("of 2,000 connections at once neither 200 nor 503", seen.total() - seen[200] - seen[503], 0)
    figures.at_least("of these kept at the first attempt", 100 * seen[200] / seen.total(), length.of(1, 20), "%")
    assert len(receiver.kept()) - before == seen[200]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the write lock of a database as another process would."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def gaps() -> tuple[float, ...]:
    """Return the seconds before each attempt of the sender."""
    return (0.0, *(later - earlier for earlier, later in pairwise(ATTEMPTS)))
