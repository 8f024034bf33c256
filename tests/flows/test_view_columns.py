"""Each view has its columns; views, orders and columns are there again in the next window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.domain.views.columns import COLUMNS, SHIPMENT_VIEW, Table
from app.domain.views.queries import SortKey, ValueFilter, View, wide_columns
from app.ui.tables.column_arrangement import ColumnChooser
from app.ui.tables.table_page import TablePage
from tests.flows.conftest import Bench


@pytest.fixture
def ready(bench: Bench) -> Bench:
    bench.carrier()
    bench.trust()
    bench.open().load()
    return bench


def shown(page: TablePage) -> list[str]:
    return [page.model.columns[place].key for place in page.view.columns_header.chosen_places()]


def press(bench: Bench, key: str) -> None:
    next(one for one in bench.window.actions() if one.shortcut().toString() == key).trigger()


def test_each_view_has_its_columns_until_they_are_reset(ready: Bench) -> None:
    page = ready.window.tabs.page
    ready.window.views.choose(View.TO_ATTEND)
    first = shown(page)
    assert first[:6] == ["number", "visit_timestamp", "recipient", "recipient_phone", "recipient_address", "driver"]
    header = page.view.columns_header
    header.resizeSection(page.model.position("recipient"), 321)
    header.show_column(page.model.position("driver"), shown=False)
    ready.window.views.choose(View.DELIVERED)  # at once, before the columns are kept on their own
    narrow = set(SHIPMENT_VIEW) - set(wide_columns(Table.SHIPMENTS, View.ALL))
    assert shown(page) == [key for key in SHIPMENT_VIEW if key in narrow]
    ready.window.views.choose(View.TO_ATTEND)
    assert "driver" not in shown(page)
    assert header.sectionSize(page.model.position("recipient")) == 321
    header.reset_asked.emit()
    assert shown(page) == first
    ready.window.views.choose(View.ALL)
    ready.window.views.choose(View.TO_ATTEND)
    assert shown(page) == first


def test_the_bar_says_how_many_columns_have_no_room_and_opens_their_list(ready: Bench) -> None:
    window, page = ready.window, ready.window.tabs.page
    window.resize(1366, 768)
    page.view.selectRow(0)
    window.detail_fold.open()
    ready.qtbot.waitUntil(lambda: len(page.view.columns_header.folded) > 0)
    button = page.filters.columns
    ready.qtbot.waitUntil(lambda: button.text() == f"Columns +{len(page.view.columns_header.folded)}")
    assert button.accessibleName() == "Columns"
    button.click()
    chooser = page.findChild(ColumnChooser)
    assert chooser is not None
    assert chooser.isVisible()
    chooser.close()
    window.resize(2400, 900)
    window.detail_fold.toggle()
    ready.qtbot.waitUntil(lambda: button.text() == "Columns")


def test_a_click_on_a_tab_leaves_the_keyboard_in_its_table(ready: Bench) -> None:
    window = ready.window
    window.tabs.page.view.setFocus()
    bar = window.tabs.tabBar()
    for place in (1, 0):
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())
        assert window.tabs.currentIndex() == place
        assert window.tabs.main_focus().hasFocus()


def test_a_click_on_a_row_opens_its_detail_in_a_narrow_window_too(ready: Bench) -> None:
    window, view = ready.window, ready.window.tabs.page.view
    window.resize(911, 512)
    ready.qtbot.waitUntil(lambda: window.width() == 911 and not window.detail.isVisible())
    index = view.rows.index(1, view.columns_header.shown_places()[0])
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    ready.qtbot.waitUntil(window.detail.isVisible)
    assert view.selected_ids() == [view.rows.ids[1]]


def test_a_low_window_has_filters_and_columns_beside_the_tabs(ready: Bench) -> None:
    window = ready.window
    assert not window.tab_actions.filters.isVisible()
    window.resize(911, 512)
    ready.qtbot.waitUntil(window.tab_actions.filters.isVisible)
    window.tab_actions.columns.click()
    assert window.tabs.page.findChild(ColumnChooser) is not None
    window.resize(1366, 768)
    ready.qtbot.waitUntil(lambda: not window.tab_actions.filters.isVisible())


def test_view_order_and_columns_survive_a_restart(ready: Bench) -> None:
    page = ready.window.tabs.page
    ready.window.views.choose(View.DELIVERED)
    page.view.columns_header.sort_by(page.model.position("recipient"))
    page.view.columns_header.show_column(page.model.position("route"), shown=True)
    with ready.qtbot.waitSignal(page._arrangement.kept):
        pass
    ready.settle()
    rows = ready.column("number")
    ready.desk.stop()
    page = ready.open().window.tabs.page
    ready.settle()
    assert (page.narrowing.view, page.narrowing.sort) == (View.DELIVERED, (SortKey("recipient"),))
    assert "route" in shown(page)
    assert ready.column("number") == rows
    assert not ready.window.undo_stack.canUndo()


def test_another_theme_leaves_search_and_filters_as_they_were(ready: Bench) -> None:
    window = ready.window
    window.top.search.setText("bog")
    window.tabs.page.add_filter(ValueFilter("note", None))
    before = window.filtering.state()
    window.settings.rebuild_asked.emit()
    assert ready.window is not window
    assert ready.window.filtering.state() == before
    assert ready.window.top.search.text() == "bog"


def test_enter_in_the_search_opens_the_only_hit_and_goes_to_several(ready: Bench) -> None:
    window = ready.window
    number = ready.column("number")[7]
    window.top.search.setFocus()
    window.top.search.setText(number)
    QTest.keyClick(window.top.search, Qt.Key.Key_Return)
    ready.qtbot.waitUntil(window.detail.hasFocus)
    ready.qtbot.waitUntil(lambda: number in window.detail.shown_texts())
    window.top.search.setFocus()
    window.top.search.setText("bog")
    QTest.keyClick(window.top.search, Qt.Key.Key_Return)
    ready.qtbot.waitUntil(window.tabs.page.view.hasFocus)
    assert len(window.tabs.page.model.ids) > 1


@pytest.mark.parametrize("by_key", [True, False])
def test_a_manifest_leads_to_its_shipments_and_a_chip_clears_that(ready: Bench, by_key: bool) -> None:
    window = ready.window
    window.tabs.setCurrentWidget(window.tabs.pages[Table.MANIFESTS])
    manifests = window.tabs.page
    ready.qtbot.waitUntil(lambda: bool(manifests.model.ids))
    manifests.view.selectRow(0)
    number, listed = manifests.model.value(0, "number"), manifests.model.value(0, "shipments")
    assert "Show its shipments" in {
        one.text() for one in manifests.view.menu_of(manifests.view.currentIndex()).actions()
    }
    if by_key:
        QTest.keyClick(manifests.view, Qt.Key.Key_Return)
    else:
        window.detail_fold.open()
        ready.qtbot.waitUntil(window.detail.isVisible)
        next(one for one in window.detail.findChildren(QPushButton) if one.text() == "Show its shipments").click()
    page = window.tabs.page
    assert page.table is Table.SHIPMENTS
    ready.qtbot.waitUntil(lambda: page.is_answered and len(page.model.ids) == listed)
    assert page.narrowing.filters == (ValueFilter("manifest_number", number),)
    page.filters.removed.emit(page.narrowing.filters[0])
    ready.qtbot.waitUntil(lambda: len(page.model.ids) == 60)


def test_several_selected_rows_are_acted_on_together(ready: Bench) -> None:
    window = ready.window
    window.tabs.page.view.selectAll()
    ready.qtbot.waitUntil(lambda: "60 rows selected" in window.detail.shown_texts())
    window.detail.export_asked.emit()
    dialog = window.exporting.dialog
    assert dialog is not None
    assert dialog.is_of_selection
    assert len(dialog.shown.selected) == 60
    dialog.close()
    window.tabs.page.view.selectRow(3)
    ready.qtbot.waitUntil(lambda: window.detail.is_of_row)


def test_notifications_show_their_bodies_for_diagnostics_alone(ready: Bench) -> None:
    window = ready.window
    page = window.tabs.pages[Table.NOTIFICATIONS]
    assert "raw" in {column.key for column in COLUMNS[Table.NOTIFICATIONS]}
    assert "raw" not in shown(page)
    next(one for one in window.actions() if one.text() == "Diagnostics: notifications as sent").trigger()
    assert window.tabs.page is page
    assert "raw" in shown(page)
