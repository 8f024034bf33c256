"""The view of a table: row selection, arranged columns, sorting by several, copying, a context menu."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.domain.views.columns import with_followers
from app.ui.appearance.theme import Theme, row_height
from app.ui.cells.copying import copied_rows
from app.ui.cells.delegates import TableDelegate
from app.ui.cells.row_table import list_rows, show_whole_rows
from app.ui.cells.table_model import RowsModel
from app.ui.tables.column_arrangement import ColumnChooser
from app.ui.tables.columns_header import ColumnsHeader
from app.ui.tables.copy_here import CopyHere
from app.ui.tables.frozen_title import FrozenTitle
from app.ui.tables.row_menu import RowMenu

_QUIET_MS = 60
_Index = QModelIndex | QPersistentModelIndex
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_BY_KEY = (Qt.FocusReason.ShortcutFocusReason, Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


@dataclass(frozen=True)
class _Stand:
    """The selection and the current row, by row ids."""

    selected: list[int]
    current: int | None
    column: int


class RowsView(QTableView):
    """Shows a `RowsModel`."""

    filter_asked = Signal(object)
    """A `ValueFilter` that the user chose from a cell."""
    copied = Signal(str)
    """What is on the clipboard now, in words."""
    act_asked = Signal(object)
    """A `RowAct` that the user chose for the selected rows."""
    detail_asked = Signal()
    """Enter or a double click: the user wants the detail pane."""
    typed = Signal(str)
    """The letter or digit with which the user begins to search."""
    current_settled = Signal()
    """The current row is the same for a moment."""
    selection_settled = Signal()
    room_lacked = Signal()
    """A number, or a status beside its sign, was painted with less room than it needs."""

    def __init__(self, model: RowsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make_viewport()
        self.rows = model
        self.setModel(model)
        self._delegate = TableDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.columns_header = header = ColumnsHeader(model, self)
        """The header with the columns and the sort order."""
        self.setHorizontalHeader(header)
        self.show_hits = self._delegate.show_hits
        self._delegate.frozen_width = header.frozen_width
        self._frozen_title = FrozenTitle(header)
        self.horizontalScrollBar().valueChanged.connect(self._frozen_title.follow)
        self.verticalScrollBar().valueChanged.connect(self._delegate.look_again)
        header.choice_asked.connect(self.choose_columns)
        header.setSelectionModel(QItemSelectionModel(model, self))  # the table's own would look at every selected row
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self._row_height = row_height()
        self.verticalHeader().setDefaultSectionSize(self._row_height)
        self.verticalHeader().setMinimumSectionSize(self._row_height)
        CopyHere(self, model, theme).copied.connect(self.copied)
        self.open_text = self.tr("Open detail")
        """What Enter and a double click do, for the menu."""
        self._stood: _Stand | None = None
        """The selection before a part of the rows was shown."""
        self._quiet = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._quiet.timeout.connect(self._settle)
        self._lacking = QTimer(self, singleShot=True, interval=0)  # widths do not change while rows are painted
        self._lacking.timeout.connect(self.room_lacked)
        self.selectionModel().currentRowChanged.connect(self._quiet.start)
        self.selectionModel().selectionChanged.connect(self._quiet.start)
        self.doubleClicked.connect(self.detail_asked)
        self._add_copy(QKeySequence(QKeySequence.StandardKey.Copy), with_titles=False)
        self._add_copy(
            QKeySequence.fromString("Ctrl+Shift+C"), with_titles=True
        )  # in English, as the key of a translation

    def _make_viewport(self) -> None:
        """Replace Qt's viewport by our own.

        For Qt's own, PySide would create the classes of all widgets to find out its type: 2 % of a start (PySide6 6.11;
        try without it in a later version).
        """
        viewport = QWidget(self)
        viewport.setBackgroundRole(QPalette.ColorRole.Base)
        viewport.setAutoFillBackground(True)
        self.setViewport(viewport)

    def selected_ids(self) -> list[int]:
        """Return the ids of the selected rows, in the order of the table."""
        return [self.rows.ids[row] for row in self._selected_rows()]

    def _selected_rows(self) -> list[int]:
        rows: set[int] = set()
        spans = self.selectionModel().selection()
        for nth in range(spans.count()):
            rows.update(range(spans.at(nth).top(), spans.at(nth).bottom() + 1))
        return sorted(rows)

    def current_id(self) -> int | None:
        """Return the id of the row under the cursor."""
        index = self.currentIndex()
        return self.rows.ids[index.row()] if index.isValid() else None

    def visible_rows(self) -> range:
        """Return the rows that are shown; none if the table is hidden."""
        if not self.isVisible():  # not laid out then: all rows would seem visible
            return range(0)
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(first, 0), (last if last >= 0 else len(self.rows.ids) - 1) + 1)

    def repaint_rows(self, rows: Iterable[int]) -> None:
        """Repaint rows with the cells that were read."""
        for row in rows:
            self.viewport().update(0, self.rowViewportPosition(row), self.viewport().width(), self._row_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows of the region as a whole; cell by cell, as Qt does it, takes twice as long."""
        region = event.region()
        header, top, rect = self.columns_header, self.rowViewportPosition, region.boundingRect()
        left, width, seen_of = header.sectionViewportPosition, header.sectionSize, self._delegate.seen
        spans = {one: seen_of(left(one), width(one)) for one in header.shown_places()}
        seen = {
            one: span
            for one, span in spans.items()
            if span[0] <= rect.right() and sum(span) > max(rect.left(), span[0])
        }
        begins, columns, paint = next(iter(spans), None) in seen, [*seen.values()], self._delegate.paint_row
        with QPainter(self.viewport()) as painter:
            painter.setClipRegion(region)
            for row in self._rows_in(region) if seen else ():
                is_selected = self.selectionModel().isSelected(self.rows.index(row, 0))
                look = self.rows.look(row, seen)
                paint(painter, row, top(row), columns, look, is_selected=is_selected, begins=begins)
            self._paint_frozen(painter, region)
            if self.accessibleDescription() and not self.rows.ids:  # it is loading
                self._delegate.paint_grey(painter, [*spans.values()])
        if self._delegate.lacked_room():
            self._lacking.start()
        if self.hasFocus():
            self._delegate.follow_keyboard(self.currentIndex().row())

    def _paint_frozen(self, painter: QPainter, region: QRegion) -> None:
        """Paint the first column over those that are scrolled below it."""
        width, place = self.columns_header.frozen_width(), self.columns_header.shown_places()[0]
        if not width or not region.intersects(QRect(0, 0, width, self.viewport().height())):
            return
        base, line = self.palette().color(QPalette.ColorRole.Base), self.palette().color(QPalette.ColorRole.Mid)
        for row in self._rows_in(region):
            top, is_selected = self.rowViewportPosition(row), self.selectionModel().isSelected(self.rows.index(row, 0))
            painter.fillRect(0, top, width, self._row_height, base)
            look = self.rows.look(row, [place])
            self._delegate.paint_row(painter, row, top, [(0, width)], look, is_selected=is_selected, begins=True)
            painter.fillRect(width - 1, top, 1, self._row_height, line)

    def scrollTo(
        self, index: _Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Scroll to a cell, so that it does not lie below the first column."""
        super().scrollTo(index, hint)
        below = self.columns_header.frozen_width() - self.columnViewportPosition(index.column())
        if below > 0 and index.column() != self.columns_header.shown_places()[0]:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - below)

    def indexAt(self, pos: QPoint) -> QModelIndex:
        """Return the cell at a point: over the scrolled columns that of the first one."""
        if pos.x() < self.columns_header.frozen_width():
            row = self.rowAt(pos.y())
            return self.rows.index(row, self.columns_header.shown_places()[0]) if row >= 0 else QModelIndex()
        return super().indexAt(pos)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the first column follow."""
        super().resizeEvent(event)
        self._frozen_title.follow()

    def updateGeometries(self) -> None:
        """Show whole rows."""
        super().updateGeometries()
        show_whole_rows(self, row_height())

    def choose_columns(self, button: QWidget | None = None) -> None:
        """Open the popup in which columns are chosen, below a button or the titles."""
        above = button or self.columns_header
        ColumnChooser(self.columns_header, self).open_at(above.mapToGlobal(QPoint(0, above.height())))

    def _rows_in(self, region: QRegion) -> list[int]:
        """Return the rows that intersect a region of the viewport."""
        found = set[int]()
        for rect in cast("Iterable[QRect]", region):
            first, last = self.rowAt(rect.top()), self.rowAt(rect.bottom())
            found.update(range(first, (last if last >= 0 else len(self.rows.ids) - 1) + 1) if first >= 0 else ())
        return sorted(found)

    def show_ids(
        self, ids: Sequence[int], *, is_news: bool = False, from_top: bool = False, is_part: bool = False
    ) -> None:
        """Show these rows; selection, cursor and top row stay if they still exist.

        Args:
            ids: of the rows.
            is_news: the user did not ask for it. New rows may move the others down only if the top is shown and the
                pointer is elsewhere.
            from_top: whether to scroll to the top.
            is_part: the whole list will follow soon; the selection is restored then.
        """
        stood, self._stood = self._stood, None
        was_part = stood is not None
        if stood is None or self.selectionModel().hasSelection():
            stood = _Stand(self.selected_ids(), self.current_id(), max(self.currentIndex().column(), 0))
        bar = self.verticalScrollBar()
        lets_in = is_news and bar.value() == 0 and not self.viewport().underMouse()
        top, before = self.rowAt(0), len(self.rows.ids)
        anchor = self.rows.ids[top : top + 1] if top >= 0 and not (lets_in or from_top or was_part) else []
        is_list_anew = self.rows.show_ids(ids, is_news=is_news, is_part=is_part)
        self.setAccessibleDescription("")
        if from_top:
            bar.setValue(0)
        is_at_top = (from_top or was_part) and bar.value() == 0
        self._delegate.look_again()
        if is_part:
            self._stood = stood
            return
        if not is_news:
            self._quiet.start()  # the cells may differ even if the rows do not
        if is_list_anew or was_part:
            self._select(stood.selected, stood.current, stood.column)
        elif len(ids) == before:
            return
        for at in [0] if is_at_top else self.rows.rows_of(anchor):
            bar.setValue(at)  # its unit is rows
        self._delegate.look_again()

    def pick(self, row: int) -> None:
        """Put the cursor on a row, and select it alone."""
        self._select_alone(row)
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)

    def pick_all(self, ids: Sequence[int]) -> None:
        """Select the rows of these ids, and put the cursor on the first of them."""
        rows = self.rows.rows_of(ids)
        if not rows:
            return
        self._select(list(ids), self.rows.ids[min(rows)], self.columns_header.shown_places()[0])
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtTop)

    def stay(self, row: int) -> None:
        """Select the row at the old position of the cursor, with as little scrolling as possible."""
        self._select_alone(row)
        self.scrollTo(self.currentIndex())

    def _select_alone(self, row: int) -> None:
        """Select a row whatever keys are held: with Ctrl, as in Ctrl+Z, Qt would extend the selection."""
        flags = QItemSelectionModel.SelectionFlag
        index = self.rows.index(row, self.columns_header.shown_places()[0])
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def _select(self, ids: list[int], current: int | None, column: int) -> None:
        selection = self.selectionModel()
        if current is not None and (row := self.rows.rows_of([current])):
            selection.setCurrentIndex(self.rows.index(row[0], column), QItemSelectionModel.SelectionFlag.NoUpdate)
        chosen = QItemSelection()
        last = self.rows.columnCount() - 1
        for first, end in _spans(self.rows.rows_of(ids)):
            chosen.append(QItemSelectionRange(self.rows.index(first, 0), self.rows.index(end, last)))
        selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _add_copy(self, key: QKeySequence, *, with_titles: bool) -> None:
        action = QAction(self, shortcut=key, shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(partial(self.copy, with_titles=with_titles))
        self.addAction(action)

    def copy(self, *, with_titles: bool) -> None:
        """Copy the selected rows with the shown columns, in their order."""
        shown = [self.rows.columns[place] for place in self.columns_header.chosen_places()]
        columns = with_followers(self.rows.columns, shown)
        places = [self.rows.position(column.key) for column in columns]
        wanted = map(self.rows.values, self._selected_rows())
        rows = [[cells[place] for place in places] for cells in wanted if cells]
        titles = [self.rows.title(column.key) for column in columns] if with_titles else None
        if rows:
            QGuiApplication.clipboard().setMimeData(copied_rows(rows, columns, self.rows.formats, titles))
            self.copied.emit(self.tr("%Ln row(s) copied", "", len(rows)))

    @Slot()
    def _settle(self) -> None:
        self.current_settled.emit()
        self.selection_settled.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the current row if the focus came by key and nothing is selected; else Qt makes none current."""
        had_current = self.currentIndex().isValid()
        super().focusInEvent(event)
        if event.reason() in _BY_KEY and self.currentIndex().isValid() and not self.selectionModel().hasSelection():
            self._select_alone(self.currentIndex().row())
        elif not had_current:
            self.selectionModel().clearCurrentIndex()  # its detail would open, though nobody chose it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the detail on Enter, and the values of the current column on Alt+Down; Ctrl+Home and Ctrl+End select.

        Qt would leave the selection where it was: the detail showed one row, and what is done was done to another.
        """
        ends, is_ctrl = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}, Qt.KeyboardModifier.ControlModifier
        if event.key() in ends and event.modifiers() & ~_KEYPAD == is_ctrl and self.rows.ids:
            self.stay(ends[Qt.Key(event.key())] % len(self.rows.ids))
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_KEYPAD:
            if self.rows.ids and not self.currentIndex().isValid():
                self.stay(0)
            self.detail_asked.emit()
            return
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            column = self.currentIndex().column()
            self.columns_header.values_asked.emit(column if column >= 0 else self.columns_header.shown_places()[0])
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Have what is typed searched for; Qt's own search by letters would read every row."""
        if search.strip():
            self.typed.emit(search)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of a cell."""
        by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keyboard else self.indexAt(event.pos())
        if not index.isValid():
            return
        at = self.visualRect(index).center() if by_keyboard else event.pos()
        self.menu_of(index).exec(self.viewport().mapToGlobal(QPoint(max(at.x(), 0), at.y())))

    def menu_of(self, index: QModelIndex) -> RowMenu:
        """Return the menu of a cell."""
        menu = RowMenu(self.rows, index, self._selected_rows(), self.open_text, self)
        menu.open_asked.connect(self.detail_asked)
        menu.act_asked.connect(self.act_asked)
        menu.filter_asked.connect(self.filter_asked)
        menu.copy_asked.connect(partial(self.copy, with_titles=False))
        menu.titled_copy_asked.connect(partial(self.copy, with_titles=True))
        self.columns_header.fill_menu(menu.add_column_menu(), index.column())
        return menu


def _spans(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending row numbers as first and last of each run."""
    spans: list[tuple[int, int]] = []
    for row in rows:
        if spans and spans[-1][1] == row - 1:
            spans[-1] = (spans[-1][0], row)
        else:
            spans.append((row, row))
    return spans
