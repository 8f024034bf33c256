"""Rows of two lines of text, in lists and lanes."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import CELL_PADDING, Theme, line_height

Written = tuple[str, str, bool]
"""A text, its colour, and whether it is bold."""
_ROW = 42
_BAR = 3
_GAP = 8
_EDGE = 5
"""Pixels above the first and below the second line of text."""


def row_height() -> int:
    """Return the height of a row: two lines of text."""
    return line_height(_ROW - 18) + line_height(18)


def paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, theme: Theme, *, is_chosen: bool, begins: bool = True
) -> None:
    """Paint the background of a row, or of a cell of it: whether it is chosen, pointed at and has the focus.

    `begins` if the cell is the first of its row, which has the bar of the chosen one.
    """
    rect, state, flags = option.rect, option.state, QStyle.StateFlag
    color = theme.selection if is_chosen else theme.hover if state & flags.State_MouseOver else theme.surface
    painter.fillRect(rect, QColor(color))
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(theme.line))
    if is_chosen and begins:
        painter.fillRect(QRect(rect.left(), rect.top(), _BAR, rect.height()), QColor(theme.accent))
    if state & flags.State_HasFocus:
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(1, 1, -1, -1))


def write(painter: QPainter, rect: QRect, line: int, *texts: Written) -> None:
    """Write one text at the left, elided, and perhaps one at the right of the first (0) or second line."""
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
