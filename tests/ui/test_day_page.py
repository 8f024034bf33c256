from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.days import Day, Scope
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.site import SiteDays
from app.domain.views.columns import Table
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, SignsOff
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import DayReport, Figures, Group, GroupLine
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.theme import DARK
from app.ui.context.window_context import WindowContext
from app.ui.day_report.day_page import DayPage
from app.ui.day_report.day_tiles import Tile
from app.ui.day_report.day_words import DayWords
from app.ui.ports.rows import Rows
from app.ui.views.views_panel import VIEW_LOOKS
from tests.ui.conftest import DAY, SHOWN, ZONE, Shelf, formats, window_context, window_state
from tests.ui.test_report_document import REPORT, TALLY, tally

COUNTED = ValueFilter("counts", 1)


class Reports(Shelf):
    """Rows that know a day's report, and count who asks for it."""

    def __init__(self) -> None:
        super().__init__()
        self.made = REPORT
        self.asked_for = 0

    def report(self, _day: Day, _today: date) -> DayReport:
        self.asked_for += 1
        return self.made

    def course(self, day: Day) -> DayCourse:
        return DayCourse(day, 0, 0, (), None, None, SiteDays(ZONE))

    def past_days(self, _day: Day) -> tuple[PastDay, ...]:
        return ()


@pytest.fixture
def shelf() -> Reports:
    return Reports()


@pytest.fixture
def hidden(context: WindowContext, qtbot: QtBot, dressed: QApplication) -> DayPage:
    """The page for a day, not looked at yet."""
    page = DayPage(context)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.use_formats(formats())
    page.show_day(SHOWN)
    return page


@pytest.fixture
def page(hidden: DayPage, qtbot: QtBot) -> DayPage:
    with qtbot.waitSignal(hidden.report_shown):
        hidden.show()
    hidden.activateWindow()
    qtbot.waitUntil(hidden.isActiveWindow)
    hidden.main_focus().setFocus()  # as the window does when the tab is shown
    return hidden


def tile(page: DayPage, view: View) -> Tile:
    return next(one for one in page.findChildren(Tile) if one.figure.view is view)


def cells(page: DayPage) -> list[list[str]]:
    model = page.table.groups
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_tiles_say_the_figures_and_lead_to_the_rows_that_they_count(page: DayPage, qtbot: QtBot) -> None:
    spoken = [one.accessibleName() for one in page.findChildren(Tile)]
    assert spoken[:4] == [
        "Parcels: 10 (1 row(s) left out)",
        "Delivered: 6 (60 %)",
        "Failed: 3 (30 %)",
        "Ready for pickup: 1 (10 %)",
    ]
    for figure in ("Delivered later: 2", "To attend: 2", "Contradictions: 1", "Not in force: 1 (1 visited)"):
        assert figure in spoken
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(tile(page, View.DELIVERED), Qt.MouseButton.LeftButton)
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", "entregado"), COUNTED)]
    for view, filters in ((View.TO_ATTEND, ()), (View.CONFLICTS, (COUNTED,)), (View.NOT_IN_FORCE, ())):
        with qtbot.waitSignal(page.view_asked) as asked:
            QTest.keyClick(tile(page, view), Qt.Key.Key_Space)
        assert asked.args == [view, filters]


def test_what_is_to_be_known_of_the_figures_stands_under_them(page: DayPage, shelf: Reports, qtbot: QtBot) -> None:
    beside = "Beside the outcomes, one parcel may be counted in several figures"
    assert page.follow_ups.text() == beside
    why = SIGNS_OFF_TEXTS[SignsOff.NO_NOTIFICATION]
    shelf.made = replace(REPORT, figures=replace(REPORT.figures, seen_later=3, moved=1), nothing_missing=why)
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    said = "3 outcome(s) seen only by a later load · 1 row(s) moved to another listing and left out"
    never = "No notification ever arrived here, so none is counted as possibly missed."
    assert page.follow_ups.text() == f"{beside} · {said} · {never}"
    assert page.follow_ups.isVisible()
    assert tile(page, View.MISSED).figure.spoken == "Missed notification?: 1 (unknown)"
    shelf.made = replace(REPORT, figures=replace(REPORT.figures, missed=0), nothing_missing=why)
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    assert tile(page, View.MISSED).figure.spoken == "Missed notification?: – (unknown)"
    shelf.made = replace(REPORT, figures=Figures(REPORT.figures.tally))
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    assert not page.follow_ups.isVisible()


