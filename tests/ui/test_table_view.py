"""A table of many rows: what one does with thousands of them costs no more than what is on the screen."""

from collections.abc import Callable, Iterable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QGuiApplication, QHelpEvent, QHoverEvent, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QStackedWidget, QTableView, QToolTip
from pytestqt.qtbot import QtBot

from app.domain.column import Cell, Kind
from app.domain.contract.statuses import State
from app.domain.views.columns import COLUMNS, DESK_TABLES, FIRST_VIEW, Table
from app.domain.views.queries import SortKey, View, first_columns, first_hidden, wide_columns
from app.ui.appearance.icons import RowLook
from app.ui.appearance.pills import pill_padding
from app.ui.appearance.theme import CELL_PADDING, LIGHT
from app.ui.cells.cell_painter import sign_width
from app.ui.cells.table_model import RowsModel
from app.ui.context.window_context import WindowContext
from app.ui.tables.copy_here import CopyHere
from app.ui.tables.row_menu import RowAct
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_view import RowsView
from tests.ui.conftest import SHOWN, Shelf, formats


class CountedModel(RowsModel):
    """Counts how often it is asked how many rows it has, which Qt does for every cell that it looks at."""

    asked = 0

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        self.asked += 1
        return super().rowCount(parent)


def shown(qtbot: QtBot, shelf: Shelf, table: Table, rows: int, kind: type[RowsView] = RowsView) -> RowsView:
    model = CountedModel(COLUMNS[table], lambda ids: shelf.cells(table, ids), str)
    model.formats = formats()
    view = kind(model, LIGHT)
    qtbot.addWidget(view)
    view.resize(900, 500)
    with qtbot.waitExposed(view):
        view.show()
    model.show_ids(list(range(rows)))
    QApplication.processEvents()
    return view


def test_to_select_all_rows_looks_at_none_of_them(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 5000)
    model = view.rows
    assert isinstance(model, CountedModel)
    model.asked = 0
    view.selectAll()
    QApplication.processEvents()
    assert len(view.selected_ids()) == 5000
    assert model.asked < 2500


def test_a_table_behind_another_one_reads_no_cell_until_it_is_looked_at(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, context: WindowContext
) -> None:
    shelf.ids[Table.VISITS] = list(range(1000))
    page = TablePage(Table.VISITS, context)
    qtbot.addWidget(page)
    page.model.formats = formats()
    page.resize(900, 500)
    with qtbot.waitSignal(page.rows_shown):
        page.show_day(SHOWN)
    assert shelf.read == []
    page.show()
    assert 0 < len({one for _, some in shelf.read for one in some}) <= 60


class Valued(Shelf):
    """Rows with these values in the columns of these names."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__()
        self.values = values

    def _texts(self, table: Table, one: int) -> list[Cell]:
        texts = zip(COLUMNS[table], super()._texts(table, one), strict=True)
        return [self.values.get(column.key, text) for column, text in texts]


def copied_values(view: RowsView) -> dict[str, str]:
    """Return what each menu entry that copies one value of the first row puts on the clipboard."""
    view.pick(0)
    copied = {}
    menu = view.menu_of(view.currentIndex())
    for action in menu.actions():
        if action.text().startswith("Copy") and "rows" not in action.text() and "summary" not in action.text():
            action.trigger()
            copied[action.text()] = QGuiApplication.clipboard().text()
    menu.close()
    QGuiApplication.clipboard().clear()
    return copied


class CellByCell(RowsView):
    """Has Qt paint it, except the first column over those that are scrolled."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        QTableView.paintEvent(self, event)
        with QPainter(self.viewport()) as painter:
            self._paint_frozen(painter, event.region())


def look_at_columns(view: RowsView) -> None:
    """Move a column, hide one, and scroll to where the first one is not seen, with a row that changed just now."""
    view.rows.flash({view.rows.ids[3]: 1.0})
    header = view.columns_header
    header.moveSection(0, 2)
    header.setSectionHidden(header.logicalIndex(4), True)
    view.horizontalScrollBar().setValue(header.sectionSize(header.shown_places()[0]) * 3 // 2)


def look_with_the_keyboard(view: RowsView) -> None:
    """Have the keyboard, two rows selected, and the cursor on the second of them."""
    view.window().activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view.selectRow(2)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)


