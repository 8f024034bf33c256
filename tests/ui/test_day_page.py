from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QFont, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.days import Day, Scope
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.site import SiteDays
from app.domain.views.columns import Table
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, SignsOff
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import DayReport, Figures, Group, GroupLine
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.theme import LIGHT, apply_theme
from app.ui.day_report.day_page import DayPage
from tests.ui.conftest import DAY, SHOWN, ZONE, Shelf, formats, window_context
from tests.ui.test_report_document import REPORT, TALLY, tally

COUNTED = ValueFilter("counts", 1)
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
VISITS = tuple({9: 20, 15: 8}.get(hour, 0) for hour in range(24))
PAST = tuple(
    PastDay(date(2026, 11, nth), ((600, 50), (900, 40)), 4 * nth, 0, timedelta(), 100, ((600, 50), (900, 30)), VISITS)
    for nth in range(1, 10)
)
"""Nine days of a hundred parcels: half of them delivered by 10:00, eighty by 15:00."""


class Clock:
    """The present."""

    def __init__(self) -> None:
        self.now = NOON


class Reports(Shelf):
    """Rows that know a day's report, and count who asks for it."""

    def __init__(self) -> None:
        super().__init__()
        self.made = REPORT
        self.asked_for = self.past_read = 0
        self.went = DayCourse(SHOWN, 45, 55, (), NOON, NOON, SiteDays(ZONE))
        self.past = PAST

    def report(self, _day: Day, _today: date) -> DayReport:
        self.asked_for += 1
        return self.made

    def course(self, day: Day) -> DayCourse:
        return replace(self.went, day=day)

    def past_days(self, _day: Day) -> tuple[PastDay, ...]:
        self.past_read += 1
        return self.past


@pytest.fixture
def shelf() -> Reports:
    return Reports()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hidden(
    clock: Clock, query_thread: QueryThread[Reader], window: QWidget, qtbot: QtBot, dressed: QApplication
) -> DayPage:
    """The page for a day, not looked at yet."""
    page = DayPage(window_context(window, queries=query_thread, now=lambda: clock.now))
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.use_formats(formats())
    page.show_day(SHOWN)
    return page


@pytest.fixture
def page(hidden: DayPage, qtbot: QtBot) -> DayPage:
    with qtbot.waitSignals([hidden.report_shown, hidden.pace.changed]):
        hidden.show()
    hidden.activateWindow()
    qtbot.waitUntil(hidden.isActiveWindow)
    hidden.main_focus().setFocus()  # as the window does when the tab is shown
    return hidden


@pytest.fixture
def show(page: DayPage, shelf: Reports, qtbot: QtBot) -> Callable[[DayReport], DayPage]:
    """Shows another report, and waits until it is there."""

    def show(report: DayReport) -> DayPage:
        shelf.made = report
        with qtbot.waitSignals([page.report_shown, page.pace.changed]):
            page.show_day(Scope(report.day.carriers, report.day.date))
        return page

    return show


Show = Callable[[DayReport], DayPage]


def cells(page: DayPage, group: Group) -> list[list[str]]:
    model = page.groups[group].table.groups
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def drivers(count: int, delivered: Callable[[int], int]) -> DayReport:
    """Return a day of so many drivers of ten visits each."""
    lines = tuple(GroupLine(f"Driver {nth:02}", tally(delivered(nth), 10 - delivered(nth))) for nth in range(count))
    return replace(REPORT, groups=REPORT.groups | {Group.DRIVER: lines})


def test_the_headline_says_until_when_and_how_many_with_their_value(page: DayPage) -> None:
    assert page.headline.text() == "At 12:00, 6 of 10 parcel(s) are delivered"
    assert page.value.text() == "Delivered value $\N{NO-BREAK SPACE}60,000 of $\N{NO-BREAK SPACE}100,000"


def test_the_headline_of_an_earlier_day_has_no_hour(show: Show) -> None:
    page = show(replace(REPORT, day=Scope(DAY.carriers, date(2026, 11, 19))))
    assert page.headline.text() == "6 of 10 parcel(s) were delivered"
    assert page.left.title.text() == "Remained out"
    assert page.left.figure.text() == "0"
    assert page.delivered.note.text() == "A working day: 80 %"


def test_the_headline_has_the_hour_of_what_is_known_if_that_is_long_ago(
    page: DayPage, clock: Clock, shelf: Reports
) -> None:
    clock.now += timedelta(minutes=59)
    page.use_formats(formats())
    assert page.headline.text().startswith("At 12:00")
    page._context.clock.tick()
    assert page.headline.text().startswith("At 12:59")
    clock.now += timedelta(minutes=1)
    page._context.clock.tick()
    assert page.headline.text().startswith("At 12:00")


