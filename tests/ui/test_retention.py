"""What is said of the days that a shorter time would delete."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtWidgets import QApplication, QSpinBox
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.errors import StoreUnusableError
from app.domain.texts import Text
from app.qt_threads.worker_pool import QueryThread
from app.ui.settings.settings_groups import Retention
from tests.ui.conftest import TODAY


class Days:
    """A store with something on each of so many days, which may fail, or wait before it answers."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.fails = False
        self.goes_on = Event()
        self.goes_on.set()

    def days_before(self, day: date) -> int:
        """Return as many days as there are up to a hundred days back, in no main thread."""
        assert current_thread() is not main_thread()
        self.asked.append((TODAY - day).days)
        self.goes_on.wait(60)
        if self.fails:
            raise StoreUnusableError(Text("Test", "It cannot be read."))
        return max(100 - (TODAY - day).days, 0)


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def retention(days: Days, tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[Retention]:
    @contextmanager
    def open_rows() -> Iterator[Reader]:
        yield days  # type: ignore[misc]  # as much of a reader as it needs

    query_thread = QueryThread(open_rows)
    days_kept = QSpinBox(maximum=3650, value=90)
    qtbot.addWidget(days_kept)
    yield Retention(days_kept, lambda: TODAY, query_thread)
    days.goes_on.set()
    query_thread.stop()


def test_the_number_follows_the_field(retention: Retention, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "If you save this, 10 day" in retention.note.text())
    retention.days.setValue(99)
    assert "\n" not in retention.note.text()
    qtbot.waitUntil(lambda: "If you save this, 1 day" in retention.note.text())
    retention.days.setValue(100)
    assert "\n" not in retention.note.text()


def test_of_many_steps_the_last_one_is_answered(retention: Retention, days: Days, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "\n" in retention.note.text())
    days.asked.clear()
    days.goes_on.clear()
    for value in range(89, 49, -1):
        retention.days.setValue(value)
    days.goes_on.set()
    qtbot.waitUntil(lambda: " 50 day" in retention.note.text())
    assert days.asked[-1] == 50
    assert len(days.asked) < 10


def test_a_store_that_fails_shows_no_number(retention: Retention, days: Days, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "\n" in retention.note.text())
    days.fails = True
    retention.days.setValue(50)
    with qtbot.waitSignal(retention._query_thread.ask("what comes after it", lambda _rows: None).succeeded):
        pass
    assert days.asked[-1] == 50
    assert "\n" not in retention.note.text()
    days.fails = False
    retention.days.setValue(51)
    qtbot.waitUntil(lambda: " 49 day" in retention.note.text())
