"""From a key pressed in the search to the filtered rows, painted, of a day of 100,000."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from app.bootstrap.desk import Desk
from app.domain.views.columns import Table
from tests.bench.days import data_folder, own_copy
from tests.bench.painted import Painted
from tests.bench.proxy_model import ProxiedTable
from tests.bench.row import Compared, Figures, Row, Target, quantiles_of
from tests.bench.windows import Watch, desk_on

SHIPMENTS = 100_000

KEYS = (
    "garcia" + "<" * 6
    + "957235700501" + "<" * 3 + "44" + "<" * 11
    + "calle 80 sur" + "<" * 7 + "13 kennedy" + "<" * 15
    + "rodrige<uez perez" + "<" * 5 + "gomez" + "<" * 15
    + "308 555 1145" + "<" * 12
    + "xqz" + "<<<" + "3075551682" + "<" * 10
    + "apto 704 nat" + "<" * 12
)  # fmt: skip
"""A name, a number, a street, a wrong letter, two names, a phone, an unused name: `<` takes a letter back."""

_TRIED = """
Before: a pause of 120 ms after each key, then the ids of all rows, their number, and the same of the three tables
behind other tabs. On a machine that others kept busy, 1.8 s in the median; afterwards 41 to 50 ms on it just as busy.

What helped, in processor time on the same machine:

- The first 300 rows are asked for and painted, the rest in a pause of 120 ms; the tables behind other tabs wait for it
  too. One or two letters that many rows have: 126 ms → less than 1 ms; without the pause before it, 120 ms less.
- The ids come as one JSON list out of one step of SQLite's, not as 100,000 rows: 76 ms → 20 ms, and Python's lock is
  not taken for each.
- Manifest and visit are joined so that SQLite leaves them out where nothing is asked of them: 47 ms → 10 ms for all
  ids.
- Short words are looked for in a join with the rows' texts, not in a subquery for each row: 57 ms → 37 ms where no row
  has them.
- The delegate asks the model itself, not through the index, which came to a third of a painting; the width of the
  views at the left is measured once, not with each layout (a twelfth of a keystroke).

What helped after that, in processor time of 70 of these keys on a busy machine, 36.8 ms → 15.4 ms a key in the median,
23.1 ms → 9.3 ms of it in the window's own thread:

- What fewer than 2,000 shipments hold is taken from the index first, and no other row of the day is asked: 8 to 13 ms →
  less than 3 ms for a rare word. Of what more hold, the first 2,000 rows of the day are looked at; they have 300 of a
  common one: 12 to 31 ms → 2 ms for the beginning of a number that all rows share.
- The chips of what narrows the table stay, and the one of the search is named anew: each key made three widgets in each
  of the four tables. Titles are updated only where the order has changed.
- Round pills are drawn once for a state and a width; a table that stays empty keeps its picture and its buttons, 21
  drawings of an outline each time.
- Cells that were read stay while the first rows alone are shown, and 60 rows are read at once, not 120.
- Where a table has its answer, it alone says why it has no rows.

- A cell is painted from one answer of its model, not from seven, and a text that fits is measured once: a painting of
  the table 11.8 ms → 9.1 ms, a key 20.3 ms → 17.5 ms of the window's thread (means of four on a busy machine, in turn).
  Chips of the tables behind other tabs wait for their pause as well.
- **Rows are painted at once.** Cell by cell, as Qt asks for it, each cell had an option and an index made for it, and
  its model was asked in turn: a painting of the table 8.9 ms → 4.7 ms, a key 17.5 ms → 10 ms of the window's thread
  (the least of some runs in turn). The pictures are the same, point by point.

What did not: to begin with the rows that the full-text index finds, whatever their number (60 ms for the beginning of a
number that all rows share); to name the chips when the rows come and not before (no difference beyond chance); to keep
texts as Qt has them ready for painting, in a `QStaticText` (15 % less where a text comes again, 4 % more where it is
new, and typing shows new ones).