def test_each_part_of_the_bar_says_its_count_and_leads_to_its_rows(page: DayPage, qtbot: QtBot) -> None:
    names = [part.accessibleName() for part in page.bar.parts.values()]
    assert names == [
        "Delivered: 6 (60 %)",
        "Failed: 3 (30 %)",
        "Ready for pickup: 1 (10 %)",
        "Open: 0 (0 %)",
        "Other: 0 (0 %)",
    ]
    assert page.bar.bar.accessibleName() == ", ".join(names)
    for outcome, part in page.bar.parts.items():
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.keyClick(part, Qt.Key.Key_Space)
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", DAY_OUTCOMES[outcome]), COUNTED)]
    bar = page.bar.bar
    for share, key in ((0.3, "entregado"), (0.75, "excepcion"), (0.95, "retiro")):
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(int(bar.width() * share), 5))
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", key), COUNTED)]


def test_where_no_row_is_left_out_none_has_to_be_filtered_out(show: Show, qtbot: QtBot) -> None:
    page = show(replace(REPORT, figures=Figures(TALLY)))
    with qtbot.waitSignal(page.filter_asked) as asked:
        page.bar.parts[State.DELIVERED].click()
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", "entregado"),)]
    with qtbot.waitSignal(page.filter_asked) as asked:
        page.groups[Group.DRIVER].table.line_asked.emit(Group.DRIVER, REPORT.groups[Group.DRIVER][0])
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("driver", "Eva Ríos"),)]


def test_the_cards_have_a_figure_that_leads_to_its_rows(page: DayPage, qtbot: QtBot) -> None:
    assert page.delivered.figure.accessibleName() == "Delivered: 60 %"
    assert page.delivered.note.text() == "A working day at this hour: 50 %"
    assert page.to_attend.figure.accessibleName() == "To attend: 2"
    assert page.to_attend.note.text() == "Of 3 failed"
    assert page.left.figure.accessibleName() == "Will remain out: ≈ 8"
    assert page.left.note.text() == "Between 2 and 14, by the last 9 working day(s)"
    for card, key in ((page.delivered, "entregado"), (page.left, "abierto")):
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.keyClick(card.figure, Qt.Key.Key_Space)
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", key), COUNTED)]
    with qtbot.waitSignal(page.view_asked) as asked:
        QTest.mouseClick(page.to_attend.figure, Qt.MouseButton.LeftButton)
    assert asked.args == [View.TO_ATTEND]


def test_nobody_is_to_be_called_where_nothing_is_to_attend(show: Show) -> None:
    assert show(replace(REPORT, to_attend=0, to_attend_visits=1)).call.isVisible()
    page = show(replace(REPORT, to_attend=0))
    assert not page.call.isVisible()
    assert page.to_attend.figure.text() == "0"
    assert page.to_attend.figure.property("tone") == ""


def test_with_fewer_than_five_days_of_a_kind_nothing_is_compared(
    page: DayPage, show: Show, shelf: Reports, clock: Clock
) -> None:
    assert page.hours.typical.isVisible()
    shelf.past = PAST[:3]
    clock.now += timedelta(minutes=11)  # so long what past days tell is used
    show(REPORT)
    assert page.delivered.note.text() == "Not known yet: 2 working day(s) missing"
    assert (page.left.figure.text(), page.left.note.text()) == ("–", "Not known yet: 2 working day(s) missing")
    assert not page.hours.typical.isVisible()


def test_past_days_are_read_again_after_a_while(show: Show, shelf: Reports, clock: Clock) -> None:
    show(REPORT)
    assert shelf.past_read == 1
    clock.now += timedelta(minutes=11)
    show(REPORT)
    assert shelf.past_read == 2


def test_why_there_is_no_forecast_is_said(show: Show, shelf: Reports) -> None:
    shelf.went = replace(shelf.went, loaded_at=None)
    page = show(REPORT)
    assert (page.left.figure.text(), page.left.note.text()) == ("–", "The day is not loaded yet.")


def test_what_is_to_be_known_of_the_figures_stands_under_them(show: Show, qtbot: QtBot) -> None:
    why = SIGNS_OFF_TEXTS[SignsOff.NO_NOTIFICATION]
    page = show(replace(REPORT, figures=replace(REPORT.figures, seen_later=3, moved=1), nothing_missing=why))
    said = (
        "3 outcome(s) seen only by a later load · 1 row(s) of manifests not in force left out"
        " · 1 row(s) moved to another listing and left out"
    )
    never = "No notification ever arrived here, so none is counted as possibly missed."
    assert page.notes.text() == f"{said} · {never}"
    assert page.notes.isVisible()
    with qtbot.waitSignal(page.counted) as counted:
        show(replace(REPORT, figures=replace(REPORT.figures, repeated=2)))
    assert counted.args == ["Each parcel is counted once · 3 row(s) left out"]
    assert not show(replace(REPORT, figures=Figures(REPORT.figures.tally))).notes.isVisible()


