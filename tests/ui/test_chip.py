"""The chip fits where there is room and where there is not, and is read aloud."""

import pytest
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.appearance.icons import TextTone
from app.ui.appearance.theme import DARK, LIGHT, Theme, apply_theme
from app.ui.top_bar.top_bar import TopBar
from app.ui.widgets.chip import Chip, ChipLook, Extent
from tests.ui.conftest import TODAY

GOOD = ChipLook("signal", TextTone.GOOD, ("Receiving", "last notification 12:03:41"), more=("listening since 07:00",))
BAD = ChipLook("signal-off", TextTone.BAD, ("Not listening since 10:12",))


@pytest.fixture
def chip(dressed: QApplication, qtbot: QtBot) -> Chip:
    chip = Chip(LIGHT, "Receiver")
    qtbot.addWidget(chip)
    chip.show_look(GOOD)
    chip.show()
    return chip


def painted(chip: Chip, width: int) -> QImage:
    chip.resize(width, chip.sizeHint().height())
    return chip.grab().toImage()


def columns_with(image: QImage, color: str) -> list[int]:
    wanted = QColor(color).name()
    rows = range(image.height())
    return [x for x in range(image.width()) if any(image.pixelColor(x, y).name() == wanted for y in rows)]


def test_its_accessible_name_is_receiver_and_its_description_the_state(chip: Chip) -> None:
    interface = QAccessible.queryAccessibleInterface(chip)
    assert interface.text(QAccessible.Text.Name) == "Receiver"
    assert (
        interface.text(QAccessible.Text.Description) == "Receiving · last notification 12:03:41 · listening since 07:00"
    )
    assert "listening since 07:00" in chip.toolTip()
    assert interface.role() is QAccessible.Role.Button
    assert chip.text() == "Receiving · last notification 12:03:41"


def test_other_digits_do_not_move_what_stands_beside_it(chip: Chip) -> None:
    before = chip.sizeHint()
    chip.show_look(ChipLook("signal", TextTone.GOOD, ("Receiving", "last notification 11:11:11")))
    assert chip.sizeHint() == before


def test_where_room_is_scarce_the_first_words_stay_whole_and_then_the_icon(chip: Chip) -> None:
    whole = chip.sizeHint().width()
    right = LIGHT.text_color(TextTone.GOOD)
    first = chip.fontMetrics().horizontalAdvance("Receiving")
    assert max(columns_with(painted(chip, whole), right)) > whole - 30
    some = columns_with(painted(chip, whole - 40), right)
    assert abs(max(some) - (33 + first)) < 6
    chip.show_look(ChipLook("signal-off", TextTone.GOOD, ("Not listening since 10:12",), "Not listening"))
    short = columns_with(painted(chip, chip.sizeHint().width() - 10), right)
    assert abs(max(short) - (33 + chip.fontMetrics().horizontalAdvance("Not listening"))) < 6
    chip.show_look(ChipLook("signal", TextTone.GOOD, ("Receiving", "last 12:03"), figure="12:03"))
    chip.use_extent(Extent.FIGURE)
    figure = columns_with(painted(chip, chip.sizeHint().width()), right)
    assert abs(max(figure) - (33 + chip.fontMetrics().horizontalAdvance("12:03"))) < 6
    chip.show_look(ChipLook("signal", TextTone.GOOD, ("Receiving", "last 3 Nov 12:03")))
    assert chip.sizeHint() == chip.minimumSizeHint(), "the time of another day is no time of today"
    tiny = chip.minimumSizeHint().width()
    assert tiny < 50
    assert columns_with(painted(chip, tiny), right)


def test_in_a_small_window_it_is_as_wide_as_what_it_says_and_leaves_the_search_its_room(
    dressed: QApplication, qtbot: QtBot
) -> None:
    bar = TopBar(str, lambda: TODAY, LIGHT)
    qtbot.addWidget(bar)
    bar.receiver.show_look(GOOD)
    bar.show()
    for width, says, hint in (
        (1040, GOOD.parts[0], "Search…"),
        (1072, GOOD.parts[0], "Search number, name…"),
        (1920, GOOD.text, "Search number, name, phone, address…"),
    ):
        bar.resize(width, bar.height())
        QApplication.processEvents()
        room = bar.receiver.width() - bar.receiver.fontMetrics().horizontalAdvance(says)
        assert 0 < room < 60
        assert bar.search.placeholderText() == hint


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_state_has_a_colour_of_its_own_in_both_themes(dressed: QApplication, qtbot: QtBot, theme: Theme) -> None:
    apply_theme(dressed, theme)
    chip = Chip(theme, "Receiver")
    qtbot.addWidget(chip)
    seen = []
    for look in (GOOD, BAD):
        chip.show_look(look)
        image = painted(chip, chip.sizeHint().width())
        assert columns_with(image, theme.text_color(look.tone))
        seen.append(image.pixelColor(image.width() // 2, 3).name().upper())
    assert seen == [theme.tone("delivered").background, theme.tone("exception").background]
