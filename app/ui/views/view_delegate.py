"""How the panel of views paints them."""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.appearance.formats import UNKNOWN
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, Tone, line_height, scaled

_ITEM = 26
_HEADING = 28
_CELL = 36
"""The height of a view in a rail."""
_SIDE = 16
_ICON = 14
_ICON_GAP = 10
_FIGURE_GAP = 8
_FIGURE = "000"
"""A count for which the width is reserved."""
_PILL = 18
_PILL_SIDE = 8
_Index = QModelIndex | QPersistentModelIndex


class ViewRole(IntEnum):
    """Item data roles of the views panel; an item without `VIEW` is a heading."""

    VIEW = Qt.ItemDataRole.UserRole + 1
    """A `View` or a `SavedView`."""
    COUNT = Qt.ItemDataRole.UserRole + 2
    """How many rows it has; None if that is not known."""
    LOOK = Qt.ItemDataRole.UserRole + 3
    """A `ViewLook`."""


@dataclass(frozen=True)
class ViewLook:
    """The name of an icon, and the `Theme.tone` of a count above 0; `is_filled` makes the count stand out.

    `says_count`: the name says it, so that it does not stand beside it.
    """

    icon: str
    tone: str = ""
    is_filled: bool = False
    says_count: bool = False


MORE = ViewLook("more")
"""Of what leads to other views; a rail shows no count below it."""


class ViewDelegate(QStyledItemDelegate):
    """Paints views, and headings in a small dim font."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.is_rail = False
        """Whether each view is an icon over its count, and no heading is shown."""
        self._icon = scaled(_ICON)
        self._pixmap = lru_cache(maxsize=128)(self._render_icon)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a view or a heading."""
        height = _HEADING if index.data(ViewRole.VIEW) is None else _CELL if self.is_rail else _ITEM
        return QSize(option.rect.width(), line_height(height))

    def width_of(self, name: str, font: QFont, figure: str = _FIGURE) -> int:
        """Return the width that does not cut a view's name beside a count in its pill; without one there are digits."""
        count = QFontMetrics(_figure_font(font, is_bold=True)).horizontalAdvance(figure) + _PILL_SIDE
        text = QFontMetrics(font).horizontalAdvance(name)
        return 2 * _SIDE + self._icon + _ICON_GAP + text + _FIGURE_GAP + count

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a view or a heading."""
        painter.save()
        lost = option.widget.width() - option.rect.width()  # to a scroll bar
        room = option.rect.adjusted(_SIDE, 0, -max(_SIDE - lost, _PILL_SIDE), 0)  # counts stay where they are
        if self.is_rail:
            self._paint_cell(painter, option, index)
        elif index.data(ViewRole.VIEW) is None:
            self._paint_heading(painter, option, room.adjusted(0, 8, 0, 0), str(index.data()))
        else:
            self._paint_view(painter, option, room, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, title: str) -> None:
        font = QFont(option.font)
        font.setPixelSize(scaled(11))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the icon of a view over its count."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_back(painter, option)
        look, count, room = index.data(ViewRole.LOOK), index.data(ViewRole.COUNT), option.rect
        tone = self._theme.tone(look.tone) if look.tone and count else Tone(self._theme.dim, "")
        at = QPointF(room.center().x() + 1 - self._icon / 2, room.top() + room.height() / 2 - self._icon)
        painter.drawPixmap(at, self._pixmap(look.icon, tone.foreground, painter.device().devicePixelRatioF()))
        font = _figure_font(option.font, is_bold=look.is_filled)
        font.setPixelSize(scaled(11))
        painter.setFont(font)
        painter.setPen(QColor(tone.foreground))
        said = UNKNOWN if count is None else "" if look == MORE else option.widget.locale().toString(count)
        under = room.adjusted(0, room.height() // 2, 0, -2)
        painter.drawText(under, Qt.AlignmentFlag.AlignCenter, said)

    def _paint_view(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, index: _Index) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_back(painter, option)
        look: ViewLook = index.data(ViewRole.LOOK)
        count = index.data(ViewRole.COUNT)
        tone = self._theme.tone(look.tone) if look.tone and count else Tone(self._theme.dim, "")
        ratio = painter.device().devicePixelRatioF()
        at = QPointF(room.left(), room.top() + (room.height() - self._icon) // 2)
        painter.drawPixmap(at, self._pixmap(look.icon, tone.foreground, ratio))
        locale = option.widget.locale()  # the option's does not group digits
        said = UNKNOWN if count is None else "" if look.says_count else locale.toString(count)
        figure = self._paint_count(painter, option, room, said, tone, look)
        painter.setFont(QFont(option.font))
        painter.setPen(QColor(self._theme.text))
        name_room = room.adjusted(self._icon + _ICON_GAP, 0, -figure - _FIGURE_GAP, 0)
        name = elided(str(index.data()), option.fontMetrics, name_room.width())
        painter.drawText(name_room, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme = self._theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        back = theme.selection if chosen else theme.hover if option.state & QStyle.StateFlag.State_MouseOver else ""
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(theme.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(back) if back else Qt.BrushStyle.NoBrush)
        side = 6 if self.is_rail else 8
        painter.drawRoundedRect(option.rect.adjusted(side, 1, -side, -1), 6, 6)

    def _paint_count(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, count: str, tone: Tone, look: ViewLook
    ) -> int:
        """Paint the count at the right, and return its width."""
        font = _figure_font(option.font, is_bold=look.is_filled)
        width = QFontMetrics(font).horizontalAdvance(count)
        is_pill = look.is_filled and bool(tone.background)
        if is_pill:
            left, high = room.right() + 1 - width - _PILL_SIDE, line_height(_PILL)
            pill = QRectF(left, room.center().y() + 1 - high / 2, width + 2 * _PILL_SIDE, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tone.foreground))
            painter.drawRoundedRect(pill, high / 2, high / 2)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.surface if is_pill else tone.foreground))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        return width + _PILL_SIDE if is_pill else width

    def _render_icon(self, name: str, color: str, ratio: float) -> QPixmap:
        return icon_pixmap(name, color, self._icon, ratio)


def _figure_font(font: QFont, *, is_bold: bool) -> QFont:
    figure = QFont(font)
    figure.setWeight(QFont.Weight.Bold if is_bold else QFont.Weight.DemiBold)
    return figure
