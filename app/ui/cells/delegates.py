"""The delegate of all tables, which tracks the row under the pointer and the current row."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QHoverEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
)

from app.ui.appearance.icons import CellLook, CellRole, RowLook
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height
from app.ui.cells.cell_painter import CellPainter, Ground, Manner
from app.ui.cells.table_model import RowsModel
from app.ui.widgets.labels import tool_tip

_GREY_ROWS = 8
_Index = QModelIndex | QPersistentModelIndex
_DISPLAY, _STATE = int(Qt.ItemDataRole.DisplayRole), int(CellRole.STATE)
_KIND, _TONE, _FLASH, _MARK = int(CellRole.KIND), int(CellRole.TONE), int(CellRole.FLASH), int(CellRole.MARK)
_NEW, _DIMMED, _FIRST_PART = int(CellRole.NEW), int(CellRole.DIMMED), int(CellRole.FIRST)
_SELECTED, _HAS_FOCUS = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_HasFocus.value
_FIRST, _ONLY = QStyleOptionViewItem.ViewItemPosition.Beginning, QStyleOptionViewItem.ViewItemPosition.OnlyOne


def _cell(index: _Index) -> RowLook:
    """Return the look of a cell and its row; read role by role from a model that cannot return it at once."""
    model = index.model()
    if isinstance(model, RowsModel):
        return model.look(index.row(), [index.column()])
    data = partial(model.data, index)  # `index.data` takes ten times as long
    look = CellLook(data(_DISPLAY), data(_STATE), data(_KIND), data(_TONE), data(_MARK), data(_FIRST_PART))
    return RowLook(data(_FLASH), bool(data(_NEW)), [look], bool(data(_DIMMED)))


class TableDelegate(QStyledItemDelegate):
    """Paints the rows of one table, as whole rows or single cells, without the style.

    With the table as its parent it also highlights the row under the pointer and the current row. All rows are
    `row_height()` high.
    """

    _view: QTableView | None = None
    """Of the class as well: Qt still calls the event filter after Python's collector has cleared the instance."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = parent if isinstance(parent, QTableView) else None
        self.frozen_width: Callable[[], int] = lambda: 0
        """Returns the width of what lies over the cells at the left."""
        self._hovered_row = self._focused_row = -1
        self._pointer: int | None = None
        """The y coordinate of the pointer; None if it is elsewhere."""
        if self._view is not None:
            self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
            self._view.viewport().installEventFilter(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours, and the font that the table has now."""
        self._row_height, self._grey = row_height(), QColor(theme.line)
        self._painter = CellPainter(theme, self._view.font() if self._view is not None else QApplication.font())
        if self._view is not None:
            self._view.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track the row under the pointer, which the table repaints, and keep the viewport fast to scroll.

        A style sheet's border resets the viewport's `autoFillBackground`; it then counts as transparent and is painted
        as a whole at every step of scrolling, instead of only the rows that came in.
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
        """Find the row under the pointer again after rows or the pointer moved."""
        view, before = self._view, self._hovered_row
        if view is None:
            return
        self._hovered_row = -1 if self._pointer is None else view.rowAt(self._pointer)
        for row in {before, self._hovered_row} - {-1} if before != self._hovered_row else ():
            # Qt repaints no row that came below the pointer.
            view.viewport().update(0, view.rowViewportPosition(row), view.viewport().width(), self._row_height)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        """Show a tooltip unless it only repeats a text that can be read whole."""
        look = _cell(index).cells[0] if index.isValid() else CellLook()
        is_whole = self._painter.width(look) <= self.seen(option.rect.left(), option.rect.width())[1]
        if is_whole and index.data(Qt.ItemDataRole.ToolTipRole) == tool_tip(look.text or ""):
            QToolTip.hideText()
            return True
        return super().helpEvent(event, view, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of the cell's full content."""
        return QSize(self._painter.width(_cell(index).cells[0]), self._row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell and its part of the row. The painter's pen and font are not restored."""
        rect, state = option.rect, option.state.value
        begins = option.viewItemPosition in (_FIRST, _ONLY)
        columns = [self.seen(rect.left(), rect.width())]
        is_selected = bool(state & _SELECTED)
        self.paint_row(painter, index.row(), rect.top(), columns, _cell(index), is_selected=is_selected, begins=begins)
        if state & _HAS_FOCUS:
            self.follow_keyboard(index.row())

    def show_hits(self, words: Sequence[str]) -> None:
        """Mark these words, folded, from the next painting on."""
        self._painter.words = words

    def lacked_room(self) -> bool:
        """Return whether a number or a status lacked room when it was painted since the last call."""
        lacked, self._painter.lacks_room = self._painter.lacks_room, False
        return lacked

    def seen(self, left: int, width: int) -> tuple[int, int]:
        """Return left edge and width of what can be seen of a cell: its text ends with “…” there, and is not cut."""
        if self._view is None:
            return left, width
        begin = max(left, self.frozen_width())
        return begin, max(min(left + width, self._view.viewport().width()) - begin, 0)

    def paint_row(
        self,
        painter: QPainter,
        row: int,
        top: int,
        columns: Sequence[tuple[int, int]],
        look: RowLook,
        *,
        is_selected: bool,
        begins: bool,
    ) -> None:
        """Paint a row, or adjacent columns of it. The painter's pen and font are not restored.

        `columns` are the left edge and width of each that is painted; `begins` if the row's first one is among them.
        """
        view, paint = self._view, self._painter.paint_cell
        has_keyboard = view is not None and view.hasFocus() and view.currentIndex().row() == row
        (first, _), (last, width) = columns[0], columns[-1]
        ground = Ground(look.flash, is_selected, row == self._hovered_row, has_keyboard, look.is_new)
        room = QRect(first, top, last + width - first, self._row_height)
        self._painter.paint_ground(painter, room, ground, begins=begins)
        for (left, width), cell in zip(columns, look.cells, strict=True):
            paint(painter, left, top, width, cell, Manner(is_selected, look.is_dimmed))

    def paint_grey(self, painter: QPainter, columns: Sequence[tuple[int, int]]) -> None:
        """Paint bars in place of the cells of a few rows, which are still to come."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._grey)
        for row in range(_GREY_ROWS):
            top, high = row * self._row_height + self._row_height // 3, self._row_height // 3
            for left, width in columns:
                painter.drawRoundedRect(left + CELL_PADDING, top, max(width - 3 * CELL_PADDING, 0), high, 3, 3)

    def follow_keyboard(self, row: int) -> None:
        """Repaint the whole rows that lost and got the focus, since the table repaints only a cell of each."""
        view, old, self._focused_row = self._view, self._focused_row, row
        if view is None or row == old:
            return
        for changed in (old, row):
            top = view.rowViewportPosition(changed)
            view.viewport().update(0, top, view.viewport().width(), self._row_height)
