"""The popup of the numbers of a pasted list that the day does not have."""

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.tables.filter_bar import MissingNumbers
from app.ui.widgets.labels import CopyIcons


def test_a_number_of_40_digits_is_listed_whole(qtbot: QtBot, dressed: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    popup = MissingNumbers(("1", "1234567890" * 4, *"23456789abcdef"), CopyIcons.of(LIGHT), window)
    popup.open_below(window)
    assert popup.list.viewport().width() >= popup.list.sizeHintForColumn(0)
