"""A promised call is reported once, when its time has come, whatever happened in between."""

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.calls.queue import CallCase, Reminder
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import View
from app.qt_threads.worker_pool import QueryThread
from app.ui.alerts.reminder_watch import ReminderWatch
from tests.ui.conftest import window_context

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def reminder(number: int, minutes: int) -> Reminder:
    at = NOON + timedelta(minutes=minutes)
    return Reminder(at, date(2026, 11, 20), "ANDINA", Subject(Table.SHIPMENTS, number), str(number))


class Promises:
    """Promised calls in memory."""

    def __init__(self) -> None:
        self.kept = [reminder(1, 60), reminder(2, 120)]
        self.now = NOON
        self.reported: list[list[str]] = []

    def call_cases(self, _day: Day, _today: date, _views: tuple[View, ...]) -> list[CallCase]:
        return []

    def reminders(self) -> list[Reminder]:
        return self.kept

    def take(self, due: list[Reminder]) -> None:
        self.reported.append([one.number for one in due])


@pytest.fixture
def promises() -> Promises:
    return Promises()


@pytest.fixture
def watch(promises: Promises, qapp: QApplication, qtbot: QtBot) -> Iterator[ReminderWatch]:
    parent = QWidget()
    qtbot.addWidget(parent)
    thread: QueryThread[Reader] = QueryThread(lambda: nullcontext(promises), parent)  # type: ignore[arg-type]
    watch = ReminderWatch(window_context(parent, queries=thread, now=lambda: promises.now))
    watch.due.connect(promises.take)
    read(watch, qtbot)
    yield watch
    thread.stop()


def read(watch: ReminderWatch, qtbot: QtBot) -> None:
    watch.read()
    with qtbot.waitSignal(watch._context.queries.ask("read", lambda _rows: None).ended):
        pass


def test_each_is_reported_once_when_it_is_due(watch: ReminderWatch, promises: Promises, qtbot: QtBot) -> None:
    assert promises.reported == []
    promises.now += timedelta(minutes=60)
    watch.look()
    watch.look()
    read(watch, qtbot)
    assert promises.reported == [["1"]]


def test_those_of_the_hours_that_the_computer_slept_are_reported_together(
    watch: ReminderWatch, promises: Promises
) -> None:
    promises.now += timedelta(hours=9)
    watch.look()
    assert promises.reported == [["1", "2"]]


def test_one_that_was_answered_is_not_reported_and_one_promised_anew_is(
    watch: ReminderWatch, promises: Promises, qtbot: QtBot
) -> None:
    promises.now += timedelta(minutes=60)
    watch.look()
    promises.kept = [reminder(1, 90)]
    read(watch, qtbot)
    promises.now += timedelta(hours=1)
    watch.look()
    assert promises.reported == [["1"], ["1"]]
