"""Durable notifications a second, through the whole path, beside the same aiohttp that stores nothing."""

from pathlib import Path

from app.store.opening import FILE_NAME
from tests.bench.days import data_folder, own_copy
from tests.bench.notices import numbers_in
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
The receiver keeps connections, by aiohttp's own server, and its senders may close them, so both yardsticks are
measured: aiohttp alone needs two to three times the processor's time where each request has its connection.

What follows was found while the receiver served one request of a connection, by a protocol of its own.

Profile (py-spy with the interpreter's lock, and the threads' own clocks, on a machine that was busy besides): where
little else ran, a notification takes 500 µs of processor time, half of it the receiver's thread and half the writer's.

- The receiver's 250: reading the body 35 by itself, and a third of the thread's samples beside the other one; taking
  the connection in, hearing that it ended and letting it go another third; head, token, headers, waiting for the commit
  and answering the rest.
- The writer's 240: the rows of notification, visit and keys 21, 22 and 18, matching 23 to 43, the commit 15 to 40 where
  fifty come at once, six smaller statements 20, distances and times of a visit 11; the rest is Python around them.

- Helped, and was given up for kept connections and the standard server: one request was served without aiohttp's
  server around it; nothing waited in a context, and no object of a request and of an answer was made. Without the
  store, a notification took 244 and 175 µs of processor time so, and 195 and 135 µs now (in turn, on a busy machine).
  And garbage was looked for after 20,000 objects, not after 700: those of a dozen notifications that wait for their
  commit. Receiver's thread 0.60 → 0.38 by the first and 0.28 ms by the second, all 0.97 → 0.69 → 0.57 ms (means of
  three, in turn; a handler that stores nothing 0.22 there).
- Helped: the receiver's loop is woken once for all that a commit ends, not once for each notification, and no task
  waits in a set of its own: 0.81 → 0.72 ms of processor time, 1.39 → 1.11 ms a notification (means of three, in turn).
- Helped: texts of a body are looked through for what cannot be stored only where an escape could have brought it, and
  depth is measured only where there are brackets enough: reading a body 55 → 30 µs.
- Did not help, and was taken out again: one savepoint for a batch instead of one for each, one look-up instead of two,
  the site's zone once for a batch, places worked out once (no difference beyond chance; each such statement takes 2 to
  4 µs, so that all of them together are less than a tenth); nor did 200 or 400 connections instead of 100.
- Did not help: a switch interval of 0.5 or 50 ms instead of 5, nor one core for both threads: the processor's time for
  a notification stays the same, so it is not lost in handing the lock over. Batches hold 43 on the average already.
- Looking for a newer generation of the file costs 15 µs in each transaction, the lock between processes 75, the whole
  of what is done but once 150: shared by a batch, that is nothing.

What is short is short because writing takes most of the time. What the profile names next are fewer indexes, each of
which is one that somebody searches by.
"""

ROW = Row(
    what="Durable notifications a second",
    against="an aiohttp handler that reads the body and stores nothing, connections kept or with one request each; and "
    "the receiver with a commit for each notification. wrk sends, over 32 connections",
    targets=(
        _target("kept", "of storing nothing, connections kept", "nothing_kept", 0.3),
        _target("closed", "of storing nothing, a connection for each", "nothing_closed", 0.45),
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
