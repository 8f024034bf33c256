"""The lanes of the drivers: what each says, what pointer and keys do, and odd days."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.pace.lanes import lanes_of
from app.domain.views.columns import Table
from app.domain.views.report import VisitPlace
from app.ui.appearance.theme import LIGHT
from app.ui.context.window_context import WindowContext
from app.ui.drivers.day_visits import DayVisits, ReadVisits
from app.ui.drivers.driver_lines import Order
from app.ui.drivers.driver_model import FIGURES, HOURS, LAST, NAME, DriverModel
from app.ui.drivers.drivers_page import DriversPage
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Emptiness
from tests.domain.pace.test_lanes import visit
from tests.ui.conftest import DAY

HEARD = datetime(2026, 11, 20, 17, tzinfo=UTC)
"""When it is noon in Bogotá, and the present of the context."""
Show = Callable[..., None]


@pytest.fixture
def drivers(context: WindowContext) -> DriverModel:
    return DriverModel(context, DayVisits(context, TableTabs({Table.VISITS: TablePage(Table.VISITS, context)})))


@pytest.fixture
def page(context: WindowContext, drivers: DriverModel, qtbot: QtBot, dressed: QApplication) -> DriversPage:
    page = DriversPage(context, drivers, drivers.visits.new_bar(context.window), lambda: Emptiness("", "", ""))
    qtbot.addWidget(page)
    page.resize(1100, 500)
    with qtbot.waitExposed(page):
        page.show()
    return page


@pytest.fixture
def show(drivers: DriverModel) -> Show:
    """Show a day of these visits, as it is read."""

    def show(visits: Sequence[VisitPlace], day: Day = DAY) -> None:
        drivers.visits._show(ReadVisits(day, tuple(visits), tuple(lanes_of(visits)), (), HEARD))

    return show


def lines(drivers: DriverModel) -> list[list[str]]:
    columns = (NAME, LAST, FIGURES)
    return [[str(drivers.index(row, one).data()) for one in columns] for row in range(drivers.rowCount())]


def round_of(driver: str | None, clocks: Sequence[str], failed: int = 0) -> list[VisitPlace]:
    """Return a driver's visits at these times, the first ones failed."""
    return [
        visit(hash((driver, clock)) % 10**9, clock, driver, state=State.EXCEPTION if nth < failed else State.DELIVERED)
        for nth, clock in enumerate(clocks)
    ]


def leave(page: DriversPage) -> None:
    """Take the keyboard and the pointer away from the lanes."""
    page.order.setFocus()
    QApplication.sendEvent(page.table, QEvent(QEvent.Type.Leave))


def test_each_lane_says_name_last_visit_and_success_rate_from_five_visits_on(
    drivers: DriverModel, show: Show, page: DriversPage
) -> None:
    ana = round_of("Ana Peña", ("07:10", "08:00", "08:10", "09:00", "10:40"), failed=1)
    show([*ana, *round_of("Luis", ("11:30", "11:59"), failed=1), *round_of(None, ("06:00",))])
    assert lines(drivers) == [
        ["Ana Peña", "1 h 20 min ago, 10:40, silent", "4 of 5 · 80 %, 1 failed"],
        ["Luis", "1 min ago, 11:59", "1 of 2, 1 failed"],
        ["No name", "6 h ago, 06:00, silent", "1 of 1"],
    ]
    assert drivers.index(0, HOURS).data() == (
        "07:10 Failed, pause from 07:10 to 08:00, 08:00 Delivered, 08:10 Delivered, pause from 08:10 to 09:00,"
        " 09:00 Delivered, pause from 09:00 to 10:40, 10:40 Delivered"
    )
    assert page.silent.text() == "2 silent of 3"


def test_another_day_has_no_present(drivers: DriverModel, show: Show, page: DriversPage) -> None:
    show(round_of("Ana Peña", ("07:10", "08:00")), Day(DAY.carrier, DAY.date.replace(day=19)))
    assert lines(drivers) == [["Ana Peña", "08:00", "2 of 2"]]
    assert not page.silent.isVisible()
    assert page.table.lanes.scale.now is None


