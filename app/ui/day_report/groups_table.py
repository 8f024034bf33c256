"""A day grouped by driver, route, manifest or locality: a line each, with a bar of its progress and the figures."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTableView

from app.domain.column import Kind
from app.domain.folding import fold
from app.domain.views.report import Group, GroupLine, Tally
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import CellRole, TextTone
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.cells.row_table import list_rows
from app.ui.day_report.bars import paint_parts
from app.ui.day_report.day_words import DayWords, percent
from app.ui.widgets.labels import tool_tip

_Index = QModelIndex | QPersistentModelIndex
_NAME, _BAR, _TOTAL, _DELIVERED, _FAILED, _REMAINING = range(6)
_BAR_HEIGHT = 10
_SHARE = 44
"""The width of `100 %`."""
_SCROLL_BAR = 12
_ARROW = 6
"""The width of the sort arrow beyond the padding of a title."""
_LEAST_REST = 260
"""The least width of a name and of a bar."""
_MOST_LINES = 8
_TALLY = Qt.ItemDataRole.UserRole + 100
"""The `Tally` of a line."""


class GroupsModel(QAbstractTableModel):
    """The lines of one grouping. Lines without a name stay last in every order."""

    def __init__(self, words: DayWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._formats: Formats | None = None
        self._order = (_TOTAL, Qt.SortOrder.DescendingOrder)
        self.group = Group.DRIVER
        self.lines: list[GroupLine] = []
        self._names: list[str] = []

    def show_lines(self, group: Group, lines: Sequence[GroupLine], formats: Formats) -> None:
        """Show these lines; if they are the same as before, update them in place."""
        before = self.group, [line.name for line in self.lines]
        ordered = self._sorted(group, lines, formats)
        names = [line.name for line in ordered]
        is_same = (group, names) == before
        if not is_same:
            self.beginResetModel()
        self.group, self._formats, self.lines = group, formats, ordered
        self._names = [self._words.name(group, line, formats) for line in ordered]
        if not is_same:
            self.endResetModel()
        elif ordered:
            self.dataChanged.emit(self.index(0, 0), self.index(len(ordered) - 1, _REMAINING))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, _NAME, _REMAINING)

    def _sorted(self, group: Group, lines: Sequence[GroupLine], formats: Formats) -> list[GroupLine]:
        column, order = self._order
        keys: dict[int, Any] = {
            _NAME: lambda line: fold(self._words.name(group, line, formats)),
            _BAR: lambda line: (line.tally.delivered / line.tally.total, line.tally.total),
            _TOTAL: lambda line: line.tally.total,
            _DELIVERED: lambda line: line.tally.delivered,
            _FAILED: lambda line: line.tally.failed,
            _REMAINING: lambda line: line.tally.remaining,
        }
        known = [line for line in lines if line.name is not None]
        known.sort(key=keys[column], reverse=order == Qt.SortOrder.DescendingOrder)
        return [*known, *(line for line in lines if line.name is None)]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the lines, now and whenever they change."""
        self._order = (column, order)
        if self._formats is not None:
            self.show_lines(self.group, self.lines, self._formats)

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return how many lines there are."""
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else _REMAINING + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section >= _TOTAL else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        delivered, failed, remaining = self._words.parts()
        titles = (
            self._words.group(self.group),
            self.tr("% delivered") if self.group.is_named_by_visits else self.tr("Progress"),
            self.tr("Parcels"),
            delivered,
            failed,
            remaining,
        )
        return titles[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a cell for a role."""
        if not index.isValid() or self._formats is None:
            return None
        line, name, column = self.lines[index.row()], self._names[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == _REMAINING:
                return self._words.left(self.group, line, line.tally.remaining, self._formats)
            return self._text(line.tally, name, column, self._formats)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = self._words.line(self.group, line, self._formats)
            is_tip = role == Qt.ItemDataRole.ToolTipRole
            return tool_tip(said) if is_tip else said if column == _BAR else None
        return self._look(line, column).get(role)

    def _look(self, line: GroupLine, column: int) -> dict[int, object]:
        """Return the cell's look for the delegate."""
        is_pale = (column == _NAME and not line.name) or self._count(line.tally, column) == 0
        tone = TextTone.DIM if is_pale else TextTone.BAD if column == _FAILED else None
        kind = Kind.TEXT if column == _NAME else Kind.NUMBER
        return {_TALLY: line.tally, CellRole.KIND: kind, CellRole.TONE: tone}

    def _text(self, tally: Tally, name: str, column: int, formats: Formats) -> str:
        if column == _NAME:
            return name
        count = self._count(tally, column)
        return percent(tally.delivered, tally.total, formats) if count is None else formats.number(count)

    def _count(self, tally: Tally, column: int) -> int | None:
        counts = {_TOTAL: tally.total, _DELIVERED: tally.delivered, _FAILED: tally.failed, _REMAINING: tally.remaining}
        return counts.get(column)


class _GroupDelegate(TableDelegate):
    """Paints the bars; other cells are painted as in every table."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self._share, self._bar = scaled(_SHARE), scaled(_BAR_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        super().paint(painter, option, index)
        tally = index.data(_TALLY)
        if index.column() == _BAR and isinstance(tally, Tally):
            room = QRectF(option.rect).adjusted(CELL_PADDING, 0, -CELL_PADDING - self._share, 0)
            bar = QRectF(room.left(), int(room.center().y() - self._bar / 2), max(room.width(), 0), self._bar)
            paint_parts(painter, bar, tally.counts, self._theme)


class GroupsTable(QTableView):
    """Shows the lines; a click or Enter asks for the rows of one.

    Attributes:
        whole_width: at which no column is out of view; a narrower table is scrolled.
    """

    line_asked = Signal(object, object)
    """The `Group` and its `GroupLine`."""

    def __init__(self, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self.groups = GroupsModel(words, self)
        self.setModel(self.groups)
        self.setItemDelegate(_GroupDelegate(theme, self))
        self.setAccessibleName(self.tr("Progress"))
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.verticalHeader().setMinimumSectionSize(row_height())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(scaled(40))
        header.setSortIndicator(_TOTAL, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.clicked.connect(self._ask)
        titles = [
            str(self.groups.headerData(column, Qt.Orientation.Horizontal)) for column in range(_TOTAL, _REMAINING + 1)
        ]
        metrics = self.fontMetrics()
        self._figures = [metrics.horizontalAdvance(title) + 2 * CELL_PADDING + _ARROW for title in titles]
        self._least_rest = scaled(_LEAST_REST)
        self.whole_width = sum(self._figures) + self._least_rest + _SCROLL_BAR

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the line under the cursor on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._ask(self.currentIndex())
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the height of the first lines."""
        return QSize(scaled(520), self.horizontalHeader().sizeHint().height() + _MOST_LINES * row_height())

    def show_rows(self, count: int) -> None:
        """Be as high as so many lines, at most as high as usual."""
        rest = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        self.setFixedHeight(rest + min(count, _MOST_LINES) * row_height())

    def show_lines(self, group: Group, lines: Sequence[GroupLine], formats: Formats) -> None:
        """Show these lines; cursor and scroll position stay, unless the grouping changed."""
        is_same_group = group is self.groups.group
        current = self.currentIndex()
        name = self.groups.lines[current.row()].name if current.isValid() and is_same_group else None
        scrolled = self.verticalScrollBar().value() if is_same_group else 0
        self.groups.show_lines(group, lines, formats)
        self._share_width()
        row = next((row for row, line in enumerate(self.groups.lines) if line.name == name), -1)
        if current.isValid() and not self.currentIndex().isValid() and row >= 0:
            self.setCurrentIndex(self.groups.index(row, _NAME))
        self.verticalScrollBar().setValue(scrolled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the figures the width that they need, and the rest to names and bars."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        header = self.horizontalHeader()
        rest = max(self.viewport().width() - sum(self._figures), self._least_rest)
        title = str(self.groups.headerData(_BAR, Qt.Orientation.Horizontal))
        bar = max(rest * 43 // 100, self.fontMetrics().horizontalAdvance(title) + 2 * CELL_PADDING + _ARROW)
        for column, wanted in enumerate((rest - bar, bar, *self._figures)):
            header.resizeSection(column, wanted)

    @Slot(QModelIndex)
    def _ask(self, index: QModelIndex) -> None:
        self.line_asked.emit(self.groups.group, self.groups.lines[index.row()])
