"""Rows of two lines of text, in lists and lanes."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import CELL_PADDING, line_height

Written = tuple[str, str, bool]
"""A text, its colour, and whether it is bold."""
_ROW = 42
_GAP = 8
_EDGE = 5
"""Pixels above the first and below the second line of text."""


def row_height() -> int:
    """Return the height of a row: two lines of text."""
    return line_height(_ROW - 18) + line_height(18)


def write(painter: QPainter, rect: QRect, line: int, texts: tuple[Written, Written]) -> None:
    """Write a text at the left and one at the right of the first (0) or second line; the left one is elided."""
    height = (rect.height() - 2 * _EDGE) // 2
    room = QRect(rect.left() + CELL_PADDING, rect.top() + _EDGE + line * height, 0, height)
    room.setRight(rect.right() - CELL_PADDING)
    for nth, (text, color, is_bold) in reversed(tuple(enumerate(texts))):
        if not text:
            continue
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(color))
        side = Qt.AlignmentFlag.AlignRight if nth else Qt.AlignmentFlag.AlignLeft
        shown = text if nth else elided(text, QFontMetrics(font), room.width())
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, shown)
        room.setRight(room.right() - QFontMetrics(font).horizontalAdvance(shown) - _GAP)
        painter.restore()
