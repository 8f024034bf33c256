"""The card of what will stay open: the forecast in words, and why there is none."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.days import Day, Scope
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.site import SiteDays
from app.qt_threads.worker_pool import QueryThread
from app.ui.day_report.forecast_card import ForecastCard
from app.ui.ports.rows import Rows
from tests.ui.conftest import DAY, SHOWN, ZONE, Shelf, formats, window_context

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
COURSE = DayCourse(SHOWN, 45, 55, (), NOON, NOON, SiteDays(ZONE))
PAST = tuple(PastDay(date(2026, 11, nth), ((600, 50), (900, 40)), 4 * nth) for nth in range(1, 10))


class Courses(Shelf):
    """Rows that know a day's course, and count how often past days are read."""

    def __init__(self) -> None:
        super().__init__()
        self.made, self.past_read = COURSE, 0

    def course(self, day: Day) -> DayCourse:
        return replace(self.made, day=day)

    def past_days(self, _day: Day) -> tuple[PastDay, ...]:
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
def card(
    clock: Clock, query_thread: QueryThread[Rows], window: QWidget, qtbot: QtBot, dressed: QApplication
) -> ForecastCard:
    made = ForecastCard(window_context(window, queries=query_thread, now=lambda: clock.now))
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.use_formats(formats())
    return made


@pytest.fixture
def read(card: ForecastCard, qtbot: QtBot) -> Callable[[], ForecastCard]:
    def read() -> ForecastCard:
        with qtbot.waitSignal(card.forecast_shown):
            card.read(SHOWN)
        return card

    return read


def test_the_forecast_says_its_range_and_what_it_rests_on(read: Callable[[], ForecastCard]) -> None:
    card = read()
    assert card.left_open.text() == "8 parcel(s) will stay open at this pace, 2 to 14"
    assert card.behind_it.text() == (
        "On 9 past day(s) of this kind, the same forecast at this time of day was off by 6 parcels or less nine times"
        " of ten. The last visit is usually closed at 15:00."
    )


def test_why_there_is_no_forecast_is_said(read: Callable[[], ForecastCard], shelf: Courses) -> None:
    shelf.made = replace(COURSE, loaded_at=None)
    card = read()
    assert card.left_open.text() == "What will stay open: unknown"
    assert card.behind_it.text() == "The day is not loaded yet."


def test_only_today_has_a_forecast_and_past_days_are_read_again_after_a_while(
    read: Callable[[], ForecastCard], card: ForecastCard, shelf: Courses, clock: Clock
) -> None:
    read()
    read()
    assert shelf.past_read == 1
    clock.now += timedelta(minutes=11)
    read()
    assert shelf.past_read == 2
    card.read(Scope(DAY.carriers, date(2026, 11, 19)))
    assert not card.isVisible()
    read()
    assert card.isVisible()
    clock.now += timedelta(days=1)
    card.use_formats(formats())
    assert not card.isVisible()
