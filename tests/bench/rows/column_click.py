"""From a click on a column's title to the sorted rows, painted, of a day of 100,000."""

import time
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.bootstrap.desk import Desk
from app.domain.views.columns import Table
from app.ui.tables.columns_header import ColumnsHeader
from app.ui.tables.table_page import TablePage
from tests.bench.days import data_folder, own_copy
from tests.bench.painted import Painted
from tests.bench.proxy_model import ProxiedTable
from tests.bench.row import Compared, Figures, Row, Target, quantiles_of
from tests.bench.windows import Watch, desk_on

SHIPMENTS = 100_000
COLUMNS = ("recipient", "recipient_address", "locality", "shown_status", "number", "recipient_phone", "promised_date")
"""All that the window shows at first; each is clicked until the rows are in the carrier's order again."""

_TRIED = """
Before: all ids in the new order, each text folded by Python: 280 ms of processor time for the recipients and 360 ms for
the addresses, before anything was painted; and then the table scrolled to wherever its first row had gone.

What helped: the first 300 rows are asked for and painted, the rest in a pause. SQLite keeps the best 300 in place of
sorting all: 350 ms → 130 ms for the recipients on a machine that others kept busy. Latin letters are folded by a table
(2.2 µs → 0.5 µs a name).

What did not, and was taken out: to remember 65,536 folded texts (a day has more, and each look into a dictionary of
that size costs as much as folding); to have SQLite's `lower` do what is ASCII (an eighth of the names); to let
`coalesce` or `NULLS LAST` put blanks last (no difference).

Afterwards one call of Python's for each row was 70 ms of the 130, and where the window painted meanwhile each of them
waited for its lock. Now the recipient, the address and the locality are kept folded beside themselves, which a load
does with what it folds for the search anyway, and the usual names of a status are folded by SQLite's `CASE`: 184 → 92
ms for a click on the recipient, 198 → 87 on the address, 135 → 86 on the locality, 104 → 84 on the status, in processor
time of the whole window on a busy machine, one after the other.

What did not help: a cache of 32 MB in place of 8 MB for each connection that reads (a day has more, and it is read from
its first row to its last).

Rows are painted at once, not cell by cell (the row of the keystroke): 86 → 71 ms in the median, 143 → 116 at worst
(offscreen, two runs).

**Numbers have an index in their order.** Worst was the number, descending: 129 to 162 ms where ascending took 38 to 66.
Numbers rise with their place in the answer, so that each row which is read is better than the 300 kept so far, and
SQLite's list of the best changes 100,000 times instead of 300. By the index the first 300 take 0.1 ms, and all 54. No
other statement took it in place of the index that it had, but for one, which reads less by it.

What did not: to read the rows from the last to the first (20 ms more for whatever column, as their ids come from a
query within the query); to read them by the range of their ids and not by the index of the day (no difference).

What is left is the reading of 100,000 wide rows, 40 to 50 ms for whatever other column. An index for each order would
spare it, and cost a load as many inserts as there are shipments.
"""

ROW = Row(
    what="Click on a column → sorted and painted, 100,000 rows",
    against="QSortFilterProxyModel over a Python model with the same cells, sorted by the recipient",
    targets=(
        Target("painted_p50", f"median of {3 * len(COLUMNS)} clicks on {len(COLUMNS)} columns", 100),
        Target("painted_worst", "worst of them", 100),
        Target("recipient", "click on the recipient", 100, is_most=False, compared=Compared.FASTER),
        Target("stood_still", "event loop late, worst", 50),
        Target("scrolled_late", "event loop late while one scrolls through all rows, worst", 50),
    ),
    tried=_TRIED,
    rounds=3,
    on_a_screen=True,
)
_PAUSE = 0.4
_STEPS = 200


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Click and scroll in a window of one's own."""
    with desk_on(own_copy(folder, SHIPMENTS, "own")) as desk:
        return clicked(desk)


def clicked(desk: Desk) -> Figures:
    """Click on the columns, with a look at what came of it in between; then scroll from the first row to the last."""
    watch, page = Watch(), desk.window.tabs.page
    painted = Painted([page.view.viewport()], lambda: page.shown == page.query)
    seconds, late = {}, []
    for key in COLUMNS:
        for nth in range(3):
            with watch.over():
                seconds[key, nth] = painted.after(lambda key=key: _click(page, key))  # type: ignore[misc]
                _look(page)
            late.append(watch.worst)
    assert len(page.model.ids) == SHIPMENTS
    with watch.over():
        bar = page.view.verticalScrollBar()
        for step in range(_STEPS + 1):
            bar.setValue(bar.maximum() * step // _STEPS)
            QApplication.processEvents()
    figures = {"recipient": seconds["recipient", 0], "stood_still": max(late), "scrolled_late": watch.worst}
    return {**quantiles_of(list(seconds.values()), "painted"), **figures}


def yardstick(folder: Path) -> Figures:
    """Sort by one column."""
    table = ProxiedTable(own_copy(folder, SHIPMENTS, "proxied"), Table.SHIPMENTS)
    painted = Painted([table.view.viewport()], lambda: True)
    painted.after(table.view.show)
    return {"recipient": painted.after(lambda: table.sort_by("recipient"))}


def _click(page: TablePage, key: str) -> None:
    header: ColumnsHeader = page.view.columns_header
    section = page.model.position(key)
    at = QPoint(header.sectionViewportPosition(section) + header.sectionSize(section) // 2, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)


def _look(page: TablePage) -> None:
    """Let all rows come, and a moment pass."""
    began = time.perf_counter()
    while not page.is_answered or time.perf_counter() - began < _PAUSE:
        QApplication.processEvents()
