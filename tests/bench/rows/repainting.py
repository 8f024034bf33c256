"""From a driver's POST to the answer and to the repainted cell, while the window shows a day of 10,000 shipments."""

from pathlib import Path

from tests.bench.days import data_folder, own_copy
from tests.bench.notices import TOKEN
from tests.bench.repainted import repainted
from tests.bench.row import Figures, Row, Target
from tests.bench.windows import desk_on

_SHIPMENTS = 10_000
_RATES = (200, 1000)
_SECONDS = 10

_TRIED = """
Profile (py-spy, samples with the interpreter's lock, 200 a second, on a machine that was busy besides): painting cells
45 %, the receiver 28 %, the writer 12 %, reading rows and counts again the rest. One notification by itself costs the
writer 0.8 ms of processor time: its statements 0.36, matching 0.21, the commit 0.22; of fifty at once each costs 0.2.

At 200 a second all of it takes a quarter of a core (1,200 notifications: 1.7 s of processor time in 6.5 s), of which
the window's thread 0.6 s, the receiver 0.43 and the writer 0.41: painting the rows that changed or fade is the most of
the window's.

- Helped: what is said of the row of notifications a second, since receiver, writer and window share the interpreter.
- A fault of this measure, mended after the first whole run: its end closed the window, so that what came last was never
  painted, which stood there as infinite. Run again for 5 s (offscreen): with 200 a second 99 % were painted within 174
  to 227 ms, with 1,000 within 0.85 to 1.2 s, and answered within 0.7 to 1.7 s.
- Did not help: a switch interval of 1 or 0.5 ms in place of 5, on a machine with nothing beside it as well.
"""

ROW = Row(
    what="From POST to the answer and to the repainted cell, 10,000 rows in the window",
    against="",
    targets=(
        Target("answered_p50_at_200", "answered, 200 a second, median", 5),
        Target("answered_p99_at_200", "answered, 200 a second, 99 %", 50),
        Target("painted_p99_at_200", "painted, 200 a second, 99 %", 60),
        Target("late_at_200", "event loop late at most, 200 a second", 50),
        Target("painted_p99_at_1000", "painted, 1,000 a second, 99 %", 100),
        Target("late_at_1000", "event loop late at most, 1,000 a second", 50),
    ),
    tried=_TRIED,
    yardsticks=(),
    rounds=3,
    on_a_screen=True,
)


def prepare(shared: Path) -> None:
    """Make the day that is shown."""
    data_folder(shared, _SHIPMENTS)


def contender(shared: Path) -> Figures:
    """Send to the window at one rate after the other."""
    figures: Figures = {}
    with desk_on(own_copy(shared, _SHIPMENTS, "repainted"), TOKEN) as desk:
        begin = 0
        for rate in _RATES:
            found = repainted(desk, rate, rate * _SECONDS, begin=begin)
            figures |= {f"{name}_at_{rate}": value for name, value in found.items()}
            begin += rate * _SECONDS
    return figures