def test_a_tile_with_nothing_in_it_appears_once_there_is(page: DayPage, shelf: Reports, qtbot: QtBot) -> None:
    assert not any(one.figure.view is View.TO_ATTEND_VISITS for one in page.findChildren(Tile))
    first = tile(page, View.ALL)
    shelf.made = replace(REPORT, to_attend_visits=1)
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    assert tile(page, View.TO_ATTEND_VISITS).isVisible()
    assert tile(page, View.ALL) is first


def test_the_value_is_said_in_parts_and_whole(page: DayPage) -> None:
    assert page.value.words == [
        "Delivered $ 60,000 (60 %)",
        "Failed $ 30,000 (30 %)",
        "Ready for pickup $ 10,000 (10 %)",
        "Open $ 0 (0 %)",
        "Other $ 0 (0 %)",
        "Total $ 100,000",
    ]
    assert page.value.accessibleDescription() == ", ".join(page.value.words)


def test_a_division_has_the_largest_first_and_the_unknown_last_however_it_is_sorted(page: DayPage) -> None:
    assert cells(page) == [
        ["Eva Ríos", "80 %", "5", "4", "1", "–"],
        ["Not named", "67 %", "3", "2", "1", "–"],
        ["No visit yet", "0 %", "2", "0", "0", "2"],
    ]
    page.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in cells(page)] == ["Not named", "Eva Ríos", "No visit yet"]


def test_what_is_left_of_a_driver_is_shown_if_a_visit_names_it_and_else_not_known(page: DayPage) -> None:
    words = page.words
    line, unnamed = GroupLine("Eva", tally(1)), GroupLine(None, tally(1))
    assert [words.left(group, line, 0, formats()) for group in Group] == ["–", "–", "0", "0", "0"]
    assert words.left(Group.DRIVER, line, 3, formats()) == "3"
    assert words.left(Group.DRIVER, unnamed, 0, formats()) == "0"


def test_the_bar_of_a_line_is_read_out_in_words(page: DayPage) -> None:
    words = "Eva Ríos, parcels: 4 delivered, 1 failed, 0 ready for pickup, – open, 0 other; 5 in all"
    index = page.table.groups.index(0, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == words
    assert words in str(index.data(Qt.ItemDataRole.ToolTipRole))
    columns = page.table.groups.columnCount() + 1  # and one for the titles of rows, which are hidden
    cell = QAccessible.queryAccessibleInterface(page.table).child(columns + 2)
    assert cell.text(QAccessible.Text.Name) == words


@pytest.mark.parametrize(
    ("group", "row", "filters"),
    [
        (Group.DRIVER, 0, (ValueFilter("driver", "Eva Ríos"),)),
        (Group.DRIVER, 1, (ValueFilter("driver", None), ValueFilter("visit_id", None, exclude=True))),
        (Group.ROUTE, 0, (ValueFilter("route", "Norte"),)),
        (Group.MANIFEST, 0, (ValueFilter("manifest_number", 9001),)),
        (Group.MANIFEST, 1, (ValueFilter("manifest_number", None),)),
        (Group.LOCALITY, 0, (ValueFilter("locality", "Usaquén"),)),
    ],
)
def test_enter_on_a_line_asks_for_what_belongs_to_it(
    page: DayPage, qtbot: QtBot, group: Group, row: int, filters: tuple[ValueFilter, ...]
) -> None:
    page.show_group(group)
    page.table.setCurrentIndex(page.table.groups.index(row, 0))
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert asked.args == [Table.SHIPMENTS, (*filters, COUNTED)]


def test_where_rows_are_left_out_a_figure_leads_to_those_that_it_counts(
    page: DayPage, shelf: Reports, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(page.filter_asked) as asked:
        tile(page, View.ALL).click()
    assert asked.args == [Table.SHIPMENTS, (COUNTED,)]
    shelf.made = replace(REPORT, figures=Figures(TALLY))
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    with qtbot.waitSignal(page.view_asked, check_params_cb=lambda view, _: view is View.ALL):
        tile(page, View.ALL).click()
    with qtbot.waitSignal(page.filter_asked) as asked:
        page.table.line_asked.emit(Group.DRIVER, REPORT.groups[Group.DRIVER][0])
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("driver", "Eva Ríos"),)]


def test_the_line_without_a_visit_leads_to_the_shipments_without_one(page: DayPage, qtbot: QtBot) -> None:
    at = page.table.visualRect(page.table.groups.index(2, 0)).center()
    with qtbot.waitSignal(page.view_asked, check_params_cb=lambda view, _: view is View.NO_VISIT):
        QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_the_division_is_remembered(page: DayPage, window: QWidget, tmp_path: Path) -> None:
    page.show_group(Group.LOCALITY)
    again = DayPage(window_context(window, state=window_state(tmp_path), theme=DARK))
    assert again.group is Group.LOCALITY
    again.deleteLater()


