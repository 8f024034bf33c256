"""The window in random sizes, with random pages, rows and panes: its layout comes to rest, and cuts nothing."""

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.faults.figures import Figures, Length
from tests.flows.conftest import Bench
from tests.flows.places.day import a_day
from tests.flows.test_screens import FRAME, fit, screens, wrong_with

FAULT = "a window of any size"
MOST_TURNS = 40
"""Turns of the event loop in which a layout asks for another one, after which it never comes to rest."""


class LayoutRequests(QObject):
    """Counts the layouts that the application's widgets ask for."""

    def __init__(self, app: QApplication, window: QWidget) -> None:
        """Count until the window is deleted."""
        super().__init__(window)
        self._count = 0
        app.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        self._count += event.type() is QEvent.Type.LayoutRequest
        return False

    def turns_to_rest(self) -> int:
        """Return after how many turns no layout is asked for any more; `MOST_TURNS` if never."""
        for turn in range(MOST_TURNS):
            before = self._count
            QCoreApplication.processEvents()
            if self._count == before:
                return turn
        return MOST_TURNS


def changes(bench: Bench, random: Random) -> list[Callable[[], object]]:
    """Return what one does that moves things: sizes, pages, rows, keys."""
    window = bench.window
    most = window.screen().availableGeometry().size() - FRAME

    def resize(width: int, height: int) -> None:
        size = QSize(random.randint(640, width), random.randint(340, height))
        window.resize(size.boundedTo(most).expandedTo(window.minimumSizeHint()))

    def choose_row() -> None:
        view = window.tabs.page.view
        if view.rows.ids and view.isVisible():
            view.stay(random.randrange(min(len(view.rows.ids), 30)))

    def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Callable[[], None]:
        return lambda: QTest.keyClick(QApplication.focusWidget() or window, key, held)

    return [
        lambda: resize(1400, 800),
        lambda: resize(1000, 620),
        lambda: window.resize(window.width() + random.choice((-3, -2, -1)), window.height()),
        lambda: window.tabs.setCurrentIndex(random.randrange(window.tabs.count())),
        choose_row,
        choose_row,
        press(Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier),
        press(Qt.Key.Key_F8),
        press(Qt.Key.Key_Escape),
        press(Qt.Key.Key_Tab),
    ]


def test_a_window_of_any_size_comes_to_rest_and_cuts_nothing(
    bench: Bench, qapp: QApplication, length: Length, figures: Figures
) -> None:
    bench.change_settings(language="es")
    a_day(bench)
    fit(bench, screens()["1366x768"])
    random, requests, turns, wrong = Random(9), LayoutRequests(qapp, bench.window), [0], dict[str, list[str]]()
    acts = changes(bench, random)
    for nth in range(length.of(90, 4000)):
        act = random.randrange(len(acts))
        acts[act]()
        turns.append(requests.turns_to_rest())
        assert turns[-1] < MOST_TURNS, f"after {nth} changes, the last of which is {act}, at {bench.window.size()}"
        if nth % 15 == 0 and (found := wrong_with(bench, bench.window)):
            wrong[f"change {nth} at {bench.window.size()}"] = found
    figures.at_most("turns of the event loop until the layout rests", max(turns), MOST_TURNS / 2)
    assert wrong == {}
