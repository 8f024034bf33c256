"""Places of the board: its tabs, what stands beside them, the map and the figures of the day."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.ui.tables.table_page import TablePage
from tests.flows.conftest import NOW, Bench
from tests.flows.places.ways import Place, pick, search, settle

TABLES = (Table.SHIPMENTS, Table.VISITS, Table.MANIFESTS, Table.NOTIFICATIONS)


def board(bench: Bench) -> Iterator[Place]:
    """Yield them; the table of shipments is in front at the end."""
    yield from _tables(bench)
    yield from _details(bench)
    yield from _drivers(bench)
    yield from _map(bench)
    yield from _day(bench)
    bench.window.filtering.clear()
    bench.window.tabs.setCurrentIndex(0)
    bench.settle()


def _tables(bench: Bench) -> Iterator[Place]:
    window = bench.window
    for table in TABLES:
        window.tabs.show_table(table)
        page = window.tabs.page
        bench.qtbot.waitUntil(partial(_has_rows, page))
        pick(bench, 0)
        yield table.value, window
        yield from _beside(bench, table.value)


def _beside(bench: Bench, name: str) -> Iterator[Place]:
    """Yield the detail, where a narrow window had it folded."""
    window = bench.window
    if not window.detail.isVisible():
        window.detail_fold.open()
        settle()
        yield f"{name} with the detail", window
        window.detail_fold.toggle()
        settle()


def _details(bench: Bench) -> Iterator[Place]:
    """Yield what the detail says of rows of every kind; it stays open meanwhile."""
    window = bench.window
    was_open = window.detail.isVisible()
    window.detail_fold.open()
    for view in (View.TO_ATTEND, View.CONFLICTS, View.NO_SHIPMENT, View.FAR_AWAY):
        window.navigation.show_view(view)
        bench.settle()
        if window.tabs.page.model.ids:  # a hostile day has none of some
            pick(bench, 0)
        settle()
        yield f"view {view.value}", window
        folds = [one for one in window.detail.findChildren(QPushButton) if one.property("fold")]
        for fold in folds:
            fold.setChecked(True)  # so they are for the next row
        settle()
        if folds:
            yield f"view {view.value} with all of its detail", window
    window.navigation.show_view(View.ALL)
    window.tabs.setCurrentIndex(0)
    bench.settle()
    pick(bench, len(window.tabs.page.model.ids) - 1)
    window.follow_up.write_note()
    settle()
    yield "note", window
    window.tabs.page.view.selectAll()
    bench.qtbot.waitUntil(lambda: not window.detail.is_of_row)
    settle()
    yield "several rows", window
    window.tabs.page.view.selectionModel().clear()
    bench.qtbot.waitUntil(lambda: window.line.counted.text().count(" · ") == 1)  # count and value
    settle()
    yield "no row", window
    window.receiver.show_quarantined(NOW.date())
    bench.settle()
    pick(bench, 0)
    yield "set aside", window
    window.filtering.clear()
    window.navigation.show_bodies()
    bench.settle()
    yield "bodies", window
    window.tabs.page.view.columns_header.reset_asked.emit()
    if not was_open:
        window.detail_fold.toggle()
    window.tabs.setCurrentIndex(0)


def _drivers(bench: Bench) -> Iterator[Place]:
    window = bench.window
    window.tabs.show_named("drivers")
    bench.qtbot.waitUntil(lambda: bool(window.drivers.lines))
    settle()
    yield "drivers", window
    window.drivers.visits.choose(window.drivers.lines[0].lane)
    bench.settle()
    QTest.keyClick(window.lanes.page.table, Qt.Key.Key_Right)
    settle()
    yield "a driver chosen", window
    window.drivers.visits.choose(None)
    search(bench, "zzz")
    bench.qtbot.waitUntil(window.lanes.page.empty.isVisible)
    settle()
    yield "no drivers", window
    search(bench, "")


def _map(bench: Bench) -> Iterator[Place]:
    window = bench.window
    window.tabs.show_named("map")
    view = window.map.page.view
    bench.qtbot.waitUntil(lambda: bool(view.scene.spots))
    settle()
    yield "map", window
    window.drivers.visits.choose(window.drivers.lines[0].lane)
    bench.settle()
    window.map.show_visit(window.drivers.lines[0].lane.visits[0].visit_id)
    settle()
    yield "map of a driver", window
    window.drivers.visits.choose(None)
    bench.settle()
    for _ in range(6):
        window.map.page.smaller.click()
    settle()
    yield "map from far", window
    window.map.page.whole.click()
    QTest.keyClick(view, Qt.Key.Key_A)
    settle()
    yield "area of the map", window
    QTest.keyClick(view, Qt.Key.Key_Escape)
    search(bench, "zzz")
    bench.qtbot.waitUntil(window.map.page.empty.isVisible)
    settle()
    yield "map of nothing", window
    search(bench, "")


def _day(bench: Bench) -> Iterator[Place]:
    window = bench.window
    window.tabs.show_named("day")
    page = window.day.page
    bench.qtbot.waitUntil(lambda: page.report is not None and window.day.is_in_front)
    settle()
    yield "day", window
    bar = page._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    settle()
    yield "day below", window
    bar.setValue(0)


def _has_rows(page: TablePage) -> bool:
    return bool(page.model.ids)