def look_at_the_last_rows(view: RowsView) -> None:
    """Have the last row on the screen selected, and some above it."""
    rows = view.visible_rows()
    for row in (rows[-1], rows[-3], rows[-5]):
        view.selectionModel().select(
            view.rows.index(row, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        )


def look_at_more_spans_than_rows(view: RowsView) -> None:
    """Have every other row of all selected."""
    for row in range(0, view.rows.rowCount(), 2):
        view.selectionModel().select(
            view.rows.index(row, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        )


def look_with_the_pointer(view: RowsView) -> None:
    """Have the pointer on a row."""
    at = QPointF(20, view.rowViewportPosition(4) + 10)
    QApplication.sendEvent(view.viewport(), QHoverEvent(QEvent.Type.HoverMove, at, at, at))


def look_at_what_changed(view: RowsView) -> None:
    """Change rows just now; one is selected."""
    view.selectRow(1)
    view.rows.flash({view.rows.ids[1]: 1.0, view.rows.ids[3]: 0.5})


@pytest.mark.parametrize("table", [Table.SHIPMENTS, Table.VISITS])
@pytest.mark.parametrize(
    "look",
    [
        look_at_columns,
        look_with_the_keyboard,
        look_at_the_last_rows,
        look_at_more_spans_than_rows,
        look_with_the_pointer,
        look_at_what_changed,
    ],
)
def test_rows_are_painted_at_once_as_qt_would_paint_them_cell_by_cell(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, table: Table, look: Callable[[RowsView], None]
) -> None:
    pictures = []
    for kind in (RowsView, CellByCell):
        view = shown(qtbot, shelf, table, 100, kind)
        plain = view.viewport().grab().toImage()
        look(view)
        QApplication.processEvents()
        pictures.append(view.viewport().grab().toImage())
        assert pictures[-1] != plain
        view.close()
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(("number_width", "scrolled"), [(1000, 0), (400, 280)])
def test_a_number_that_goes_on_beyond_the_edge_ends_with_a_sign_as_in_a_narrow_column(
    qtbot: QtBot, dressed: QApplication, number_width: int, scrolled: int
) -> None:
    view = shown(qtbot, Valued({"number": "1234567890" * 4}), Table.SHIPMENTS, 3)
    header, number = view.columns_header, view.rows.position("number")
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.resize(420 + view.width() - view.viewport().width(), 300)
    for place in header.shown_places():
        header.setSectionHidden(place, place not in (0, number, number + 1))
    header.resizeSection(0, 200 if scrolled else 300)
    header.resizeSection(number + 1, 1000)
    pictures = []
    for width, at in ((120, 0), (number_width, scrolled)):
        header.resizeSection(number, width)
        view.horizontalScrollBar().setValue(at)
        QApplication.processEvents()
        assert (view.viewport().width(), header.offset()) == (420, at)
        pictures.append(view.viewport().grab(QRect(header.sectionSize(0), 0, 120, 90)).toImage())
    assert pictures[0] == pictures[1]


def test_of_many_rows_those_that_changed_alone_are_painted(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 100)
    painted: list[int] = []
    look = view.rows.look

    def noted(row: int, places: Iterable[int]) -> RowLook:
        painted.append(row)
        return look(row, places)

    monkeypatch.setattr(view.rows, "look", noted)
    view.viewport().repaint()
    QApplication.processEvents()
    painted.clear()
    view.rows.repaint_rows(2, 2)
    view.rows.repaint_rows(9, 9)
    qtbot.waitUntil(lambda: bool(painted))
    assert {2, 9} <= set(painted) <= {2, 3, 9, 10}  # Qt has a point of the next row painted as well


def test_of_a_table_that_is_behind_another_one_no_row_is_on_the_screen(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 5000)
    assert 0 < len(view.visible_rows()) < 50
    view.hide()
    assert not view.visible_rows()


def test_a_copied_value_is_no_formula_and_a_phone_or_a_body_is_copied_as_it_is(
    qtbot: QtBot, dressed: QApplication
) -> None:
    values = {
        "recipient_address": "=1+1",
        "complement": "Torre\n3",
        "recipient_phone": "+57 306 555 0117",
        "number": "-12",
    }
    shelf = Valued(values | {"raw": "=1+1"})
    expected = {
        "Copy address": "'=1+1, Torre 3",
        "Copy phone": "+57 306 555 0117",
        "Copy number": "-12",
        "Copy visit number": "0",
    }
    assert copied_values(shown(qtbot, shelf, Table.SHIPMENTS, 1)) == expected
    assert copied_values(shown(qtbot, shelf, Table.REJECTED, 1)) == {"Copy as sent": "=1+1"}


def test_a_value_is_copied_of_all_selected_rows_or_of_another_one_alone(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 9)
    view.selectAll()
    flags = QItemSelectionModel.SelectionFlag
    view.selectionModel().select(view.rows.index(8, 0), flags.Rows | flags.Deselect)
    numbers = [view.rows.text(row, "number") for row in range(9)]
    for row, expected in ((3, numbers[:8]), (8, numbers[8:])):
        menu = view.menu_of(view.rows.index(row, 0))
        next(one for one in menu.actions() if one.text() == "Copy number").trigger()
        assert QGuiApplication.clipboard().text().split("\n") == expected
        menu.close()


@pytest.mark.parametrize(("table", "is_followed"), [(Table.VISITS, True), (Table.MANIFESTS, False)])
def test_what_one_does_about_a_delivery_is_in_the_menu_of_its_row(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, table: Table, is_followed: bool
) -> None:
    view = shown(qtbot, shelf, table, 10)
    view.pick(3)
    menu = view.menu_of(view.currentIndex())
    acts = [action for action in menu.actions() if action.text().split("\t")[0] in ("Acknowledge…", "Mark as seen")]
    assert bool(acts) == is_followed
    if acts:
        with qtbot.waitSignal(view.act_asked) as asked:
            acts[0].trigger()
        assert asked.args == [RowAct.ACKNOWLEDGE]
    assert isinstance(menu, QMenu)
    menu.close()


def test_enter_opens_the_detail_and_ctrl_enter_does_not(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 10)
    with qtbot.waitSignal(view.detail_asked):
        QTest.keyClick(view, Qt.Key.Key_Return)
    with qtbot.assertNotEmitted(view.detail_asked):
        QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def keys_of(view: RowsView, places: list[int]) -> list[str]:
    return [view.rows.columns[place].key for place in places]


def fill(view: RowsView, width: int, *, has_detail: bool = False, is_wide: bool = False) -> None:
    hidden_first = partial(first_hidden, has_detail=has_detail)
    view.columns_header.fill(width, hidden_first=hidden_first, is_wide=is_wide)


@pytest.mark.parametrize("width", [400, 800])
@pytest.mark.parametrize("table", DESK_TABLES)
def test_where_room_is_scarce_columns_are_hidden_and_none_is_narrower_than_its_title_or_its_numbers(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, width: int, table: Table
) -> None:
    view = shown(qtbot, shelf, table, 10)
    header = view.columns_header
    header.show_columns(FIRST_VIEW[table], [])
    header.measure()
    fill(view, width)
    assert header.folded or width == 800
    assert keys_of(view, header.chosen_places()) == list(FIRST_VIEW[table])
    for place in header.shown_places():
        is_number = view.rows.columns[place].kind in (Kind.ID, Kind.NUMBER, Kind.MONEY, Kind.DATE, Kind.SENT)
        least = max(header.sectionSizeHint(place), view.sizeHintForColumn(place) if is_number else 0)
        assert header.sectionSize(place) >= least


def test_the_row_below_a_still_pointer_is_another_one_once_the_table_is_scrolled(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 500)
    look_with_the_pointer(view)
    view.verticalScrollBar().setValue(3)
    assert view._delegate._hovered_row == 7


def test_the_number_under_the_pointer_is_copied_by_the_button_behind_it(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 9)
    view.columns_header.show_columns(FIRST_VIEW[Table.SHIPMENTS], [])
    (button,) = view.findChildren(CopyHere)

    def point(key: str) -> None:
        at = view.visualRect(view.rows.index(4, view.rows.position(key))).center().toPointF()
        QApplication.sendEvent(view.viewport(), QHoverEvent(QEvent.Type.HoverMove, at, at, at))

    point("recipient")
    assert not button.isVisible()
    point("number")
    assert button.isVisible()
    with qtbot.waitSignal(view.copied) as said:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (QGuiApplication.clipboard().text(), said.args) == ("number 4 0", ["number 4 0 is on the clipboard."])
    view.columns_header.resizeSection(view.rows.position("number"), 50)
    point("number")
    cell = view.visualRect(view.rows.index(4, view.rows.position("number")))
    assert button.geometry().right() <= cell.right()
    view.verticalScrollBar().setValue(1)
    assert not button.isVisible() or view.verticalScrollBar().maximum() == 0


def test_a_tooltip_repeats_no_text_that_can_be_read_whole(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    view = shown(qtbot, shelf, Table.VISITS, 3)
    place = view.rows.position("driver")
    index = view.rows.index(0, place)

    def tip(width: int) -> str:
        view.columns_header.resizeSection(place, width)
        view.scrollTo(index)
        at = view.visualRect(index).center()
        QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at)))
        return QToolTip.text()

    assert "driver 0 0" in tip(50)
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    assert not tip(300) or not QToolTip.isVisible()