def test_a_driver_chosen_by_number_is_filtered_by_in_words(
    drivers: DriverModel, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    show([visit(1, "08:00", None, driver_id="7"), visit(2, "09:00", "Ana Peña", driver_id="7")])
    (lane,) = drivers.visits.read.lanes
    assert [one.key for one in lane.filters] == ["driver_id"]
    monkeypatch.setattr(drivers.visits.page, "narrow", lambda _narrowing: None)
    drivers.visits.choose(lane)
    for bar in (drivers.visits.page.filters, drivers.visits.new_bar(drivers.visits.page)):
        assert bar.describe(lane.filters) == "Driver: Ana Peña"


def test_the_order_and_the_shortest_pause_are_chosen_and_the_pause_is_kept(
    drivers: DriverModel, show: Show, page: DriversPage, context: WindowContext
) -> None:
    show([*round_of("Zoe", ("11:00",)), *round_of("Ana", ("11:20", "11:25"), failed=1), *round_of(None, ("07:00",))])
    names = [one.name for one in drivers.lines]
    assert names == ["Zoe", "Ana", "No name"]
    page.order.setCurrentIndex(page.order.findData(Order.SHARE))
    assert [one.name for one in drivers.lines] == ["Ana", "Zoe", "No name"]
    page.order.setCurrentIndex(page.order.findData(Order.NAME))
    assert [one.name for one in drivers.lines] == ["Ana", "Zoe", "No name"]
    assert [one.is_silent for one in drivers.lines] == [False, True, True]
    page.pause.setCurrentIndex(page.pause.findData(90))
    assert [one.is_silent for one in drivers.lines] == [False, False, True]
    assert context.state.shortest_pause == 90
    assert DriverModel(context, drivers.visits).least.total_seconds() == 90 * 60


def test_a_visit_pointed_at_by_keys_has_no_card_while_another_tab_or_program_is_in_front(
    page: DriversPage, show: Show, qtbot: QtBot
) -> None:
    visits = round_of("Ana Peña", ("08:00", "11:00"))
    show(visits)
    table, other = page.table, QWidget()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Right)
    qtbot.waitUntil(QToolTip.isVisible)
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    show(visits)
    assert not QToolTip.isVisible()
    assert table.lanes.pointed is not None
    page.hide()
    assert table.lanes.pointed is None


def test_a_click_on_a_dot_opens_the_visit_and_one_beside_it_chooses_the_driver(
    page: DriversPage, show: Show, qtbot: QtBot
) -> None:
    (first, last) = round_of("Ana Peña", ("08:00", "11:00"), failed=1)
    show([first, last])
    table = page.table
    room = table.visualRect(table.drivers.index(0, HOURS))
    at = QPoint(round(table.lanes.scale.at(first.closed_at, room)), room.center().y())
    QTest.mouseMove(table.viewport(), at + QPoint(40, 0))
    QTest.mouseMove(table.viewport(), at)
    qtbot.waitUntil(QToolTip.isVisible)
    assert table.accessibleDescription() == "Failed · 08:00. Eva"
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    show([first, last])  # as what arrives does
    qtbot.waitUntil(QToolTip.isVisible)
    with qtbot.waitSignal(table.visit_asked) as asked:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [first.visit_id]
    with qtbot.waitSignal(table.lane_asked) as chosen:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at + QPoint(40, 0))
    assert chosen.args[0].name == "Ana Peña"


def test_the_success_rate_gives_way_to_the_hours_where_there_is_little_room(page: DriversPage, show: Show) -> None:
    show(round_of("Eva", ["09:00", "09:10"]))
    header = page.table.horizontalHeader()
    for width, is_hidden in ((900, False), (740, True), (900, False)):
        page.resize(width, 400)
        QApplication.processEvents()
        assert (width, page.table.isColumnHidden(FIGURES)) == (width, is_hidden)
        assert header.sectionSize(HOURS) >= 300


