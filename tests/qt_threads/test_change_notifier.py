"""Changes are collected: none is lost, and signals come once a frame at most."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.qt_threads import change_notifier as module
from app.qt_threads.change_notifier import ChangeNotifier

LONG_MS = 3_600_000


@pytest.fixture
def notifier(qtbot: QtBot) -> Iterator[ChangeNotifier]:
    made = ChangeNotifier()
    yield made
    made.deleteLater()


def test_all_changes_since_the_last_frame_are_in_the_next(notifier: ChangeNotifier, qtbot: QtBot) -> None:
    reported = QSignalSpy(notifier.visits_changed)
    received: tuple[set[int], set[int]] = set(), set()

    def record(visits: set[int], shipments: set[int]) -> None:
        received[0].update(visits)
        received[1].update(shipments)

    notifier.visits_changed.connect(record)
    for nth in range(100):
        notifier.report_visits({nth}, {1000 + nth})
        if nth % 10 == 0:
            with qtbot.waitSignal(notifier.visits_changed):
                pass
    qtbot.waitUntil(lambda: len(received[0]) == 100)
    assert received == (set(range(100)), set(range(1000, 1100)))
    assert reported.count() <= 11


def test_the_receivers_counts_are_signalled_at_once_and_then_once_per_interval(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LISTENING_MS", LONG_MS)
    notifier = ChangeNotifier()
    counted = QSignalSpy(notifier.listening_changed)
    with qtbot.waitSignal(notifier.listening_changed):
        notifier.report_listening()
    for nth in range(5):
        with qtbot.waitSignal(notifier.visits_changed):
            notifier.report_listening()
            notifier.report_visits({nth}, set())
    assert counted.count() == 1


def test_a_delayed_signal_comes_at_the_end_of_its_interval(notifier: ChangeNotifier, qtbot: QtBot) -> None:
    for _ in range(3):
        with qtbot.waitSignal(notifier.listening_changed):
            notifier.report_listening()
