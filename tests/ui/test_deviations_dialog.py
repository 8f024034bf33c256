"""The page of what the provider sends outside the contract."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.contract.deviations import DeviationRow, Source, What, shape_text
from app.i18n import Catalog
from app.ui.context.window_context import WindowContext
from app.ui.help.deviations import DeviationsDialog
from tests.ui.conftest import Shelf

ROW = DeviationRow(
    Source.NOTIFICATION,
    "data.estado_nuevo",
    What.UNKNOWN_STATUS,
    "reprogramada",
    datetime(2026, 11, 19, 20, 0, tzinfo=UTC),
    datetime(2026, 11, 20, 15, 4, 5, tzinfo=UTC),
    1234,
)


class Listed(Shelf):
    """Rows that know of deviations."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[DeviationRow] = []

    def deviations(self) -> Sequence[DeviationRow]:
        return self.kept


@pytest.fixture
def shelf() -> Listed:
    return Listed()


@pytest.fixture
def dialog(context: WindowContext, dressed: QApplication) -> Iterator[DeviationsDialog]:
    dialog = DeviationsDialog(context)
    yield dialog
    dialog.close()


def test_each_kind_is_a_row_in_words_by_the_sites_clock_and_can_be_copied(
    dialog: DeviationsDialog, shelf: Listed, qtbot: QtBot
) -> None:
    shelf.kept = [ROW]
    dialog.show()
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    items = [dialog.table.item(0, column) for column in range(dialog.table.columnCount())]
    assert [item.text() for item in items if item is not None] == [
        "Notifications", "data.estado_nuevo", "Status that the contract does not list", "reprogramada",
        "yesterday 15:00:00", "10:04:05", "1,234",
    ]  # fmt: skip
    headers = [dialog.table.horizontalHeaderItem(column) for column in (5, 6)]
    sides = [item.textAlignment() & Qt.AlignmentFlag.AlignRight for item in headers if item is not None]
    assert list(map(bool, sides)) == [False, True]  # as the figures below it
    assert dialog.table.isVisible()
    assert dialog.table.accessibleName() == "What the provider sends outside the contract"
    dialog.copy.click()
    titles, line = QGuiApplication.clipboard().text().split("\n")
    assert titles.split("\t")[1] == "Where"
    assert line.split("\t")[1:4] == ["data.estado_nuevo", "Status that the contract does not list", "reprogramada"]


def test_no_cell_of_the_copied_table_is_a_formula(dialog: DeviationsDialog, shelf: Listed, qtbot: QtBot) -> None:
    shelf.kept = [ROW._replace(place="=1+1", example="@SUM(A1)")]
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    dialog.copy.click()
    cells = QGuiApplication.clipboard().text().split("\n")[1].split("\t")
    assert (cells[1], cells[3], cells[6]) == ("'=1+1", "'@SUM(A1)", "1234")


def test_nothing_beside_the_contract_is_said_to_be_so(dialog: DeviationsDialog, qtbot: QtBot) -> None:
    dialog.show()
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.empty.title.text() == "Nothing outside the contract")
    assert dialog.empty.isVisible()
    assert not dialog.copy.isEnabled()


@pytest.mark.parametrize(("example", "spanish"), [
    ("number", "número"),
    ("text, 1 characters", "texto, 1 carácter"),
    ("list, 3 items", "lista, 3 elementos"),
    ("1.250.000", None),
])  # fmt: skip
def test_a_shape_reads_in_the_users_language_and_a_value_as_it_was_sent(example: str, spanish: str | None) -> None:
    text = shape_text(What.OTHER_TYPE, example)
    assert (text and Catalog.load("es").say(text)) == spanish
    assert shape_text(What.UNKNOWN_STATUS, example) is None