def test_no_delivery_covers_a_failure(page: DriversPage, drivers: DriverModel, show: Show) -> None:
    show(round_of("Ana Peña", ("08:00", "08:01"), failed=1))
    room = page.table.visualRect(drivers.index(0, HOURS))
    x = page.table.lanes.scale.at(drivers.lines[0].lane.visits[0].closed_at, room)
    shown = page.table.viewport().grab().toImage()
    assert shown.pixelColor(round(x) + 1, room.center().y()) == QColor(LIGHT.bad_fill)


def test_the_whole_of_it_goes_by_keyboard(page: DriversPage, show: Show, qtbot: QtBot) -> None:
    ana, luis = round_of("Ana Peña", ("08:00", "09:00")), round_of("Luis", ("11:00",), failed=1)
    show([*ana, *luis])
    table = page.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    with qtbot.waitSignal(table.lane_asked) as chosen:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert chosen.args[0].name == table.drivers.lines[table.currentIndex().row()].name
    table.setCurrentIndex(table.drivers.index(0, NAME))
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert table.accessibleDescription().startswith("Delivered · 08:00")
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert table.accessibleDescription().startswith("Delivered · 09:00"), "there is no further one"
    with qtbot.waitSignal(table.visit_asked) as asked:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked.args == [ana[1].visit_id]
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.accessibleDescription() == ""
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.accessibleDescription().startswith("Failed · 11:00")


def test_the_cursor_stays_on_its_driver_while_visits_come(page: DriversPage, show: Show) -> None:
    ana, luis = round_of("Ana Peña", ("08:00",)), round_of("Luis", ("09:00",))
    show([*ana, *luis])
    page.table.setCurrentIndex(page.table.drivers.index(0, NAME))
    leave(page)
    show([*ana, *luis, *round_of("Ana Peña", ("11:00",))])
    assert [one.name for one in page.table.drivers.lines] == ["Luis", "Ana Peña"]
    assert page.table.currentIndex().row() == 1


def test_no_driver_changes_place_under_the_pointer(page: DriversPage, show: Show, drivers: DriverModel) -> None:
    ana, luis, eva = (
        round_of(name, (clock,)) for name, clock in (("Ana", "08:00"), ("Luis", "09:00"), ("Eva", "07:00"))
    )
    show([*ana, *luis])
    QApplication.sendEvent(page.table, QEvent(QEvent.Type.Enter))
    show([*ana, *luis, *round_of("Luis", ("06:00",)), *eva])
    before = [one.name for one in drivers.lines]
    assert before == ["Ana", "Luis", "Eva"]
    leave(page)
    drivers.refresh()
    assert [one.name for one in drivers.lines] == ["Eva", "Ana", "Luis"]


def test_two_hundred_drivers_and_a_day_that_runs_past_midnight_are_painted(
    page: DriversPage, show: Show, drivers: DriverModel
) -> None:
    many = [one for nth in range(200) for one in round_of(f"Driver {nth}", ("05:30", "11:00"), failed=nth % 2)]
    late = VisitPlace(1, "Night", "2026-11-21T01:30:00", State.DELIVERED, "Eva", None, None)
    show([*many, late])
    assert drivers.rowCount() == 201
    scale = page.table.lanes.scale
    assert (scale.first, scale.last) == (5, 26)
    page.table.scrollToBottom()
    assert not page.table.grab().isNull()


def test_a_day_without_visits_says_so_and_is_left_for_one_with_some(page: DriversPage, show: Show) -> None:
    show([])
    assert page.empty.isVisible()
    assert page.empty.title.text() == "No closed visits"
    assert page.main_focus() is not page.table
    show([visit(1, state=State.ON_ITS_WAY)])
    assert page.empty.isVisible(), "it is not closed"
    show([visit(1)])
    assert page.main_focus() is page.table


def test_everything_that_takes_the_keys_has_a_name(page: DriversPage, show: Show) -> None:
    show([visit(1)])
    for one in page.findChildren(QWidget):
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisible():
            assert QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name), one