def test_a_status_has_room_for_the_sign_beside_it(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.extras[0] = (State.DELIVERED, None, "contradiccion", None, 1)
    view = shown(qtbot, shelf, Table.SHIPMENTS, 1)
    header, place = view.columns_header, view.rows.position("shown_status")
    monkeypatch.setattr(view.rows, "_text", lambda *_: "Entregado")
    monkeypatch.setattr(view.rows.formats, "status", lambda _name: "Entregado")
    text = QFontMetricsF(header.font()).horizontalAdvance("Entregado")
    needed = text + pill_padding() + 2 * CELL_PADDING
    assert needed <= header._least_width(place) < needed + sign_width()
    header.show_columns(FIRST_VIEW[Table.SHIPMENTS], [])
    header.measure()
    assert header._least_width(place) >= needed + sign_width()


@pytest.mark.parametrize("text", ["", "Robbery or a very long reason of the site"])
@pytest.mark.parametrize(
    ("table", "view_of"), [(Table.SHIPMENTS, View.ALL), (Table.SHIPMENTS, View.TO_ATTEND), (Table.VISITS, View.ALL)]
)
def test_at_1366_the_columns_of_a_view_are_the_same_whatever_they_hold(
    qtbot: QtBot,
    dressed: QApplication,
    shelf: Shelf,
    monkeypatch: pytest.MonkeyPatch,
    table: Table,
    view_of: View,
    text: str,
) -> None:
    view = shown(qtbot, shelf, table, 10)
    keys = first_columns(table, view_of)
    monkeypatch.setattr(RowsModel, "_text", lambda *_: text)
    header, wide = view.columns_header, wide_columns(table, view_of)
    header.show_columns(keys, [], wide)
    header._needed = dict.fromkeys(range(len(view.rows.columns)), 90)
    fill(view, 1136)
    assert keys_of(view, header.shown_places()) == [key for key in keys if key not in wide]
    assert header.folded == []


def test_a_right_aligned_title_ends_before_its_sign_also_when_it_is_sorted_by(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.MANIFESTS, 3)
    header = view.columns_header
    header.show_columns(FIRST_VIEW[Table.MANIFESTS], [])
    fill(view, 1136)
    place = view.rows.position("on_its_way")
    needed = header.fontMetrics().horizontalAdvance("Out for delivery ↓")
    sign = header._sign_of(header._rect_of(place))
    assert sign.left() - header.sectionViewportPosition(place) - CELL_PADDING >= needed
    header.show_order((SortKey("on_its_way", descending=True),))
    assert header.sectionSizeFromContents(place).width() <= header.sectionSize(place)


def test_a_filtered_title_has_a_funnel(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    header = shown(qtbot, shelf, Table.SHIPMENTS, 3).columns_header
    before = header.grab().toImage()
    header.show_filtered(key for key in ["number"])
    assert header.grab().toImage() != before


def test_names_and_addresses_share_the_room_that_is_left(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 20)
    header, first, wide = view.columns_header, FIRST_VIEW[Table.SHIPMENTS], wide_columns(Table.SHIPMENTS, View.ALL)
    header.show_columns(first, [], wide)
    header.measure()
    fill(view, 1200)
    recipient, address = (view.rows.position(key) for key in ("recipient", "recipient_address"))
    assert keys_of(view, header.shown_places()) == [key for key in first if key not in wide]
    assert 1195 <= sum(map(header.sectionSize, header.shown_places())) <= 1200
    assert header.sectionSize(recipient) >= header._first_width(recipient)
    assert header.sectionSize(address) >= view.sizeHintForColumn(address) > header._first_width(address)
    fill(view, 5000, is_wide=True)
    assert keys_of(view, header.shown_places()) == list(first)
    assert 1.45 < header.sectionSize(address) / header.sectionSize(recipient) < 1.65
    fill(view, 700)
    assert keys_of(view, header.shown_places()) == ["number", "shown_status", "recipient", "recipient_address"]
    fill(view, 840, has_detail=True)
    assert "recipient_phone" not in keys_of(view, header.shown_places())
    assert "locality" in keys_of(view, header.shown_places())


def test_a_column_that_the_user_widens_stays_so_and_those_without_room_are_scrolled_to(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 20)
    header, number = view.columns_header, view.rows.position("number")
    header.show_columns(FIRST_VIEW[Table.SHIPMENTS], [])
    fill(view, 700)
    folded = list(header.folded)
    with qtbot.waitSignal(header.columns_changed):
        header.resizeSection(number, 300)
    assert set(folded) <= set(header.shown_places())
    assert header.sectionSize(number) == 300


def test_a_number_that_is_painted_with_too_little_room_is_a_sign_alone_and_asks_for_more(
    qtbot: QtBot, dressed: QApplication
) -> None:
    view = shown(qtbot, Valued({"number": "1234567890" * 2}), Table.SHIPMENTS, 3)
    header, number = view.columns_header, view.rows.position("number")
    header.show_columns(FIRST_VIEW[Table.SHIPMENTS], [])
    header.measure()
    with qtbot.waitSignal(view.room_lacked):
        header.resizeSection(number, 100)
    assert not header.measure()  # it needs no more than before: nothing is filled again and again
    header._needed[number] = 50
    assert header.measure()
    fill(view, 900)
    with qtbot.assertNotEmitted(view.room_lacked, wait=0):
        view.viewport().grab()
        QApplication.processEvents()


@pytest.mark.parametrize("height", range(400, 430, 7))
def test_every_row_is_shown_whole_the_last_one_too(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf, height: int
) -> None:
    """Where the rest of the height was left empty only by the painting, the last row could not be scrolled to."""
    around = QStackedWidget()
    view = shown(qtbot, shelf, Table.SHIPMENTS, 100, RowsView)
    around.addWidget(view)
    around.resize(800, height)
    around.show()
    view.setCurrentIndex(view.rows.index(99, 0))
    QApplication.processEvents()
    high = view.verticalHeader().defaultSectionSize()
    assert view.viewport().height() % high == 0
    assert 0 <= around.contentsRect().bottom() - view.geometry().bottom() < high
    assert view.visible_rows()[-1] == 99
    assert view.rowViewportPosition(view.visible_rows()[0]) == 0
    assert view.visualRect(view.currentIndex()).bottom() == view.viewport().rect().bottom()
    view.setParent(None)


def test_the_first_and_the_last_row_are_selected_by_their_keys(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 100)
    view.pick(50)
    for key, row in ((Qt.Key.Key_End, 99), (Qt.Key.Key_Home, 0)):
        QTest.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
        assert view.currentIndex().row() == row
        assert view.selected_ids() == [view.rows.ids[row]]


def test_a_table_that_gets_the_keyboard_by_no_key_has_no_current_row(
    qtbot: QtBot, dressed: QApplication, shelf: Shelf
) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 100)
    for reason in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.OtherFocusReason):
        QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusIn, reason))
        assert view.current_id() is None
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.selected_ids() == [0]


def test_a_status_that_gets_a_sign_asks_for_room_for_both(qtbot: QtBot, dressed: QApplication, shelf: Shelf) -> None:
    view = shown(qtbot, shelf, Table.SHIPMENTS, 3)
    header = view.columns_header
    header.show_columns(FIRST_VIEW[Table.SHIPMENTS], [])
    header.measure()
    fill(view, 880)
    QApplication.processEvents()
    with qtbot.assertNotEmitted(view.room_lacked, wait=0):
        view.viewport().grab()
        QApplication.processEvents()
    shelf.extras[0] = (State.DELIVERED, None, "contradiccion", None, 1)
    with qtbot.waitSignal(view.room_lacked):
        view.rows.reread()
    assert header.measure()
    fill(view, 880)
    QApplication.processEvents()
    with qtbot.assertNotEmitted(view.room_lacked, wait=0):
        view.viewport().grab()
        QApplication.processEvents()
