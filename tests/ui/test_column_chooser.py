import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.views.columns import COLUMNS, Table, is_offered
from app.ui.appearance.theme import LIGHT, apply_theme
from app.ui.cells.table_model import RowsModel
from app.ui.tables.column_arrangement import ColumnChooser
from app.ui.tables.columns_header import ColumnsHeader
from app.ui.tables.table_view import RowsView
from tests.ui.conftest import Shelf, formats


@pytest.fixture
def view(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> RowsView:
    model = RowsModel(COLUMNS[Table.SHIPMENTS], lambda ids: shelf.cells(Table.SHIPMENTS, ids), str)
    model.formats = formats()
    view = RowsView(model, LIGHT)
    qtbot.addWidget(view)
    view.resize(700, 300)
    view.columns_header.show_columns(("number", "recipient", "recipient_address"), [])
    view.show_ids(list(range(30)))
    view.show()
    return view


def shown(header: ColumnsHeader, model: RowsModel) -> list[str]:
    return [model.columns[place].key for place in header.shown_places()]


def titles(chooser: ColumnChooser) -> list[str]:
    items = [chooser.list.item(row) for row in range(chooser.list.count())]
    return [item.text() for item in items if not item.isHidden()]


def test_columns_are_found_by_what_one_types_and_checked_one_after_the_other(view: RowsView) -> None:
    chooser = ColumnChooser(view.columns_header, view)
    chooser.open_at(view.mapToGlobal(QPoint(0, 0)))
    assert len(titles(chooser)) == len([one for one in COLUMNS[Table.SHIPMENTS] if is_offered(one, ())])
    for words, key in (("DRÍVER", "driver"), ("nóte", "note")):
        chooser.field.setText(words)
        assert len(titles(chooser)) == 1
        QTest.keyClick(chooser.field, Qt.Key.Key_Return)
        assert key in shown(view.columns_header, view.rows)
    assert chooser.isVisible()
    QTest.keyClick(chooser, Qt.Key.Key_Escape)
    assert not chooser.isVisible()


def test_the_last_column_cannot_be_hidden(view: RowsView) -> None:
    chooser = ColumnChooser(view.columns_header, view)
    for words in ("Recipient", "Address", "Number"):
        chooser.field.setText(words)
        item = next(item for item in chooser.list.findItems(words, Qt.MatchFlag.MatchExactly))
        item.setCheckState(Qt.CheckState.Unchecked)
    assert shown(view.columns_header, view.rows) == ["number"]
    assert item.checkState() is Qt.CheckState.Checked
    chooser.close()


def test_kept_columns_without_any_to_show_are_the_first_ones_again(view: RowsView) -> None:
    header = view.columns_header
    header.show_columns(("number", "recipient"), [("recipient", 90, False), ("gone", 90, True), ("number", 0, False)])
    assert shown(header, view.rows) == ["recipient", "number"]


def test_kept_widths_grow_with_the_texts(qapp: QApplication, large_texts: None, view: RowsView) -> None:
    apply_theme(qapp, LIGHT)  # which has the size of texts
    header = view.columns_header
    kept = [("recipient", 130, True)]
    header.show_columns(("number", "recipient"), kept)
    assert header.sectionSize(view.rows.position("recipient")) == 270
    assert header.arrangement()[:1] == kept


def test_the_first_column_stays_while_the_others_are_scrolled(view: RowsView) -> None:
    header, first = view.columns_header, view.rows.position("number")
    header.resizeSection(view.rows.position("recipient_address"), 900)
    width, row = header.sectionSize(first), view.rowViewportPosition(2) + 5
    QTest.mouseMove(view.viewport(), QPoint(width + 50, 250))  # another test may have left it over the first column
    QApplication.processEvents()
    before = view.viewport().grab().copy(0, 0, width - 1, 200).toImage()
    view.horizontalScrollBar().setValue(400)
    QApplication.processEvents()
    assert header.sectionViewportPosition(first) < 0
    assert view.viewport().grab().copy(0, 0, width - 1, 200).toImage() == before
    assert view.indexAt(QPoint(5, row)) == view.rows.index(2, first)
    assert view.indexAt(QPoint(width + 5, row)).column() != first
    view.scrollTo(view.rows.index(2, view.rows.position("recipient")))
    assert header.sectionViewportPosition(view.rows.position("recipient")) >= width


def test_words_that_no_column_has_are_answered(view: RowsView) -> None:
    chooser = ColumnChooser(view.columns_header, view)
    chooser.open_at(view.mapToGlobal(QPoint(0, 0)))
    for words, is_found in (("zzz", False), ("driver", True)):
        chooser.field.setText(words)
        assert (chooser.list.isVisible(), chooser.nothing.isVisible()) == (is_found, not is_found)
    chooser.close()
