"""A day grouped by driver, route, manifest, locality or carrier: a line each, with a bar and its figures."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QPushButton, QStyleOptionViewItem, QTableView

from app.domain.column import Kind
from app.domain.views.report import Group, GroupLine
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import CellRole, TextTone
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.cells.row_table import list_rows
from app.ui.day_report.bars import paint_parts
from app.ui.day_report.day_words import DayWords
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row, keep_room

_Index = QModelIndex | QPersistentModelIndex
_NAME, _BAR, _DONE, _SHARE, _FAILED = range(5)
_BAR_HEIGHT = 9
_FEW = 6
"""How many lines are shown until all are asked for."""
_MOST_NAME = 55
"""Percent of the room of names and bars that names get at most."""
_LEAST_BAR = 60
"""The least width of a bar; where there is less room, there are none."""


class GroupsModel(QAbstractTableModel):
    """The first or all lines of a grouping; of drivers and routes the lowest share first, of others the largest."""

    def __init__(self, group: Group, words: DayWords, parent: QObject) -> None:
        super().__init__(parent)
        self.group = group
        self._words = words
        self._formats: Formats | None = None
        self.all: list[GroupLine] = []
        self.lines: list[GroupLine] = []
        self.shows_all = False
        self._city = ""
        """What most localities have behind their name, which is left out; empty: none."""

    def show_lines(self, lines: Sequence[GroupLine], formats: Formats) -> None:
        """Show these lines; if they are the same as before, update them in place."""
        self.all = list(lines)
        if self.group.is_named_by_visits:  # what has no visit yet has neither: View.NO_VISIT
            self.all = [line for line in lines if line.name is not None]
            self.all.sort(key=lambda line: (line.name == "", line.tally.delivered / line.tally.total))
        if self.group is Group.LOCALITY:
            cities = Counter("".join(str(line.name).partition(" (")[1:]) for line in lines)
            self._city = next((city for city, count in cities.items() if 2 * count > len(lines)), "")
        self._formats = formats
        shown = self.all if self.shows_all else self.all[:_FEW]
        is_same = [line.name for line in shown] == [line.name for line in self.lines]
        if not is_same:
            self.beginResetModel()
        self.lines = shown
        if not is_same:
            self.endResetModel()
        elif shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(shown) - 1, self.columnCount() - 1))

    def show_all(self, *, shows_all: bool) -> None:
        """Show all lines, or the first."""
        self.shows_all = shows_all
        if self._formats is not None:
            self.show_lines(self.all, self._formats)

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return how many lines are shown."""
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return how many columns there are: failures stand beside those of whom there is nothing open."""
        if parent is not None and parent.isValid():
            return 0
        return _FAILED + 1 if self.group.is_named_by_visits else _SHARE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title, which only screen readers get."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        delivered = self.tr("Delivered")
        return (self._words.group(self.group), self.tr("Progress"), delivered, "%", self.tr("Failed"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a cell for a role."""
        if not index.isValid() or self._formats is None:
            return None
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column, self._formats)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = self._words.line(self.group, line, self._formats)
            is_tip = role == Qt.ItemDataRole.ToolTipRole
            return tool_tip(said) if is_tip else said if column == _BAR else None
        tone = TextTone.BAD if column == _FAILED else TextTone.DIM if column == _DONE or not line.name else None
        kind = Kind.NUMBER if column > _BAR else Kind.TEXT
        return kind if role == CellRole.KIND else tone if role == CellRole.TONE else None

    def _text(self, line: GroupLine, column: int, formats: Formats) -> str:
        tally, words = line.tally, self._words
        name, share = words.name(self.group, line, formats), words.share(tally, formats, self.group)
        return (name.removesuffix(self._city), "", words.done(tally, formats), share, words.failures(tally.failed))[
            column
        ]


