"""The dialogs of a shift on a small screen: nothing of them lies outside, whatever they have to say."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.shift.end_page import EndPage
from app.ui.shift.shift_dialog import ShiftDialog
from app.ui.shift.take_over import TakeOverPage

pytestmark = pytest.mark.usefixtures("dressed")
LINES = [f"{number}: of ana, north, 20/11 17:40" for number in range(60)]


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


@pytest.fixture
def dialog(parent: QWidget) -> ShiftDialog:
    dialog = ShiftDialog(EndPage(str, LIGHT), TakeOverPage(LIGHT), parent)
    dialog.show()
    return dialog


def assert_fits(dialog: QDialog, qtbot: QtBot) -> None:
    free = dialog.screen().availableGeometry().size()
    qtbot.waitUntil(lambda: fits(dialog.size(), free))
    assert fits(dialog.minimumSizeHint(), QSize(680, 460))  # 1366 x 768 at 200 %, and what a frame takes


def fits(size: QSize, free: QSize) -> bool:
    return size.width() <= free.width() and size.height() <= free.height()


def test_the_end_of_a_shift_fits_a_small_screen(dialog: ShiftDialog, qtbot: QtBot) -> None:
    dialog.ending.show_message("End of shift · ANDINA-BOG · Friday", "\n".join(LINES))
    dialog.ending.show_problem("\n".join(LINES[:4]))
    dialog.ending.show_saved([Path("/home/ana/shifts") / f"{'x' * 60}.pdf"] * 2, 12)
    assert_fits(dialog, qtbot)


def test_without_anything_to_hand_over_the_page_says_so(dialog: ShiftDialog) -> None:
    dialog.ending.show_message("There is nothing of this day to hand over.", "")
    assert not dialog.ending.message.isVisible()
    assert not dialog.ending.main.isEnabled()


def test_another_file_may_be_chosen_after_one_that_cannot_be_used(dialog: ShiftDialog) -> None:
    taking = dialog.taking
    dialog.show_page(taking)
    taking.show_file([("Made", "10:00", "")], [])
    taking.show_problem(LINES[0])
    assert [one.text() for one in taking.buttons.buttons() if one.isVisible()] == ["Close"]
    assert taking.choose.isDefault()
    taking.show_file([("Made", "11:00", "")], [])
    assert {one.text() for one in taking.findChildren(QLabel) if one.isVisible()} >= {"Made", "11:00"}
    assert taking.take_over.isDefault()


def test_a_long_summary_is_scrolled(dialog: ShiftDialog, qtbot: QtBot) -> None:
    dialog.show_page(dialog.taking)
    dialog.taking.show_summary(LINES, can_load=True)
    assert_fits(dialog, qtbot)
    bar = dialog.taking.findChildren(QScrollArea)[0].verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert dialog.taking.load.isVisible()


def test_enter_does_not_take_over_what_is_in_doubt(dialog: ShiftDialog, qtbot: QtBot) -> None:
    dialog.show_page(dialog.taking)
    dialog.taking.show_file([("Made", "10:00", "")], ["It is of another site."])
    assert not dialog.taking.take_over.isDefault()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Return)


def test_enter_presses_the_button_of_the_page_in_front(dialog: ShiftDialog) -> None:
    dialog.show_page(dialog.taking)
    assert dialog.taking.choose.isDefault()
    dialog.tabs.setCurrentWidget(dialog.ending)
    assert dialog.ending.main.isDefault()


def test_the_arrows_go_from_tab_to_tab(dialog: ShiftDialog, qtbot: QtBot) -> None:
    bar = dialog.tabs.tabBar()
    bar.setFocus()
    qtbot.waitUntil(bar.hasFocus)
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert (dialog.taking.isVisible(), bar.hasFocus(), dialog.taking.choose.isDefault()) == (True, True, True)


def test_what_arrives_for_the_page_behind_leaves_the_keyboard_to_that_in_front(
    dialog: ShiftDialog, qtbot: QtBot
) -> None:
    ending, taking = dialog.ending, dialog.taking
    dialog.show_page(taking)
    qtbot.waitUntil(taking.choose.hasFocus)
    ending.show_message("End of shift", "Nothing to do")
    assert (taking.choose.hasFocus(), taking.choose.isDefault()) == (True, True)
    dialog.show_page(ending)
    assert (ending.message.hasFocus(), ending.main.isDefault()) == (True, True)
    taking.ask_for_phrase("Not the phrase")
    taking.show_summary(["Done"], can_load=True)
    assert (ending.message.hasFocus(), ending.main.isDefault()) == (True, True)
    dialog.show_page(taking)
    assert (taking.load.hasFocus(), taking.load.isDefault()) == (True, True)
