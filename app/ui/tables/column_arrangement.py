"""Which columns a table shows in each of its views, how wide, and the list in which they are chosen."""

from functools import partial

from PySide6.QtCore import QObject, QPoint, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.domain.folding import fold
from app.domain.views.columns import Table
from app.domain.views.queries import (
    View,
    first_columns,
    first_hidden,
    has_own_columns,
    own_titles,
    usual_order,
    wide_columns,
)
from app.ui.appearance.theme import line_height, scaled
from app.ui.context.window_state import WindowState
from app.ui.tables.columns_header import ColumnsHeader
from app.ui.widgets.fitted_dialog import Popover, place
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.layouts import in_column, in_row

_SCROLL_BAR = 14
_WIDE = 1384
"""Pixels from which on a table is wide, at the usual size of texts."""
_PAUSE_MS = 400
_SECTION = Qt.ItemDataRole.UserRole
_LINE = 28
_LINES = 14
_WIDTH = 300


class ColumnChooser(Popover):
    """Shows and hides columns at once, and stays open until a click elsewhere or Esc; what is typed narrows the list.

    The last column that is shown cannot be unchecked.
    """

    def __init__(self, header: ColumnsHeader, parent: QWidget) -> None:
        super().__init__(None, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Columns"))
        self._header = header
        self.field = QLineEdit(placeholderText=self.tr("Find a column…"))
        name_field(self.field, self.tr("Find a column"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Columns"))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = plain_label(self.tr("No column matches."), tone="dim")
        self.reset = QPushButton(self.tr("Reset columns"), flat=True, autoDefault=False)
        self._lay_out()
        for title, section in header.offered():
            item = QListWidgetItem(title, self.list)
            item.setData(_SECTION, section)
        self._show_checks()
        self._narrow("")
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(self._turn_current)
        self.list.itemChanged.connect(self._apply)
        self.reset.clicked.connect(header.reset_asked)
        header.arranged.connect(self._show_checks)

    def _lay_out(self) -> None:
        self.setFixedWidth(scaled(_WIDTH))
        column = in_column(self.field, self.nothing, self.list, 0, on=self, margins=(12, 12, 12, 8), spacing=8)
        column.setStretchFactor(self.list, 1)
        column.addLayout(in_row(1, self.reset))

    def open_at(self, at: QPoint) -> None:
        """Open the popup at a point of the screen, as far as there is room."""
        free = self._header.screen().availableGeometry()
        chrome = self.field.sizeHint().height() + self.reset.sizeHint().height() + 44
        lines = min(self.list.count(), _LINES) * line_height(_LINE)
        self.resize(self.width(), min(chrome + lines, free.height()))
        place(self, at)
        self.show_active(self.field)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    @Slot(str)
    def _narrow(self, words: str) -> None:
        """List the columns whose titles hold all words, with the cursor on the first."""
        wanted = fold(words).split()
        for item in self._items():
            item.setHidden(not all(word in fold(item.text()) for word in wanted))
        first = next((row for row, item in enumerate(self._items()) if not item.isHidden()), -1)
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(first)
        self.list.setVisible(first >= 0)
        self.nothing.setVisible(first < 0)

    @Slot()
    def _show_checks(self) -> None:
        with QSignalBlocker(self.list):
            chosen = self._header.chosen_places()
            for item in self._items():
                is_shown = item.data(_SECTION) in chosen
                item.setCheckState(Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
        self.list.viewport().update()

    @Slot()
    def _turn_current(self) -> None:
        if self.list.currentRow() >= 0:
            item = self.list.currentItem()
            is_shown = item.checkState() is Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if is_shown else Qt.CheckState.Checked)

    @Slot(QListWidgetItem)
    def _apply(self, item: QListWidgetItem) -> None:
        shown = item.checkState() is Qt.CheckState.Checked
        if not self._header.show_column(item.data(_SECTION), shown=shown):
            self._show_checks()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the field and the list by the arrows."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)


class ColumnArrangement(QObject):
    """Keeps what the user changes under the view in which they did it. Widths are of the page, in pixels."""

    kept = Signal()

    def __init__(self, table: Table, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._state = state
        self._header: ColumnsHeader
        self._view = View.ALL
        self.is_measured = False
        """Whether the columns fit what they hold."""
        self._is_arranged = False
        """Whether the user has arranged them."""
        self.has_detail = False
        """Whether the detail of a row shows beside the table."""
        self._carriers: tuple[str, ...] = ()
        self._keeping = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._keeping.timeout.connect(self._keep)

    def begin(self, header: ColumnsHeader, view: View) -> None:
        """Show the columns of a view in this header, once it is made; everything else needs it."""
        self._header, self._view = header, view
        self._show()
        header.columns_changed.connect(self._note)
        header.reset_asked.connect(self.reset)

    def show_carriers(self, carriers: tuple[str, ...], width: int) -> None:
        """Show the columns for the rows of these carriers."""
        if self._keeping.isActive():
            self._keep()
        self._carriers = carriers
        self._show()
        self.fill(width)

    def show_view(self, view: View, width: int) -> None:
        """Show the columns of another view."""
        if self._keeping.isActive():
            self._keep()
        self._view = view
        self._show()
        self.fill(width)

    def fit(self, width: int) -> None:
        """Fit the columns to what they hold and to the width, once, unless the user has arranged them."""
        if not (self.is_measured or self._is_arranged):
            self.is_measured = True
            self._header.measure()
            self.fill(width)

    def fill(self, width: int) -> None:
        """Fill the width with the columns, unless the user has arranged them."""
        if not self._is_arranged:
            wide = wide_columns(self._table, self._view)
            hidden_first = partial(first_hidden, wide=wide, has_detail=self.has_detail)
            self._header.fill(width - _SCROLL_BAR, hidden_first=hidden_first, is_wide=width >= scaled(_WIDE))

    def widen(self, width: int) -> None:
        """Fit the columns to numbers longer than those before, which were scrolled in or arrived."""
        if self.is_measured and self._header.measure() and not self._is_arranged:
            self.fill(width)

    @Slot()
    def reset(self) -> None:
        """Show the first columns of the view again."""
        self._keeping.stop()
        self._state.keep_columns(self._name(), [])
        self._show()
        self.fit(self._header.viewport().width() + _SCROLL_BAR)

    def _show(self) -> None:
        kept = self._state.columns(self._name())
        if not kept and not has_own_columns(self._view):
            kept = self._state.columns(self._table)
        self._is_arranged, self.is_measured = bool(kept), False
        self._header.show_titles(own_titles(self._view))
        view = self._table, self._view
        self._header.show_usual(usual_order(*view))
        self._header.show_columns(first_columns(*view, self._carriers), kept, wide_columns(*view))

    def _name(self) -> str:
        """Return the name under which the columns of the view are kept; that of ALL is the table's."""
        return self._table if self._view is View.ALL else f"{self._table}/{self._view}"

    @Slot()
    def _note(self) -> None:
        """Leave the columns as the user has just arranged them, and keep that after a pause."""
        self._is_arranged = True
        self._keeping.start()

    @Slot()
    def _keep(self) -> None:
        self._keeping.stop()
        self._state.keep_columns(self._name(), self._header.arrangement())
        self.kept.emit()
