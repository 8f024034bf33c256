"""Growth of the memory of window and load process over many loads."""

from pathlib import Path
from tempfile import TemporaryDirectory

from app.bootstrap.desk import Desk
from tests.bench.loads import answer_in, changed, desk_before_the_carrier, load
from tests.bench.memory import memory
from tests.bench.row import Compared, Figures, Row, Scale, Target

SHIPMENTS = 10_000
LOADS = 100
_VARIANTS = 5

_TRIED = """
Most of what grew was the benchmark's own. It made up the next answer in the process that it measured; and it read each
answer as one, which left holes of 12 MB in the heap that the next one did not always fit into: 200 MB after the first
load, 227 after the fourth, and from then on. The answers lie in files that are mapped now, as a carrier's comes in
pieces: 186 MB after the first load, 188 after the fifth, 190 after the fortieth. What still grows by some 40 kB a load
is neither an object of Python's (`tracemalloc`) nor a `QObject`, nor SQLite's, whose memory stays as it is.

Facts and board in two files made it worse: 226 MB after the first load and 294 after the hundredth, all of it by the
third. That was memory which had been freed (`malloc_trim` leaves 213): each of three threads that took turns with the
loads kept its own. **Loads share a thread**, and of a shipment that is listed unchanged one text is kept, not the
stored and the received one: 279 → 225 MB after the tenth load.

Folded texts of whole shipments are no longer remembered.

Since loads have a process of their own, its share is counted beside the window's, in all as much as the window alone
took before: 136 and 92 MB after the first load, 136 and 103 after the second, 136 and 101 after the fourteenth, 128 and
101 after the hundredth in another run (2026-11-29). The second load is the first that reads what the day held before.
"""


def _target(figure: str, what: str) -> Target:
    base = f"second_{figure}"
    return Target(figure, what, 1.05, scale=Scale.MEGABYTES, compared=Compared.TIMES, yardstick="contender", base=base)


ROW = Row(
    f"Memory after {LOADS} loads of a day of {SHIPMENTS:,} shipments, each with one status in fifty changed",
    "the same processes after the second load, the first that is compared with one before",
    (
        _target("both", "window and load process, proportional share (PSS)"),
        _target("window", "window alone"),
        _target("process", "load process alone"),
    ),
    tried=_TRIED,
    yardsticks=(),
    rounds=1,
    on_a_screen=True,
)


def prepare(folder: Path) -> None:
    """Make up the answers; to do so takes memory, too, which is not to be counted."""
    body = answer_in(folder, SHIPMENTS)
    for turn in range(_VARIANTS):
        (folder / f"changed-{turn}.json").write_bytes(changed(body, turn))


def contender(folder: Path) -> Figures:
    """Load the day again and again."""
    answers = [folder / f"changed-{turn}.json" for turn in range(_VARIANTS)]
    with TemporaryDirectory(dir=folder) as own, desk_before_the_carrier(Path(own)) as desk:
        load(desk, answers[0])
        load(desk, answers[1])
        figures = {f"second_{name}": size for name, size in _shares(desk).items()}
        for turn in range(2, LOADS):
            load(desk, answers[turn % _VARIANTS])
        return figures | _shares(desk)


def _shares(desk: Desk) -> Figures:
    assert desk._loads.pid is not None
    window, process = memory()["pss"], memory(desk._loads.pid)["pss"]
    return {"window": window, "process": process, "both": window + process}
