"""Durable notifications a second over the whole path, compared with the same aiohttp without storage."""

from pathlib import Path

from app.facts.file.opening import FILE_NAME
from tests.bench.days import data_folder, own_copy
from tests.bench.notification_bodies import numbers_in
from tests.bench.receivers import receiver
from tests.bench.row import Compared, Figures, Row, Scale, Target
from tests.bench.wrk import CONNECTIONS, wrk
from tests.database import connected

_SHIPMENTS = 10_000
_WARM_UP = 1  # seconds
_SECONDS = 6


def _target(figure: str, what: str, yardstick: str, least: float) -> Target:
    return Target(figure, what, least, is_most=False, scale=Scale.COUNT, compared=Compared.TIMES, yardstick=yardstick)


_TRIED = """
Sent by wrk over 32 connections; of two runs in a quiet moment, 2026-11-25. All threads share the interpreter, so what
counts is the processor time of a notification. Alone, with a store that keeps nothing, the receiver takes 146 µs of
it, of which 45 are aiohttp's, 50 to 80 reading the body (JSON 28, what it is kept by 7 to 13, how it differs from the
contract 15), 20 receiving it, 16 head and token, 15 handing it over and back. The facts' writer takes 45 to 60: values
10, the insert 12, the commit 13, and 200 µs for each commit, which 30 of them share. Beside the other threads each of
these takes half as much again.

- Helped: of a body only what it is kept by is read before the answer, all that wait are inserted by one statement
  (while SQLite runs one, other threads have the interpreter, and each change of threads takes longer than a row), a
  body that came with its head needs no deadline, and while notifications come as fast as they are answered the board
  follows in a tenth of the time: 1,890 → 3,600 a second, 1,540 → 2,480 with a connection for each. Without a board that
  follows 3,980.
- Costs a fifth: the board rests for 0.25 s at most, where it rested for nine times as long as its last round took, up
  to 5.6 s in which no row changed: 3,730 and 3,820 → 3,210 and 2,820 a second (2026-11-28, in turn).
- Cost two fifths with a connection for each: reading was paused and resumed for each connection, two calls for which
  the thread gives up the interpreter; asyncio's own question does without them: 0.21 → 0.30 × (2026-11-29, in turn).
- Helped: **fewer steps for each request**: a commit completes one future for all its notifications, with one timer; the
  head is looked at once; a body that came whole is read without a deadline; what its type alone tells is not checked
  again; counters are numbers. By the threads' own clocks, in turn on a machine with much else to do, three times each:
  the receiver 229 → 202 µs and 327 → 298 with a connection for each, all threads 474 → 440 and 614 → 543
  (2026-11-29). The yardstick takes 65 and 122 there, and is one thread.
- Did not help: turns of 2, 1 or 0.5 ms in the interpreter instead of 5 (3,980 → 3,500, 2,900 and 3,300 without a board
  that follows); no search for garbage (no difference).

What is short is short because each notification is parsed, checked against the contract and written with five indexes
in Python's one thread; while 32 connections wait for a commit nothing else is to do, and a commit takes 2.5 ms.
"""

ROW = Row(
    what="Durable notifications a second",
    against="an aiohttp handler that reads the body and stores nothing, connections kept or with one request each; and "
    "the receiver with a commit for each notification. wrk sends, over 32 connections",
    targets=(
        _target("kept", "of storing nothing, connections kept", "nothing_kept", 0.2),
        _target("closed", "of storing nothing, a connection for each", "nothing_closed", 0.38),
        _target("kept", "of a commit for each", "one_each", 5),
    ),
    tried=_TRIED,
    yardsticks=("nothing_kept", "nothing_closed", "one_each"),
    rounds=3,
)


def prepare(shared: Path) -> None:
    """Make the day that the notifications belong to."""
    data_folder(shared, _SHIPMENTS)


def contender(shared: Path) -> Figures:
    """Send to the program's receiver."""
    return _kept(shared, "despacho", "kept") | _kept(shared, "despacho", "closed")


def one_each(shared: Path) -> Figures:
    """Send to the same with a commit for each notification."""
    return _kept(shared, "one each", "kept")


def nothing_kept(shared: Path) -> Figures:
    """Send to a handler that stores nothing."""
    with receiver("nothing") as at:
        return _sent(shared, at, "kept")[0]


def nothing_closed(shared: Path) -> Figures:
    """Send to the same; each request has its connection."""
    with receiver("nothing") as at:
        return _sent(shared, at, "closed")[0]


def _kept(shared: Path, which: str, connections: str) -> Figures:
    own = own_copy(shared, _SHIPMENTS, which)
    with receiver(which, own) as at:
        figures, answered = _sent(shared, at, connections)
    with connected(own / FILE_NAME) as db:
        kept = db.execute("SELECT count(*) FROM notification WHERE outcome = 'stored'").fetchone()[0]
    assert answered <= kept <= answered + 2 * CONNECTIONS  # wrk hangs up on the last ones
    return figures


def _sent(shared: Path, at: tuple[str, int], connections: str) -> tuple[Figures, int]:
    """Return how many were answered in a second, and how many were answered at all."""
    numbers = numbers_in(data_folder(shared, _SHIPMENTS))
    is_closing = connections == "closed"
    first = wrk(at, numbers, _WARM_UP, shared, is_closing=is_closing)
    found = wrk(at, numbers, _SECONDS, shared, begin=first.answered + CONNECTIONS, is_closing=is_closing)
    figures = {connections: found.answered / found.seconds, f"{connections}_p99": found.p99}
    return figures, first.answered + found.answered
