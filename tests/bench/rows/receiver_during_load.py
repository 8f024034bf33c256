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
- **A load is one append to the facts**, and what the board shows is written by another connection with a lock of its
  own: no notification waits for either. Before, one file served both, and a load was cut into slices, was written
  ahead, and stood back while a notification waited: 99 % were answered within 64.5 ms during it, and 11.9 without.
- Turns of 1 ms in the interpreter instead of 5 (`sys.setswitchinterval`), as the load's own thread keeps it up to 5 ms
  from the receiver's and the writer's at each step: with 10,000 shipments, while other programs kept the machine busy,
  99 % were answered within 115 to 237 ms at 5 ms and within 406 to 548 ms at 1 and 0.5 ms. While loads stood back
  for notifications that was no longer so. It is done for the window's sake.
- **Tables behind other tabs are not gone through.** The profile of 100,000 showed the window's thread in it for a
  quarter of all time: without a lay-out all rows of such a table, visits by the thousand, counted as seen at each frame
  of news and of fading. 99 % within 655 → 160 ms, the median 108 → 27, and both loads together 300 → 100 s.
"""

ROW = Row(
    what="The receiver while 100,000 shipments load, 200 notifications a second",
    against="the same without a load",
    targets=(
        Target("answered_p99", "answered, 99 %", 2, compared=Compared.TIMES),
        Target("answered_p99", "answered, 99 %", 250),
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
