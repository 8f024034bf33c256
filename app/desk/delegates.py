"""How the cells of every table are painted: calm rows, pills, figures in line, and what changed just now."""

from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHoverEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.desk.icons import icon_pixmap
from app.desk.marks import SIGNS
from app.desk.pills import PillPainter
from app.desk.roles import CellLook, CellRole, TextTone
from app.desk.theme import CELL_PADDING, ROW_HEIGHT, Theme
from app.domain.columns import Kind
from app.domain.statuses import Mark

_Index = QModelIndex | QPersistentModelIndex
_DISPLAY, _STATE = int(Qt.ItemDataRole.DisplayRole), int(CellRole.STATE)
_KIND, _TONE, _FLASH, _MARK = int(CellRole.KIND), int(CellRole.TONE), int(CellRole.FLASH), int(CellRole.MARK)
_NEW, _LOOK = int(CellRole.NEW), int(CellRole.LOOK)
_SELECTED, _HAS_FOCUS = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_HasFocus.value
_FIRST, _ONLY = QStyleOptionViewItem.ViewItemPosition.Beginning, QStyleOptionViewItem.ViewItemPosition.OnlyOne
_NUMBERS = frozenset(kind for kind in Kind if kind.is_number)
_PROPORTIONAL = frozenset((None, Kind.TEXT, Kind.FLAG, Kind.OUTCOME, Kind.REASON, Kind.CAUSE))
_EMPTY = "\N{EM DASH}"
_ICON = 14
_ICON_GAP = 6
SIGN_WIDTH = _ICON + _ICON_GAP
"""The room that the sign of a `Mark` takes beside a pill."""
_BAR = 3
_FIGURES, _BOLD = 1, 2
"""What is added up to the place of a font."""
_LONGEST = 400
"""Characters that are measured at all: no column is that wide, and hostile texts are long."""


class _Look(NamedTuple):
    """What is made once for a theme and a font."""

    fonts: tuple[QFont, ...]  # proportional, and with figures of one width; the same two bold
    metrics: tuple[QFontMetricsF, ...]
    baseline: int
    hover: QColor
    selection: QColor
    line: QColor
    accent: QColor
    flash: QColor
    texts: dict[str | None, QColor]
    selected_texts: dict[str | None, QColor]
    pills: tuple[PillPainter, PillPainter]  # plain, bold


def _look(theme: Theme, font: QFont) -> _Look:
    """Make the fonts, metrics and colours of a theme."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    fonts = tuple(QFont(one) for one in (font, font, bold, bold))
    for figures in (fonts[_FIGURES], fonts[_FIGURES + _BOLD]):
        figures.setFeature(QFont.Tag("tnum"), 1)
    metrics = QFontMetricsF(font)
    texts: dict[str | None, QColor] = {tone.value: QColor(theme.text_color(tone)) for tone in TextTone}
    selected: dict[str | None, QColor] = {tone.value: QColor(theme.selected_text_color(tone)) for tone in TextTone}
    texts[None] = selected[None] = QColor(theme.text)
    return _Look(
        fonts=fonts,
        metrics=tuple(QFontMetricsF(one) for one in fonts),
        baseline=round((ROW_HEIGHT - metrics.height()) / 2 + metrics.ascent()),
        hover=QColor(theme.hover),
        selection=QColor(theme.selection),
        line=QColor(theme.line),
        accent=QColor(theme.accent),
        flash=QColor(theme.accent_bg),
        texts=texts,
        selected_texts=selected,
        pills=(PillPainter(theme, font), PillPainter(theme, bold)),
    )


def _font(kind: str | None, *, is_bold: bool) -> int:
    """Return the place of the font for a cell."""
    return (0 if kind in _PROPORTIONAL else _FIGURES) + (_BOLD if is_bold else 0)


def _cell(index: _Index) -> CellLook:
    """Return what a cell shows, role by role where its model does not say it at once."""
    data = partial(index.model().data, index)  # `index.data` takes ten times as long to come to the same
    look = data(_LOOK)
    if isinstance(look, CellLook):
        return look
    texts = data(_DISPLAY), data(_STATE), data(_KIND), data(_TONE)
    return CellLook(*texts, data(_FLASH), data(_MARK), bool(data(_NEW)))


def _text(value: object) -> str:
    """Return the cell's text on one line; empty where there is nothing."""
    return "" if value is None else str(value)[:_LONGEST].replace("\n", " ")


