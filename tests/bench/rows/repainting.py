"""From a driver's POST to the answer and to the repainted cell, while the window shows a day of 10,000 shipments."""

from math import inf
from pathlib import Path

from tests.bench.days import data_folder, own_copy
from tests.bench.notification_bodies import TOKEN
from tests.bench.repainted import repainted
from tests.bench.row import Figures, Row, Target
from tests.bench.windows import desk_on

_SHIPMENTS = 10_000
_RATES = (20, 200, 1000)  # the first is more than a desk ever gets
_SECONDS = 10

_TRIED = """
Profile, 200 a second (the threads' own clocks over 6 s): of 6.2 s the program computes 5.4, so that the interpreter's
lock is nearly always held by somebody: the window's thread 1.9 s (painting rows 1.0, half of it glyphs; passing news on
0.2, reading the rows that changed 0.15, fading and counts 0.2), the writer 1.7 s (1.4 ms a commit of one or two: its
statements 0.6, the commit 0.5, the lock between processes and looking after the file 0.7), the receiver 1.3 s, what
reads for the window 0.3. Without a window the answer takes 3.5 ms in the median.
With 1,000 a second, on a quieter machine: of 6.2 s the receiver computes 2.4, the window 2.2, the writer 1.7, what
reads 0.35, and but for what SQLite, Qt and the system do, only one of them can run at a time. So the answers
alone come within 80 to 160 ms at 99 %, and the painting 30 to 50 later. Of the time in which the window's thread has
something to do it holds the interpreter for two fifths, a third of that for glyphs, and waits for it for two fifths:
in the reading of cells, at each of 30 rows, and between texts. The receiver waits as long at some twelve calls of the
system for each connection.

- Helped: what is said of the row of notifications a second, since receiver, writer and window share the interpreter.
- Helped: **rows are painted at once**, not cell by cell (the row of the keystroke): painted within 190 to 290 → 103 to
  136 ms, answered in the median 19 → 14.
- Helped: a date is written out once for all rows that show it. Qt lets go of the interpreter while it does that, and in
  the middle of a painting it came back 5 ms later: answered in the median 14 → 11 (means of three, in turn).
- Helped: of news, **the rows that changed are painted** and not all between the first and the last of them; they shine
  with that painting, not with one of their own; news after a quiet moment wait for no frame; and the receiver's counts
  are shown four times a second, not with each frame. Painted within 72 to 85 ms, event loop late by 30 to 48.
- Did not help: a frame of 16 ms in place of 33 (painted within the same 70 to 82 ms, the median 33 → 26; the window's
  thread a third more, and answers later). A switch interval of 1 or 2 ms in place of 5 makes no difference beyond
  chance here, at neither rate; it is 0.5 for the sake of loads.
- Did not help, and was taken out: to tell of rows that changed by runs (at 1,000 a second, where all rows change,
  painted within 173 → 151 ms; at 200 Qt paints the whole table for a run of two: the window's thread 1.5 → 2.6 s of 6,
  painted within 50 → 65 ms); to ask once in a painting what is selected (3 % of it). Both were still in the run of the
  whole benchmark that is written here; this row was measured again without them.
- Did not help: fewer statements for a notification in the writer (4 in place of 10: the same processor time, painted
  within 148 → 142 ms); frames of 50 or 66 ms (the answers are as late); turns of 0.3, 0.1 and 0.03 ms in the
  interpreter (no difference beyond chance).
- Helped: of a visit with hundreds of messages the newest are fetched alone, and the site's date of each is worked out
  once: 30 visits of 300 messages 49 → 32 ms of processor time, of one message each 5. Here each visit on the screen
  gets 33 messages a second, of which twenty are weighed; that is what is short at 1,000 a second.
- Helped: in a burst the board rests for 0.25 s at most, not for nine times as long as its last round took: painted
  within 1,110 and 1,250 → 540 and 550 ms at 1,000 a second (2026-11-28). At most 0.1 s makes no difference.
- At 20 a second rows are painted within 31 ms at 99 %: 10 from the commit to the board, 16 to the window, 9 to the
  painting. At 200 it is the board that takes long, 80 ms of 113: its rounds take 7 ms in the median and 50 at most, as
  each of 30 visits has dozens of messages by then. Did not help: pauses of a half or a fifth of a round, in place of
  one as long, and a burst that begins at 64 visits instead of 16 (2026-11-28).
- On 2026-11-30 the board's thread computed 2.5 s of 10 s at 200 a second, the writer 1.4, the window 1.3: nine tenths
  of the board's by what it weighs of each visit's messages (of 30 visits, 67 messages each by the end).
- Helped: **a notification of a visit is read once** for its row and its names, and the benchmark stamps each with the
  moment at which it is sent: it wrote a minute before, just beyond what counts as a doubtful clock, so that each row
  was decided twice. Painted within 207 → 133 to 185 ms with other work on the machine (2026-11-30). What is left: 1,350
  derivations of visits with twenty messages each, 2.2 ms apiece, half of it deciding, a quarter reading.
- Three faults of this measure, mended: its end closed the window, so that what came last was never painted; the copy of
  the day was still on its way to the disk, so that the first commits waited for all of it, 80 to 120 ms; and at 1,000 a
  second its sender waited for ever for what a receiver without room hangs up on, where a real one sends it again.
"""

ROW = Row(
    what="From POST to the answer and to the repainted cell, 10,000 rows in the window",
    against="",
    targets=(
        Target("painted_p99_at_20", "painted, 20 a second, 99 %", 40),
        Target("answered_p50_at_200", "answered, 200 a second, median", 5),
        Target("answered_p99_at_200", "answered, 200 a second, 99 %", 50),
        Target("painted_p99_at_200", "painted, 200 a second, 99 %", 100),
        Target("late_at_200", "event loop late at most, 200 a second", 50),
        Target("painted_p99_at_1000", "painted, 1,000 a second, 99 %", inf),
        Target("late_at_1000", "event loop late at most, 1,000 a second", inf),
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
