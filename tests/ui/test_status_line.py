"""The line at the bottom of the window has room for a count as soon as it shows it."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.ui.window.status_line import StatusLine


def test_a_longer_count_is_whole_before_anything_is_painted(qtbot: QtBot) -> None:
    line = StatusLine("America/Bogota", str)
    qtbot.addWidget(line)
    line.resize(800, 30)
    with qtbot.waitExposed(line):
        line.show()
    line.show_count("4")
    line.show_message("400 shipments")
    qtbot.wait(0)
    line.show_count("1,400 of 1,400")
    (label,) = (one for one in line.findChildren(QLabel) if one.text() == line.counted.text())
    assert label.width() >= label.sizeHint().width()
