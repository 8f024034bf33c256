"""The dialogs of a shift on a small screen: nothing of them lies outside, whatever they have to say."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.shift.end_shift_dialog import EndShiftDialog
from app.ui.shift.take_over import TakeOverDialog

pytestmark = pytest.mark.usefixtures("dressed")
LINES = [f"{number}: of ana, north, 20/11 17:40" for number in range(60)]


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


def assert_fits(dialog: QDialog, qtbot: QtBot) -> None:
    free = dialog.screen().availableGeometry().size()
    qtbot.waitUntil(lambda: fits(dialog.size(), free))
    assert fits(dialog.minimumSizeHint(), QSize(680, 460))  # 1366 x 768 at 200 %, and what a frame takes


def fits(size: QSize, free: QSize) -> bool:
    return size.width() <= free.width() and size.height() <= free.height()


def test_the_end_of_a_shift_fits_a_small_screen(parent: QWidget, qtbot: QtBot) -> None:
    dialog = EndShiftDialog("End of shift · ANDINA-BOG · Friday", "\n".join(LINES), str, LIGHT, parent)
    dialog.show()
    dialog.show_problem("\n".join(LINES[:4]))
    dialog.show_saved([Path("/home/ana/shifts") / f"{'x' * 60}.pdf"] * 2, 12)
    assert_fits(dialog, qtbot)


def test_a_file_that_cannot_be_used_is_closed_and_not_cancelled(parent: QWidget, qtbot: QtBot) -> None:
    dialog = TakeOverDialog("shift.json", LIGHT, parent)
    dialog.show()
    dialog.show_problem(LINES[0])
    assert [one.text() for one in dialog.buttons.buttons() if one.isVisible()] == ["Close"]


def test_a_long_summary_is_scrolled(parent: QWidget, qtbot: QtBot) -> None:
    dialog = TakeOverDialog("shift.json", LIGHT, parent)
    dialog.show()
    dialog.show_summary(LINES, can_load=True)
    assert_fits(dialog, qtbot)
    bar = dialog.findChildren(QScrollArea)[0].verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert dialog.load.isVisible()


def test_enter_does_not_take_over_what_is_in_doubt(parent: QWidget, qtbot: QtBot) -> None:
    dialog = TakeOverDialog("shift.json", LIGHT, parent)
    dialog.show_file([("Made", "10:00", "")], ["It is of another site."])
    dialog.show()
    assert not dialog.take_over.isDefault()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
