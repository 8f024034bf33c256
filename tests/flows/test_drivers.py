"""The tab of the drivers in the whole window: what it shows as visits arrive, and what it leads to."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter
from app.ui.tables.filter_bar import FilterBar
from app.ui.views.filter_popup import FilterPopup
from tests.flows.conftest import Bench
from tests.flows.places.ways import search

EVA, LUIS = {"id": 7, "nombre": "Eva Ríos"}, {"id": 8, "nombre": "Luis"}


def opened(bench: Bench) -> Bench:
    bench.open()
    bench.receive()
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    QTest.keySequence(bench.window, QKeySequence("Ctrl+3"))
    for visit, minute in enumerate((10, 19, 28)):
        bench.notify(visit, at=f"08:{minute}:00", conductor=EVA)
        bench.notify(
            100 + visit, "falso_flete", at=f"09:{minute}:00", conductor=LUIS, ruta={"id": 2, "nombre": "Sur 2"}
        )
    bench.qtbot.waitUntil(lambda: [len(one.lane.visits) for one in bench.window.drivers.lines] == [3, 3])
    return bench


def test_drivers_appear_as_their_visits_arrive_and_the_silent_one_is_named(bench: Bench) -> None:
    window = opened(bench).window
    eva, luis = window.drivers.lines  # it is ten o'clock
    assert (eva.name, eva.is_silent, eva.closed) == ("Eva Ríos", True, "3 of 3")
    assert (luis.route, luis.is_silent, luis.failed) == ("Sur 2", False, "3 failed")
    assert window.line.counted.text() == "2 drivers · 6 closed visits"
    search(bench, "zzz")
    bench.qtbot.waitUntil(window.lanes.page.empty.isVisible)
    search(bench, "")
    bench.qtbot.waitUntil(lambda: len(window.drivers.lines) == 2)


def test_a_lane_filters_table_and_map_and_a_second_time_no_longer(bench: Bench) -> None:
    window = opened(bench).window
    table, visits = window.lanes.page.table, window.tabs.pages[Table.VISITS]
    table.setCurrentIndex(window.drivers.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: sorted(visits.model.ids) == [0, 1, 2])
    assert visits.narrowing.filters == (ValueFilter("driver", "Eva Ríos"),)
    assert len(window.drivers.lines) == 2, "the others stay to compare with"
    assert window.lanes.page.rows.text() == "3 visits in the table"
    window.lanes.page.map.click()
    assert window.tabs.name == "map"
    assert window.map.page.view.driver == "7"
    assert window.map.page.list_title.text() == "DRIVERS · 2"
    window.tabs.show_named("drivers")
    QTest.keyClick(table, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 6)


def test_a_visit_of_another_driver_than_the_chosen_one_opens_too(bench: Bench) -> None:
    window = opened(bench).window
    table, visits = window.lanes.page.table, window.tabs.pages[Table.VISITS]
    eva, luis = (one.lane for one in window.drivers.lines)
    table.lane_asked.emit(eva)
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 3)
    table.visit_asked.emit(luis.visits[1].visit_id)
    bench.qtbot.waitUntil(lambda: visits.view.current_id() == luis.visits[1].visit_id)
    bench.qtbot.waitUntil(window.detail.isVisible)
    assert visits.narrowing.filters == ()


def test_a_visit_of_a_lane_opens_its_detail_beside_the_lanes(bench: Bench) -> None:
    window = opened(bench).window
    table = window.lanes.page.table
    assert not window.detail.isVisible()
    table.setCurrentIndex(window.drivers.index(1, 0))
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: window.detail.isVisible() and "Visit 100" in window.detail.shown_texts())
    assert window.tabs.name == "drivers"


def test_the_filters_beside_the_lanes_open_the_values_of_the_table(bench: Bench) -> None:
    window = opened(bench).window
    (bar,) = window.lanes.page.findChildren(FilterBar)
    assert bar.isAncestorOf(window.lanes.page.order)  # one line for both
    window.resize(911, 512)
    bar.fold()
    assert window.lanes.page.order.isVisible(), "tools stay in a low window, where a bar without a filter is hidden"
    (button,) = (one for one in bar.findChildren(QPushButton) if one.accessibleName() == "Filters")
    button.click()
    menu = bench.the(QMenu, bar)
    next(one for one in menu.actions() if one.text() == "Driver").trigger()
    menu.close()
    popup = bench.the(FilterPopup)
    bench.qtbot.waitUntil(lambda: popup.list.topLevelItemCount() == 3)  # with that of all
    QTest.keyClicks(popup.field, "Luis")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert window.tabs.pages[Table.VISITS].narrowing.filters == (ValueFilter("driver", "Luis"),)