def test_the_keyboard_goes_from_hour_to_hour_and_asks_for_the_visits_of_one(page: DayPage, qtbot: QtBot) -> None:
    chart = page.chart
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert page.hour.text().startswith("10:00: 2 delivered, 2 failed; 9 closed until then")
    assert "no reception from 10:20 to 11:05" in page.hour.text()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert page.hour.text() == "09:00: 0 delivered, 0 failed; 5 closed until then"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"),)]


def test_the_pointer_tells_an_hour_and_a_click_on_a_part_asks_for_that(page: DayPage, qtbot: QtBot) -> None:
    chart = page.chart
    QTest.mouseMove(chart, chart.scale.point(14.5, 1).toPoint())
    assert page.hour.text() == "14:00: 0 delivered, 0 failed; 9 closed until then"
    QTest.mouseMove(chart, chart.scale.point(8.5, 1).toPoint())
    assert page.hour.text().startswith("08:00: 4 delivered, 1 failed")
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(8.5, 4.5).toPoint())
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"), ValueFilter("status", "falso_flete"))]
    with qtbot.assertNotEmitted(page.filter_asked):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(15.5, 1).toPoint())


def test_the_picture_of_the_hours_says_its_figures_and_takes_no_wheel(page: DayPage) -> None:
    chart = page.chart
    assert chart.accessibleName() == "Visits closed by hour"
    assert "08:00: 4 delivered, 1 failed. 10:00: 2 delivered, 2 failed" in chart.accessibleDescription()
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart, wheel)
    assert not wheel.isAccepted()


def test_a_hidden_page_requests_nothing(hidden: DayPage, shelf: Reports, qtbot: QtBot) -> None:
    hidden.refresh()
    hidden.refresh()
    assert shelf.asked_for == 0
    with qtbot.waitSignal(hidden.report_shown):
        hidden.show()
    assert shelf.asked_for == 1


def test_news_are_gathered_and_read_after_a_pause_where_one_scrolled_to(
    page: DayPage, shelf: Reports, qtbot: QtBot
) -> None:
    lines = [GroupLine(f"Driver {nth:02}", tally(99 - nth)) for nth in range(60)]
    shelf.made = replace(REPORT, groups=REPORT.groups | {Group.DRIVER: tuple(lines)})
    page.pause.setInterval(60_000)
    with qtbot.waitSignal(page.report_shown):
        page.show_day(SHOWN)
    page.table.verticalScrollBar().setValue(100)
    page.table.setCurrentIndex(page.table.groups.index(20, 0))
    asked, scrolled = shelf.asked_for, page.table.verticalScrollBar().value()
    shelf.made = replace(shelf.made, groups=REPORT.groups | {Group.DRIVER: (GroupLine("New", tally(80)), *lines)})
    for _ in range(5):
        page.refresh()
    assert shelf.asked_for == asked
    with qtbot.waitSignal(page.report_shown):
        page.pause.setInterval(0)
    assert shelf.asked_for == asked + 1
    assert page.table.groups.rowCount() == 61
    assert page.table.verticalScrollBar().value() == scrolled
    assert page.table.currentIndex().row() == 21


def test_a_day_that_is_being_counted_does_not_show_the_figures_of_another(
    page: DayPage, shelf: Reports, query_thread: QueryThread[Rows], qtbot: QtBot
) -> None:
    shelf.made = replace(REPORT, day=Scope(("OTRA",), DAY.date), figures=Figures(tally(1)))
    with qtbot.assertNotEmitted(page.report_shown):
        page.show_day(SHOWN)
        with qtbot.waitSignal(query_thread.ask("later", lambda _rows: None).ended):  # the answers come in their order
            pass
    assert shelf.asked_for == 2
    assert tile(page, View.DELIVERED).figure.text == "6"


def test_a_figure_has_the_icon_of_its_view_and_is_unknown_where_the_day_was_never_loaded() -> None:
    words = DayWords(str)
    counted = replace(REPORT.figures, ambiguous=1, doubtful=1)
    for figure in words.figures(replace(REPORT, figures=counted), formats()):
        assert figure.icon == VIEW_LOOKS[figure.view].icon or figure.view is View.ALL
    never = replace(REPORT, loaded_at=None, figures=Figures(), overdue=0, due_today=0, to_attend=0)
    texts = {figure.view: figure.text for figure in words.figures(never, formats())}
    assert texts.pop(View.TO_ATTEND_VISITS, "–") != "0"
    assert set(texts.values()) == {"–"}
