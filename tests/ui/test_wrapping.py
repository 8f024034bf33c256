"""A value without gaps stays beside its label, whole, and is copied as it is; so is the text of a link."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import WrappingButton, WrappingLabel, card, lines_grid

EMAIL = "maria.fernanda.rodriguez.gutierrez@correo.example.com"


def shown(qtbot: QtBot, *values: str) -> QFrame:
    frame = card("Recipient", lines_grid([("Label", value, "") for value in values]))
    qtbot.addWidget(frame)
    frame.setFixedWidth(328)
    with qtbot.waitExposed(frame):
        frame.show()
    return frame


def label(frame: QFrame, text: str) -> QLabel:
    return next(one for one in frame.findChildren(QLabel) if one.text() == text)


def picture(of: QLabel) -> QImage:
    return of.grab().toImage()


@pytest.mark.parametrize("value", ["+573005550134", "5452515000000123456", EMAIL, "x" * 200, f"see {EMAIL} or ask"])
def test_a_value_stays_beside_its_label_and_within_its_card(qtbot: QtBot, dressed: QApplication, value: str) -> None:
    frame = shown(qtbot, "short", value)
    assert label(frame, value).x() == label(frame, "short").x()
    assert label(frame, value).geometry().right() < frame.width()


def test_what_is_wider_than_its_room_is_broken_and_nothing_of_it_cut(qtbot: QtBot, dressed: QApplication) -> None:
    frame = shown(qtbot, EMAIL)
    found = label(frame, EMAIL)
    line = found.fontMetrics().lineSpacing()
    lines = -(-found.fontMetrics().horizontalAdvance(EMAIL) // found.width())
    assert lines * line <= found.height() <= (lines + 1) * line
    image = picture(found)
    last = [y for y in range(image.height()) if any(image.pixelColor(x, y).lightness() < 128 for x in range(60))]
    assert max(last) > (lines - 1) * line


def test_a_text_that_a_label_gets_later_is_cut_too_before_it_is_laid_out(qtbot: QtBot) -> None:
    found = WrappingLabel("short")
    qtbot.addWidget(found)
    found.setText("x" * 1_000_000)
    assert found.text().startswith("xxx")
    assert len(found.text()) < 10_000


def test_a_long_word_is_broken_after_an_at_sign_or_a_dot(qtbot: QtBot, dressed: QApplication) -> None:
    frame = shown(qtbot, EMAIL)
    found = label(frame, EMAIL)
    assert isinstance(found, WrappingLabel)
    laid_out = found._laid_out(found.width())
    lines = [laid_out.lineAt(place) for place in range(laid_out.lineCount())]
    texts = [EMAIL[one.textStart() :][: one.textLength()] for one in lines]
    assert "".join(texts) == EMAIL
    assert len(texts) > 1
    assert all(text[-1] in "@." for text in texts[:-1])


def test_what_is_selected_is_shown_so_and_copied_as_it_is(qtbot: QtBot, dressed: QApplication) -> None:
    frame = shown(qtbot, EMAIL)
    found = label(frame, EMAIL)
    assert isinstance(found, WrappingLabel)
    found.setSelection(0, len(EMAIL))
    assert found.selectedText() == EMAIL
    image = picture(found)
    assert image.pixelColor(1, 1).name().upper() == LIGHT.selection
    QTest.mouseClick(found, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert not found.hasSelectedText()


def test_of_many_widths_the_layouts_of_the_last_ones_alone_are_kept(qtbot: QtBot, dressed: QApplication) -> None:
    frame = shown(qtbot, EMAIL)
    found = label(frame, EMAIL)
    assert isinstance(found, WrappingLabel)
    heights = [found.heightForWidth(width) for width in range(40, 340)]
    assert sorted(found._layouts) == [338, 339]
    kept = found._layouts[338]
    assert [found.heightForWidth(width) for width in range(40, 340)] == heights
    for width in (338, 339, 338, 339):
        found.heightForWidth(width)
    assert found._layouts[338] is not kept  # it went, and came anew
    again = dict(found._layouts)
    found.heightForWidth(338)
    assert found._layouts == again


def test_another_font_lays_out_anew(qtbot: QtBot, dressed: QApplication) -> None:
    frame = shown(qtbot, EMAIL)
    found = label(frame, EMAIL)
    assert isinstance(found, WrappingLabel)
    before = found.heightForWidth(100)
    font = found.font()
    font.setPointSizeF(font.pointSizeF() * 2 if font.pointSizeF() > 0 else 24)
    found.setFont(font)
    assert found.heightForWidth(100) > before
    assert set(found._layouts) == {100}


@pytest.mark.parametrize(
    "text", ["Visit 9100200300400500600", "1234567890" * 4, "+57 601 5550142 ext. 1234567", "a & b" * 9]
)
def test_a_button_that_is_too_narrow_for_its_text_has_it_in_several_lines(
    qtbot: QtBot, dressed: QApplication, text: str
) -> None:
    button = WrappingButton(text)
    qtbot.addWidget(button)
    button.show()
    whole = button.sizeHint()
    button.resize(140, button.heightForWidth(140))
    lines = button._lines(140)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert button.height() >= whole.height() + (len(lines) - 1) * button.fontMetrics().lineSpacing()
    image = button.grab().toImage()
    inner = range(8, button.height() - 8)
    dark = [y for y in inner if any(image.pixelColor(x, y).lightness() < 128 for x in range(8, 132))]
    assert max(dark) - min(dark) > (len(lines) - 1) * button.fontMetrics().lineSpacing()
    widest = max(map(button.fontMetrics().horizontalAdvance, lines))
    assert widest + whole.width() - button.fontMetrics().horizontalAdvance(text) <= 140


def test_a_layout_of_lines_gives_what_is_wider_its_own_width(qtbot: QtBot, dressed: QApplication) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    row = FlowLayout(holder, margin=0, spacing=8)
    button, label = WrappingButton("1234567890" * 4), WrappingLabel("1234567890" * 4)
    row.addWidget(button)
    row.addWidget(label)
    holder.resize(160, holder.heightForWidth(160))
    holder.show()
    assert holder.width() == 160
    assert [one.width() for one in (button, label)] == [160, 160]
    assert label.height() >= label.heightForWidth(160)
    assert label.geometry().bottom() < holder.height()