def test_drivers_have_the_lowest_share_first_and_those_without_a_name_last(page: DayPage, show: Show) -> None:
    assert cells(page, Group.DRIVER) == [
        ["Eva Ríos", "", "4 of 5", "80 %", "1 failed"],
        ["Not named", "", "2 of 3", "67 %", "1 failed"],
    ]
    show(drivers(5, lambda nth: (7, 3, 10, 3, 0)[nth]))
    names = [row[0] for row in cells(page, Group.DRIVER)]
    assert names == ["Driver 04", "Driver 01", "Driver 03", "Driver 00", "Driver 02"]


def test_localities_have_the_largest_first_and_no_failures_beside_them(page: DayPage) -> None:
    assert cells(page, Group.LOCALITY) == [["Usaquén", "", "6 of 10", "60 %"]]


def test_six_lines_are_shown_until_all_are_asked_for(show: Show) -> None:
    page = show(drivers(11, lambda nth: nth % 10))
    card = page.groups[Group.DRIVER]
    assert len(cells(page, Group.DRIVER)) == 6
    assert card.all.accessibleName() == "Success rate by driver: See all 11 drivers"
    height = card.table.height()
    QTest.keyClick(card.all, Qt.Key.Key_Space)
    assert len(cells(page, Group.DRIVER)) == 11
    assert card.table.height() > height
    assert card.table.verticalScrollBar().maximum() == 0
    assert card.all.text() == "See the first 6"
    QTest.keyClick(card.all, Qt.Key.Key_Space)
    assert len(cells(page, Group.DRIVER)) == 6
    assert show(drivers(6, lambda nth: nth)).groups[Group.DRIVER].all.isHidden()


def test_a_grouping_without_lines_has_no_card(show: Show) -> None:
    page = show(replace(REPORT, groups={Group.LOCALITY: REPORT.groups[Group.LOCALITY]}))
    assert [group for group, card in page.groups.items() if card.isVisible()] == [Group.LOCALITY]


def test_the_page_follows_the_cursor_through_all_lines(qtbot: QtBot, show: Show) -> None:
    page = show(drivers(60, lambda nth: nth % 10))
    card = page.groups[Group.DRIVER]
    card.all.click()
    qtbot.waitUntil(lambda: page._scroll.verticalScrollBar().maximum() > 60 * 20)
    card.table.setFocus()
    card.table.setCurrentIndex(card.table.groups.index(0, 0))
    for _ in range(59):
        QTest.keyClick(card.table, Qt.Key.Key_Down)
    at = card.table.mapTo(page, card.table.visualRect(card.table.currentIndex()).center())
    assert card.table.currentIndex().row() == 59
    assert page.rect().contains(at)


def test_what_is_left_of_a_driver_is_shown_if_a_visit_names_it_and_else_not_known(page: DayPage) -> None:
    words = page.words
    line, unnamed = GroupLine("Eva", tally(1)), GroupLine(None, tally(1))
    assert [words.left(group, line, 0, formats()) for group in Group] == ["–", "–", "0", "0", "0"]
    assert words.left(Group.DRIVER, line, 3, formats()) == "3"
    assert words.left(Group.DRIVER, unnamed, 0, formats()) == "0"


