"""A Day tab whose day, clock and past are given."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.days import Day, Scope
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.site import SiteDays
from app.domain.views.queries import ValueFilter
from app.domain.views.report import DayReport, Group, GroupLine
from app.qt_threads.worker_pool import QueryThread
from app.ui.day_report.day_page import DayPage
from tests.ui.conftest import SHOWN, ZONE, Shelf, formats, window_context
from tests.ui.test_report_document import REPORT, tally

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
