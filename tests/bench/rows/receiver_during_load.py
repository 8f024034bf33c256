"""Time until a notification is answered while the window loads a day of 100,000 shipments."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEventLoop, QTimer

from tests.bench.days import data_folder, own_copy
from tests.bench.loads import answer_in, changed, load
from tests.bench.notification_bodies import TOKEN, numbers_in
from tests.bench.repainted import url_of
from tests.bench.row import Compared, Figures, Row, Target, quantiles_of
from tests.bench.sender import Order, Sent, sending
from tests.bench.windows import desk_on

_SHIPMENTS = 100_000
_RATE = 200
_MOST_SECONDS = 300
_SECONDS = 15
_WARM_UP = 2.0

_TRIED = """
- A load is one append to the facts, and what the board shows is written by another connection with a lock of its own:
  no notification waits for either. When one file served both, and a load was cut into slices and stood back while a
  notification waited, 99 % were answered within 64.5 ms during it, and 11.9 without. **It took until now to be measured
  again, and had become worse**: 318 (199 to 371) ms, and 19.9 without (2026-11-28).
- What takes so long is the interpreter's lock. A commit lets go of it some 80 times, for SQLite's statements (three
  times each) and for each look at a file, and the load's thread, which never waits, gives it back after a turn: while
  an answer of 20,000 is read, a commit took 40 ms, and 2 without a load. Since then **a commit takes half as many
  steps** (the folder and the end of the log are read only where they have changed, and one statement inserts all
  rows), and **threads take turns of 0.5 ms** in place of 1: a commit takes 18 ms, the median answer 65 → 30. At 0.2 ms
  it takes 20, but the load half as long again, and at 5 ms more than 700.
- **Nothing is collected while a load holds many new objects**: the collector looked through them once a second, 25 to
  140 ms for 20,000, in which no thread runs. Longest answers while the day is saved: 105 to 140 → 50 to 70 ms.
- **Tables behind other tabs are not gone through.** The profile of 100,000 showed the window's thread in it for a
  quarter of all time: without a lay-out all rows of such a table, visits by the thousand, counted as seen at each frame
  of news and of fading. 99 % within 655 → 160 ms, the median 108 → 27, and both loads together 300 → 100 s.
"""

ROW = Row(
    what="The receiver while 100,000 shipments load, 200 notifications a second",
    against="the same without a load",
    targets=(
        Target("answered_p99", "answered, 99 %", 2.5, compared=Compared.TIMES),
        Target("answered_worst", "answered, at worst", 150),
    ),
    tried=_TRIED,
    rounds=3,
)


def prepare(shared: Path) -> None:
    """Make the day and its answer."""
    data_folder(shared, _SHIPMENTS)
    answer_in(shared, _SHIPMENTS)


def contender(shared: Path) -> Figures:
    """Load the day for the first time and once more, as it may be some minutes later."""
    numbers, body = numbers_in(data_folder(shared, _SHIPMENTS)), answer_in(shared, _SHIPMENTS)
    again = changed(body, 1)
    with (
        TemporaryDirectory(dir=shared) as own,
        desk_on(Path(own), TOKEN, base_url="http://127.0.0.1:9") as desk,
        sending(Order(url_of(desk), numbers, _RATE, _RATE * _MOST_SECONDS)) as (_, sent),
    ):
        _live(_WARM_UP)
        began = time.perf_counter()
        load(desk, body)
        load(desk, again)
        return _of(sent(), began)


def yardstick(shared: Path) -> Figures:
    """Load nothing; the day is shown."""
    numbers = numbers_in(data_folder(shared, _SHIPMENTS))
    with (
        desk_on(own_copy(shared, _SHIPMENTS, "full"), TOKEN) as desk,
        sending(Order(url_of(desk), numbers, _RATE, _RATE * _MOST_SECONDS)) as (_, sent),
    ):
        _live(_WARM_UP)
        began = time.perf_counter()
        _live(_SECONDS)
        return _of(sent(), began)


def _live(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()


def _of(sent: list[Sent], since: float) -> Figures:
    return quantiles_of([one.took for one in sent if one.began >= since], "answered")
