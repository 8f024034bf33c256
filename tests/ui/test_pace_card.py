"""The card of today's pace: the forecast in words, the drivers, and what is unknown."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, PastPace
from app.domain.pace.forecast import PastDay
from app.domain.pace.silence import Closing, DriverKey
from app.domain.site import SiteDays
from app.qt_threads.worker_pool import QueryThread
from app.ui.day_report.pace_card import PaceCard
from app.ui.ports.rows import Rows
from tests.ui.conftest import DAY, ZONE, Shelf, formats, window_context

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
ANA, LUIS, NEW = DriverKey("1", "Ana Peña"), DriverKey("2", "Luis"), DriverKey(None, "Eva <b>")


def rounds(driver: DriverKey, last: int, count: int = 8) -> list[Closing]:
    return [(driver, NOON - timedelta(minutes=last + 8 * nth)) for nth in range(count)]


CLOSINGS = (*rounds(ANA, 95), *rounds(LUIS, 2), *rounds(NEW, 50, 1))
COURSE = DayCourse(DAY, 45, 55, CLOSINGS, (), NOON, NOON, SiteDays(ZONE))
PAST = PastPace(
    tuple(PastDay(date(2026, 11, nth), ((600, 50), (900, 40)), 4 * nth) for nth in range(1, 10)),
    {"2": timedelta(minutes=11)},
)


class Courses(Shelf):
    """Rows that know a day's course, and count how often past days are read."""

    def __init__(self) -> None:
        super().__init__()
        self.made, self.past_read = COURSE, 0

    def course(self, day: Day) -> DayCourse:
        return replace(self.made, day=day)

    def past_pace(self, _day: Day) -> PastPace:
        self.past_read += 1
        return PAST


class Clock:
    """The present."""

    def __init__(self) -> None:
        self.now = NOON


@pytest.fixture
def shelf() -> Courses:
    return Courses()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(
    clock: Clock, query_thread: QueryThread[Rows], window: QWidget, qtbot: QtBot, dressed: QApplication
) -> PaceCard:
    made = PaceCard(window_context(window, queries=query_thread, now=lambda: clock.now))
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.use_formats(formats())
    return made


@pytest.fixture
def read(pace: PaceCard, qtbot: QtBot) -> Callable[[], PaceCard]:
    def read() -> PaceCard:
        with qtbot.waitSignal(pace.pace_shown):
            pace.read(DAY)
        return pace

    return read


def lines(pace: PaceCard) -> list[list[str]]:
    model = pace.table.pace
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_the_forecast_says_its_range_and_what_it_rests_on(read: Callable[[], PaceCard]) -> None:
    pace = read()
    assert pace.left_open.text() == "8 parcel(s) will stay open at this pace, 2 to 14"
    assert pace.behind_it.text() == (
        "On 9 past day(s) of this kind, the same forecast at this time of day was off by 6 parcels or less nine times"
        " of ten. The last visit is usually closed at 15:00."
    )


def test_the_silent_come_first_and_what_is_not_known_is_called_unknown(read: Callable[[], PaceCard]) -> None:
    pace = read()
    assert lines(pace) == [
        ["Ana Peña", "1 h 35 min", "10:25", "8 min", "–"],
        ["Eva <b>", "unknown", "11:10", "–", "–"],
        ["Luis", "2 min", "11:58", "8 min", "11 min"],
    ]
    index = pace.table.pace.index(1, 1)
    assert "too few visits to know this driver's pace" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Eva &lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "may be on a break, without signal, or done" in pace.caption.text()


def test_silence_grows_while_nothing_arrives_and_is_unknown_once_nobody_is_heard(
    read: Callable[[], PaceCard], clock: Clock
) -> None:
    pace = read()
    clock.now = NOON + timedelta(minutes=40)
    pace.use_formats(formats())
    assert [line[1] for line in lines(pace)] == ["2 h 15 min", "unknown", "unknown"]


def test_why_there_is_no_forecast_is_said(read: Callable[[], PaceCard], shelf: Courses) -> None:
    shelf.made = replace(COURSE, loaded_at=None, closings=())
    pace = read()
    assert pace.left_open.text() == "What will stay open: unknown"
    assert pace.behind_it.text() == "The day is not loaded yet."
    assert not pace.table.isVisible()
    assert not pace.caption.isVisible()


def test_only_today_has_a_pace_and_past_days_are_read_again_after_a_while(
    read: Callable[[], PaceCard], pace: PaceCard, shelf: Courses, clock: Clock
) -> None:
    read()
    read()
    assert shelf.past_read == 1
    clock.now += timedelta(minutes=11)
    read()
    assert shelf.past_read == 2
    pace.read(Day(DAY.carrier, date(2026, 11, 19)))
    assert not pace.isVisible()
    read()
    assert pace.isVisible()
    clock.now += timedelta(days=1)
    pace.use_formats(formats())
    assert not pace.isVisible()


def test_enter_on_a_driver_asks_for_the_visits(read: Callable[[], PaceCard], qtbot: QtBot) -> None:
    pace = read()
    pace.table.setCurrentIndex(pace.table.pace.index(1, 0))
    with qtbot.waitSignal(pace.driver_asked) as asked:
        QTest.keyClick(pace.table, Qt.Key.Key_Return)
    assert asked.args == [NEW]