- **One or two letters that few rows have are found by the trigrams that begin with them**, which the index lists in
  their order: 40 → 2 ms for `x` and `xq`, where all texts were looked through, and these were the worst keys (85 ms).
  For that each text is closed by two line ends, so that each of its letters begins a trigram. To index a file of
  100,000 anew for it took 4 to 6 s, a million 2 minutes: the texts of an older file stay as they are, an index knows
  which, and while there are any, letters are looked for as before.
- The first 2,000 rows of the day are looked at before the index is asked, and not behind it: a tenth less over all of
  these keys. Beside a longer word the trigrams of short ones are not asked for: twice the time for `calle 80 s`.
- Where the first 2,000 let one expect that 20,000 or fewer hold enough, as many are looked at before the index is asked
  (for a number that all share, or a street with a short word behind it, it goes through tens of thousands, twice):
  the worst of these queries 26 → 15 ms, all of them together a quarter less.

What is left, of 16 ms in the median, is 10 in the window's thread and the rest with the one that reads. Two thirds of
the 4.7 ms of a painting draw glyphs, 17 µs a text, of which shaping is a third; without kerning a third less, which the
eye would miss.
"""

ROW = Row(
    what="Keystroke in the search → painted, 100,000 rows",
    against="QSortFilterProxyModel over a Python model with the same cells, at every 25th of the same keystrokes",
    targets=(
        Target("painted_p50", "median keystroke", 100, is_most=False, compared=Compared.FASTER),
        Target("painted_p50", "median keystroke", 16),
        Target("painted_worst", f"worst of {len(KEYS)}", 50),
        Target("stood_still", "event loop late, worst", 50),
    ),
    tried=_TRIED,
    rounds=3,
    on_a_screen=True,
)
_SAMPLED = 25


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Type into the window's search."""
    with desk_on(own_copy(folder, SHIPMENTS, "own")) as desk:
        return typed(desk)


def typed(desk: Desk) -> Figures:
    """Type, each key as soon as the rows of the one before are painted."""
    watch, page, field = Watch(), desk.window.tabs.page, desk.window.top.search
    painted = Painted(
        [page.view.viewport(), page.empty],
        lambda: page.shown is not None and page.shown.search == field.text(),
    )
    page.rows_shown.connect(page.empty.update)  # also where it says the same
    field.setFocus()
    with watch.over():
        seconds = [painted.after(lambda key=key: press(field, key)) for key in KEYS]  # type: ignore[misc]
    while not page.is_answered:
        QApplication.processEvents()
    assert len(page.model.ids) == SHIPMENTS
    return {**quantiles_of(seconds, "painted"), "stood_still": watch.worst}


def yardstick(folder: Path) -> Figures:
    """Type some of the same keys into a field whose text is the filter of the proxy."""
    table = ProxiedTable(own_copy(folder, SHIPMENTS, "proxied"), Table.SHIPMENTS)
    field = QLineEdit()
    painted = Painted([table.view.viewport()], lambda: True)
    painted.after(table.view.show)
    seconds = []
    for before, key in list(texts())[::_SAMPLED]:
        field.setText(before)
        field.textChanged.connect(table.proxy.setFilterFixedString)
        field.textChanged.connect(lambda: table.view.viewport().update())  # also where the same rows are left
        seconds.append(painted.after(lambda key=key: press(field, key)))  # type: ignore[misc]
        field.textChanged.disconnect()
    return quantiles_of(seconds, "painted")


def texts() -> Iterator[tuple[str, str]]:
    """Yield each key with what stood in the field before it."""
    text = ""
    for key in KEYS:
        yield text, key
        text = text[:-1] if key == "<" else text + key


def press(field: QLineEdit, key: str) -> None:
    """Press and release a key."""
    code = Qt.Key.Key_Backspace if key == "<" else Qt.Key.Key_unknown
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(field, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, "" if key == "<" else key))