class _GroupDelegate(TableDelegate):
    """Paints the bars, as long as the parcels are many; other cells are painted as in every table."""

    def __init__(self, model: GroupsModel, theme: Theme, parent: QObject) -> None:
        super().__init__(theme, parent)
        self._model, self._theme = model, theme
        self._height = scaled(_BAR_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        super().paint(painter, option, index)
        if index.column() != _BAR:
            return
        tally, most = self._model.lines[index.row()].tally, max(line.tally.total for line in self._model.all)
        room = QRectF(option.rect)
        top = int(room.center().y() - self._height / 2)
        bar = QRectF(room.left(), top, room.width() * tally.total / most, self._height)
        paint_parts(painter, bar, tally.counts, self._theme)


class GroupsTable(QTableView):
    """Shows the lines, as high as they need; a click or Enter asks for the rows of one."""

    line_asked = Signal(object, object)
    """The `Group` and its `GroupLine`."""
    cursor_moved = Signal(object)
    """The `QRect` of the cell under the cursor of the keyboard."""

    def __init__(self, group: Group, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self.groups = GroupsModel(group, words, self)
        self.setModel(self.groups)
        self.setItemDelegate(_GroupDelegate(self.groups, theme, self))
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.setMinimumSectionSize(0)
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().hide()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._ask)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the line under the cursor on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._ask(self.currentIndex())
            return
        super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Say where the cursor went, for the page to scroll there."""
        super().currentChanged(current, previous)
        if self.hasFocus():
            self.cursor_moved.emit(self.visualRect(current))

    def show_lines(self, lines: Sequence[GroupLine], formats: Formats) -> None:
        """Show these lines; the cursor stays."""
        current = self.currentIndex()
        name = self.groups.lines[current.row()].name if current.isValid() else None
        self.groups.show_lines(lines, formats)
        row = next((row for row, line in enumerate(self.groups.lines) if line.name == name), -1)
        if current.isValid() and not self.currentIndex().isValid() and row >= 0:
            self.setCurrentIndex(self.groups.index(row, _NAME))
        self.fit()

    def fit(self) -> None:
        """Be as high as the lines, and give the figures the width that they need, the rest to names and bars."""
        rows, delegate = range(self.groups.rowCount()), self.itemDelegate()
        self.setFixedHeight(len(rows) * row_height() + 2 * self.frameWidth())
        header, option = self.horizontalHeader(), QStyleOptionViewItem()
        self.initViewItemOption(option)
        widths = [
            max((delegate.sizeHint(option, self.groups.index(row, column)).width() for row in rows), default=0)
            for column in range(self.groups.columnCount())
        ]
        rest = max(self.viewport().width() - sum(widths[_DONE:]), 0)
        most = rest if self.groups.group is Group.MANIFEST else rest * _MOST_NAME // 100  # numbers stand whole
        name = min(widths[_NAME], most)
        widths[_NAME], widths[_BAR] = (name, rest - name) if rest - name >= scaled(_LEAST_BAR) else (rest, 0)
        for column, width in enumerate(widths):
            header.resizeSection(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    @Slot(QModelIndex)
    def _ask(self, index: QModelIndex) -> None:
        self.line_asked.emit(self.groups.group, self.groups.lines[index.row()])


class GroupCard(QFrame):
    """A card of one grouping: its title, what its figures mean, its first lines, and a link that shows all."""

    def __init__(self, group: Group, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self._words = words
        self.setProperty("card", True)
        self.table = GroupsTable(group, words, theme)
        title = words.group_title(group)
        self.table.setAccessibleName(title)
        self.all = QPushButton(flat=True)
        self.all.clicked.connect(self._toggle)
        keep_room(self.all)
        named = plain_label(title, heading="complement")
        named.line_width = 0
        note = plain_label(words.group_note(group), tone="dim")
        head = in_row(named, (note, 1), self.all, margins=(CELL_PADDING, 0, 0, 0))
        margin = 16 - CELL_PADDING  # texts align with those of other cards
        in_column(head, self.table, 0, on=self, margins=(margin, 8, margin, 8), spacing=4)

    def show_lines(self, lines: Sequence[GroupLine], formats: Formats) -> None:
        """Show these lines; hidden without any."""
        self.table.show_lines(lines, formats)
        self._name_link()
        self.setVisible(bool(self.table.groups.all))

    @Slot()
    def _toggle(self) -> None:
        self.table.groups.show_all(shows_all=not self.table.groups.shows_all)
        self.table.fit()
        self._name_link()

    def _name_link(self) -> None:
        count = len(self.table.groups.all)
        self.all.setVisible(count > _FEW)
        fewer = self.tr("See the first {count}").format(count=_FEW)
        self.all.setText(fewer if self.table.groups.shows_all else self._words.all_of(self.table.groups.group, count))
        self.all.setAccessibleName(f"{self.table.accessibleName()}: {self.all.text()}")
