import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.window.window_place import ScreenFit, fitted

LEFT, RIGHT = QRect(0, 0, 1366, 728), QRect(1366, 0, 1920, 1040)


@pytest.mark.parametrize(
    ("frame", "areas", "expected"),
    [
        (QRect(10, 10, 900, 600), [LEFT, RIGHT], QRect(10, 10, 900, 600)),
        (QRect(0, 0, 1366, 768), [LEFT], LEFT),  # as large as the screen with its panels
        (QRect(-8, -31, 900, 600), [LEFT], QRect(0, 0, 900, 600)),
        (QRect(900, 500, 900, 600), [LEFT, RIGHT], QRect(466 + 900, 440, 900, 600)),  # most of it is at the right
        (QRect(1500, 200, 1600, 900), [LEFT], LEFT),  # its screen was unplugged
        (QRect(-4000, -4000, 900, 600), [LEFT, RIGHT], QRect(0, 0, 900, 600)),
        (QRect(-4000, -4000, 900, 600), [], QRect(-4000, -4000, 900, 600)),
    ],
)
def test_a_window_is_moved_and_shrunk_no_more_than_needed(frame: QRect, areas: list[QRect], expected: QRect) -> None:
    assert fitted(frame, areas) == expected


def test_a_window_that_comes_back_from_the_tray_is_on_a_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    fit = ScreenFit(window)
    area = QGuiApplication.primaryScreen().availableGeometry()
    with qtbot.waitActive(window):
        window.show()
    qtbot.waitUntil(lambda: not fit._soon.isActive())
    window.hide()
    window.move(QPoint(5000, 5000))
    window.show()
    qtbot.waitUntil(lambda: area.contains(window.frameGeometry()))