class TableDelegate(QStyledItemDelegate):
    """Paints the cells of one table. Asks the model for the display text and the `CellRole`s, and the style nothing.

    With the table as its parent it also shows which row is under the pointer and which one has the keyboard.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = parent if isinstance(parent, QTableView) else None
        self._hovered_row = self._focused_row = -1
        self._pointer: int | None = None
        """How far down the pointer is; None where it is elsewhere."""
        self._fitted = lru_cache(maxsize=8192)(self._fit)
        self._pixmap = lru_cache(maxsize=64)(self._render_icon)
        if self._view is not None:
            self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
            self._view.viewport().installEventFilter(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours, and the font that the table has now."""
        self._look = _look(theme, self._view.font() if self._view is not None else QApplication.font())
        self._fitted.cache_clear()
        self._pixmap.cache_clear()
        if self._view is not None:
            self._view.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        """Keep the row under the pointer (the table itself repaints the rows it enters and leaves) and a fast viewport.

        A style sheet's border takes `autoFillBackground` away from the viewport, which then counts as transparent and
        is painted whole at every step of scrolling instead of the rows that came in.
        """
        if self._view is None:
            return False
        if isinstance(event, QHoverEvent):
            left = event.type() == QEvent.Type.HoverLeave
            self._pointer = None if left else round(event.position().y())
            self.look_again()
        elif event.type() == QEvent.Type.Paint and not self._view.viewport().autoFillBackground():
            self._view.viewport().setAutoFillBackground(True)
        return False

    def look_again(self) -> None:
        """Find the row under the pointer: rows moved, or the pointer did."""
        if self._view is not None:
            self._hovered_row = -1 if self._pointer is None else self._view.rowAt(self._pointer)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002
        """Return the room that the whole cell would take."""
        cell = _cell(index)
        text = _text(cell.text)
        if text and cell.state is not None:
            width = self._look.pills[cell.is_new].width(text) + (SIGN_WIDTH if cell.mark is not None else 0)
        else:
            beside = _ICON + _ICON_GAP if cell.kind == Kind.FLAG else 0
            metrics = self._look.metrics[_font(cell.kind, is_bold=cell.is_new)]
            width = ceil(metrics.horizontalAdvance(text or _EMPTY)) + beside
        return QSize(width + 2 * CELL_PADDING, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell. Leaves another pen and font in the painter."""
        look, rect, state, row = self._look, option.rect, option.state.value, index.row()
        selected = bool(state & _SELECTED)
        said, status, kind, tone, flash, mark, is_new = _cell(index)
        self._paint_row(painter, option, row, flash, selected=selected)
        if state & _HAS_FOCUS and row != self._focused_row:
            self._move_focus(row)
        room = QRect(rect.left() + CELL_PADDING, rect.top(), rect.width() - 2 * CELL_PADDING, rect.height())
        text = _text(said)
        font = _font(kind, is_bold=is_new)
        colors = look.selected_texts if selected else look.texts
        if text and status is not None:
            self._paint_status(painter, QRectF(room), status, text, mark, colors, is_bold=is_new)
        elif text:
            color = colors[tone]
            if kind == Kind.FLAG:
                self._paint_icon(painter, QRectF(room), "check", color)
                room.setLeft(room.left() + _ICON + _ICON_GAP)
            self._paint_text(painter, room, text, color, kind, font)
        elif kind != Kind.FLAG:
            self._paint_text(painter, room, _EMPTY, colors[TextTone.FAINT], kind, font)

    def _paint_status(
        self,
        painter: QPainter,
        room: QRectF,
        status: str,
        text: str,
        mark: str | None,
        colors: dict[str | None, QColor],
        *,
        is_bold: bool,
    ) -> None:
        """Paint a pill, and behind it the sign of its row's mark, which is never cut."""
        width = room.width() if mark is None else room.width() - SIGN_WIDTH
        plain, bold = self._look.pills
        pills = bold if is_bold and bold.width(text) <= width else plain
        width = pills.paint(painter, QRectF(room.left(), room.top(), width, room.height()), status, text)
        if mark is None:
            return
        sign = SIGNS[Mark(mark)]
        self._paint_icon(painter, room.adjusted(width + _ICON_GAP, 0, 0, 0), sign.icon, colors[sign.tone])

    def _paint_icon(self, painter: QPainter, room: QRectF, name: str, color: QColor) -> None:
        """Paint an icon at the left of `room`."""
        at = QPointF(room.left(), int(room.top() + (room.height() - _ICON) / 2))
        painter.drawPixmap(at, self._pixmap(name, color.name(), painter.device().devicePixelRatioF()))

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, row: int, flash: float | None, *, selected: bool
    ) -> None:
        """Paint this cell's part of its row: background, hairline, flash and the ring of the row with the keyboard."""
        look, rect = self._look, option.rect
        if selected:
            painter.fillRect(rect, look.selection)
        elif row == self._hovered_row:
            painter.fillRect(rect, look.hover)
        left, top, width, bottom = rect.left(), rect.top(), rect.width(), rect.bottom()
        if flash:
            painter.setOpacity(flash)
            if not selected:
                painter.fillRect(rect, look.flash)
            if option.viewItemPosition in (_FIRST, _ONLY):
                painter.fillRect(left, top, _BAR, rect.height(), look.accent)
            painter.setOpacity(1.0)
        painter.fillRect(left, bottom, width, 1, look.line)
        if self._view is not None and self._view.hasFocus() and self._view.currentIndex().row() == row:
            if not selected:
                painter.fillRect(left, top, width, 1, look.accent)
                painter.fillRect(left, bottom, width, 1, look.accent)
            if option.viewItemPosition in (_FIRST, _ONLY):
                painter.fillRect(left, top, _BAR, rect.height(), look.accent)

    def _paint_text(
        self, painter: QPainter, room: QRect, text: str, color: QColor, kind: str | None, font: int
    ) -> None:
        """Paint a line of text in `room`, numbers at its right."""
        shown, advance, written = self._fitted(text, room.width(), font)
        left = room.left() if kind not in _NUMBERS else room.right() + 1 - advance
        painter.setPen(color)
        painter.setFont(written)
        painter.drawText(QPointF(left, room.top() + (room.height() - ROW_HEIGHT) // 2 + self._look.baseline), shown)

    def _fit(self, text: str, room: int, font: int) -> tuple[str, float, QFont]:
        """Return the text as it fits, its width and its font; what fits as it is moves together where it is bold."""
        look, metrics = self._look, self._look.metrics[font]
        width = metrics.horizontalAdvance(text)
        if font >= _BOLD and look.metrics[font - _BOLD].horizontalAdvance(text) <= room < width:
            closer = QFont(look.fonts[font])
            closer.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, (room - width) / len(text))
            return text, room, closer
        if width <= room:
            return text, width, look.fonts[font]
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0))
        return shown, metrics.horizontalAdvance(shown), look.fonts[font]

    def _render_icon(self, name: str, color: str, ratio: float) -> QPixmap:
        return icon_pixmap(name, color, _ICON, ratio)

    def _move_focus(self, row: int) -> None:
        """Repaint the whole rows that lost and got the keyboard: the table repaints no more than a cell of each."""
        view, self._focused_row, old = self._view, row, self._focused_row
        if view is None:
            return
        for changed in (old, row):
            top = view.rowViewportPosition(changed)
            view.viewport().update(0, top, view.viewport().width(), ROW_HEIGHT)