def test_the_bar_of_a_line_is_read_out_in_words(page: DayPage) -> None:
    words = "Eva Ríos, parcels: 4 delivered, 1 failed, 0 ready for pickup, – open, 0 other; 5 in all"
    table = page.groups[Group.DRIVER].table
    assert table.accessibleName() == "Success rate by driver"
    index = table.groups.index(0, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == words
    assert words in str(index.data(Qt.ItemDataRole.ToolTipRole))
    columns = table.groups.columnCount() + 1  # and one for the titles of rows, which are hidden
    cell = QAccessible.queryAccessibleInterface(table).child(columns + 2)
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
def test_enter_or_a_click_on_a_line_asks_for_what_belongs_to_it(
    page: DayPage, qtbot: QtBot, group: Group, row: int, filters: tuple[ValueFilter, ...]
) -> None:
    table = page.groups[group].table
    table.setCurrentIndex(table.groups.index(row, 0))
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked.args == [Table.SHIPMENTS, (*filters, COUNTED)]
    at = table.visualRect(table.groups.index(row, 1)).center()
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [Table.SHIPMENTS, (*filters, COUNTED)]


@pytest.mark.parametrize(("width", "pixels"), [(1150, 13), (859, 13), (859, 27)])
def test_the_page_is_never_wider_than_its_room(
    show: Show, dressed: QApplication, width: int, pixels: int, request: pytest.FixtureRequest
) -> None:
    font = QFont(dressed.font())
    request.addfinalizer(lambda: dressed.setFont(font))
    larger = QFont(font)
    larger.setPixelSize(pixels)
    dressed.setFont(larger)
    apply_theme(dressed, LIGHT)
    page = show(drivers(11, lambda nth: nth % 10))
    page.resize(width, 420)
    QApplication.processEvents()
    content = page._scroll.widget()
    assert content is not None
    assert content.minimumSizeHint().width() <= page._scroll.viewport().width() == content.width()


def test_the_keyboard_goes_from_hour_to_hour_and_asks_for_the_visits_of_one(page: DayPage, qtbot: QtBot) -> None:
    chart = page.hours.chart
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert page.hours.hour.text().startswith("10:00: 2 delivered, 2 failed; 9 closed until then")
    assert "no reception from 10:20 to 11:05" in page.hours.hour.text()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert page.hours.hour.text() == "09:00: 0 delivered, 0 failed; 5 closed until then · typical working day: 20"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"),)]


def test_the_pointer_tells_an_hour_and_a_click_on_a_part_asks_for_that(page: DayPage, qtbot: QtBot) -> None:
    chart = page.hours.chart
    QTest.mouseMove(chart, chart.scale.point(14.5, 1).toPoint())
    assert page.hours.hour.text() == "14:00: 0 delivered, 0 failed; 9 closed until then · typical working day: 0"
    QTest.mouseMove(chart, chart.scale.point(8.5, 1).toPoint())
    assert page.hours.hour.text().startswith("08:00: 4 delivered, 1 failed")
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(8.5, 4.5).toPoint())
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"), ValueFilter("status", "falso_flete"))]
    with qtbot.assertNotEmitted(page.filter_asked):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(15.5, 1).toPoint())


def test_the_picture_of_the_hours_says_its_figures_and_takes_no_wheel(page: DayPage) -> None:
    chart = page.hours.chart
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
    page: DayPage, show: Show, shelf: Reports, qtbot: QtBot
) -> None:
    table = page.groups[Group.DRIVER].table
    page.pause.setInterval(60_000)
    show(drivers(60, lambda nth: nth % 10))
    page.groups[Group.DRIVER].all.click()
    table.setCurrentIndex(table.groups.index(20, 0))
    name = table.groups.lines[20].name
    asked = shelf.asked_for
    shelf.made = drivers(61, lambda nth: nth % 10 if nth < 60 else 0)
    for _ in range(5):
        page.refresh()
    assert shelf.asked_for == asked
    with qtbot.waitSignal(page.report_shown):
        page.pause.setInterval(0)
    assert shelf.asked_for == asked + 1
    assert table.groups.rowCount() == 61
    assert table.groups.lines[table.currentIndex().row()].name == name
    assert table.currentIndex().row() == 21


def test_a_day_that_is_being_counted_does_not_show_the_figures_of_another(
    page: DayPage, shelf: Reports, query_thread: QueryThread[Reader], qtbot: QtBot
) -> None:
    shelf.made = replace(REPORT, day=Scope(("OTRA",), DAY.date), figures=Figures(tally(1)))
    with qtbot.assertNotEmitted(page.report_shown):
        page.show_day(SHOWN)
        with qtbot.waitSignal(query_thread.ask("later", lambda _rows: None).ended):  # the answers come in their order
            pass
    assert shelf.asked_for == 2
    assert page.delivered.figure.text() == "60 %"


def test_of_a_day_that_was_never_loaded_nothing_is_known(show: Show) -> None:
    page = show(replace(REPORT, loaded_at=None, figures=Figures(), to_attend=0, groups={}))
    assert page.headline.text() == "There is no parcel of this day to count"
    assert page.value.text() == ""
    assert {part.accessibleName().partition(": ")[2] for part in page.bar.parts.values()} == {"–"}
    assert [card.figure.text() for card in (page.delivered, page.to_attend)] == ["–", "–"]


def test_a_day_of_one_parcel_fills_the_bar(show: Show) -> None:
    page = show(replace(REPORT, figures=Figures(tally(0, 0, 1)), to_attend=0, groups={}))
    assert page.headline.text() == "At 12:00, 0 of 1 parcel(s) are delivered"
    assert page.bar.bar.part_at(QPointF(1, 5)) == page.bar.bar.part_at(QPointF(page.bar.bar.width() - 2, 5)) == 3
