"""From a key pressed in the search to the rows that it leaves, painted, of a day of 100,000."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from app.domain.columns import Table
from tests.bench.days import data_folder, own_copy
from tests.bench.painted import Painted
from tests.bench.proxied import ProxiedTable
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
"""A name, a number, a street, a wrong letter, two names, a phone, what nobody is called: `<` takes a letter back."""

ROW = Row(
    what="Keystroke in the search → painted, 100,000 rows",
    against="QSortFilterProxyModel over a Python model with the same cells, at every 25th of the same keystrokes",
    targets=(
        Target("painted_p50", "median keystroke", 100, is_most=False, compared=Compared.FASTER),
        Target("painted_p50", "median keystroke", 16),
        Target("painted_worst", f"worst of {len(KEYS)}", 50),
        Target("stood_still", "event loop late, worst", 50),
    ),
    tried="",
    rounds=3,
    on_a_screen=True,
)
_SAMPLED = 25


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Type into the window's search, each key as soon as the rows of the one before are painted."""
    watch = Watch()
    with desk_on(own_copy(folder, SHIPMENTS, "own")) as desk:
        page, field = desk.window.page, desk.window.top.search
        painted = Painted(
            [page.view.viewport(), page.empty],
            lambda: page.shown is not None and page.shown.search == field.text(),
        )
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
        field.textChanged.connect(table.view.viewport().update)  # also where the same rows are left
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
