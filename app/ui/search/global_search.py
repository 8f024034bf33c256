"""Opens the search through all days, and shows the row that is chosen in it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
)

from app.domain.column import Kind
from app.domain.errors import AppError
from app.domain.views.columns import Table
from app.domain.views.queries import Hit
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import CellRole
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.cells.row_table import list_rows
from app.ui.context.window_context import DialogFeature, WindowContext
from app.ui.search.search_field import SearchField
from app.ui.tables.phone_search import PhoneSearch
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.detail_parts import RowLink
from app.ui.widgets.empty_state import Action, Emptiness, EmptyState
from app.ui.widgets.fitted_dialog import scaled_room
from app.ui.widgets.labels import begun, in_dialog_order, plain_label, shortened, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_STATUS, _NUMBER, _WHOSE = 1, 2, 3
_WIDEST_NUMBER = 400
_FIRST_WIDTHS = (92, 186, 142, 0, 128, 92)
MOST_HITS = 200
_TYPING_MS = 200
_OF_TABLE = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_Found = tuple[str, Sequence[Hit]]


class HitsTable(QTableWidget):
    """Lists day, status, number, recipient, carrier and kind; Enter or a double click chooses a hit."""

    hit_chosen = Signal(object)
    """A `Hit`."""

    def __init__(self, formats: Formats, theme: Theme) -> None:
        super().__init__(0, 6)
        self._formats = formats
        self.hits: Sequence[Hit] = ()
        self.setAccessibleName(self.tr("Found"))
        titles = [self.tr("Day"), self.tr("Status"), self.tr("Number"), self.tr("Recipient or contact")]
        titles += [self.tr("Carrier"), self.tr("What")]
        self.setHorizontalHeaderLabels(titles)
        self.setItemDelegate(TableDelegate(theme, self))
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.verticalHeader().setDefaultSectionSize(row_height())
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        advance = self.fontMetrics().horizontalAdvance
        self._least = [advance(title) + 2 * CELL_PADDING for title in titles]
        for column, (width, least) in enumerate(zip(_FIRST_WIDTHS, self._least, strict=True)):
            self.setColumnWidth(column, max(scaled(width), least))
        self.doubleClicked.connect(lambda index: self.hit_chosen.emit(self.hits[index.row()]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give what is left to the recipient; large texts in a narrow window are scrolled."""
        others = sum(self.columnWidth(column) for column in range(self.columnCount()) if column != _WHOSE)
        self.setColumnWidth(_WHOSE, max(self.viewport().width() - others, self._least[_WHOSE]))

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show hits, with the cursor on the first row."""
        self.hits = hits
        self.setRowCount(len(hits))
        kinds = {Table.SHIPMENTS: self.tr("Shipment"), Table.VISITS: self.tr("Visit")}
        for row, hit in enumerate(hits):
            day = begun(self._formats.day(hit.day.date.isoformat()))
            status = self._formats.status(hit.status or "")
            texts = (day, status, hit.number, hit.about or "", hit.day.carrier, kinds[hit.table])
            items = [QTableWidgetItem(text) for text in texts]
            for column, item in enumerate(items):
                item.setToolTip(tool_tip(item.text()))
                self.setItem(row, column, item)
            items[0].setToolTip(tool_tip(self._formats.long_date(hit.day.date)))
            items[_STATUS].setData(CellRole.STATE, hit.state.value)
            items[_NUMBER].setData(CellRole.KIND, Kind.ID.value)
        if hits:
            needed = min(self.sizeHintForColumn(_STATUS), scaled(_FIRST_WIDTHS[_STATUS]))
            self.setColumnWidth(_STATUS, max(needed, self._least[_STATUS]))
            whole = min(self.sizeHintForColumn(_NUMBER), scaled(_WIDEST_NUMBER))
            self.setColumnWidth(_NUMBER, max(whole, scaled(_FIRST_WIDTHS[_NUMBER]), self._least[_NUMBER]))
            self._share_width()
            self.setCurrentCell(0, _NUMBER)
            self.scrollToTop()

    def choose(self) -> None:
        """Choose the row under the cursor."""
        row = self.currentRow()
        if 0 <= row < len(self.hits):
            self.hit_chosen.emit(self.hits[row])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row under the cursor on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose()
        else:
            super().keyPressEvent(event)


class GlobalSearchDialog(QDialog):
    """Lists the hits; choosing one closes the dialog."""

    hit_chosen = Signal(object)
    """A `Hit`; the dialog is already closed."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._found_words = ""
        """The words whose hits the table shows."""
        self._is_awaited = False
        """Whether Enter was pressed during the search: then the first hit is chosen at its end."""
        self.setWindowTitle(self.tr("Search in all days"))
        self.resize(scaled_room(self, 960, 540))
        self.setMinimumSize(scaled_room(self, 480, 240))
        self.field = QLineEdit(placeholderText=self.tr("Number, recipient, phone, address…"))
        self.field.setAccessibleName(self.tr("Search in all days"))
        self.field.setClearButtonEnabled(True)
        self.field.installEventFilter(self)
        self.table = HitsTable(context.formats, context.theme)
        self.empty = EmptyState(context.theme)
        self.count = plain_label(tone="dim")
        self.go = QPushButton(self.tr("Go there"))
        self.go.setProperty("primary", True)
        self.go.setAutoDefault(False)
        self.close_button = QPushButton(self.tr("Close"), autoDefault=False)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._ask)
        self.field.textChanged.connect(self._take_words)
        self.field.returnPressed.connect(self._choose)
        self.table.hit_chosen.connect(self._go)
        self.go.clicked.connect(self.table.choose)
        self.close_button.clicked.connect(self.reject)
        self._lay_out()
        self._show_found(("", ()))

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.table)
        bottom = in_row((self.count, 1), *in_dialog_order(self.go, self.close_button), spacing=8)
        in_column(self.field, (self._stack, 1), bottom, on=self, margins=16, spacing=12)
        self.field.setFocus()

    def search(self, words: str) -> None:
        """Search for these words."""
        self.field.setText(words)
        self.field.selectAll()
        self._ask()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the arrow keys to the table, so that the keyboard stays in the field."""
        is_key = watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and event.key() in _OF_TABLE and self.table.isVisible():
            self.table.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    @property
    def _words(self) -> str:
        return self.field.text().strip()

    @Slot()
    def _take_words(self) -> None:
        """Search after a pause in typing; until then the hits of the old words cannot be chosen."""
        self._is_awaited = False
        self.go.setEnabled(self._words == self._found_words and bool(self.table.hits))
        self._typing.start()

    @Slot()
    def _ask(self) -> None:
        self._typing.stop()
        words, read_phone = self._words, self._context.read_phone
        asked = self._context.queries.ask(
            "everywhere", lambda rows: (words, PhoneSearch(rows, read_phone).hits(words, MOST_HITS) if words else ())
        )
        asked.succeeded.connect(self._show_found)
        asked.failed.connect(self._show_failure)

    @Slot(object)
    def _show_found(self, found: _Found) -> None:
        words, hits = found
        if words != self._words:
            return
        self._found_words = words
        self.table.show_hits(hits)
        if hits:
            self._stack.setCurrentWidget(self.table)
        else:
            self._show_nothing(words)
        self.count.setText(self._count_text(len(hits)))
        self.go.setEnabled(bool(hits))
        if self._is_awaited:
            self._is_awaited = False
            self.table.choose()

    def _show_nothing(self, words: str) -> None:
        if words:
            text = self.tr("No shipment and no visit of any day on this computer matches “{words}”.")
            nothing = Emptiness("search", self.tr("Not found"), text.format(words=shortened(words)))
        else:
            text = self.tr("All days and carriers that were loaded on this computer are searched, the latest first.")
            nothing = Emptiness("search", self.tr("Where is it?"), text)
        self.empty.show_emptiness(nothing)
        self._stack.setCurrentWidget(self.empty)

    def _count_text(self, hits: int) -> str:
        if hits >= MOST_HITS:
            return self.tr("The latest %Ln are shown. Type more to find older ones.", "", hits)
        return self.tr("%Ln found", "", hits) if hits else ""

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self._show_found((self._words, ()))
        said = self._context.say(error.user_message)
        self.empty.show_emptiness(Emptiness("warning", self.tr("This cannot be searched for"), said))

    @Slot()
    def _choose(self) -> None:
        if self._words == self._found_words:
            self.table.choose()
            return
        self._is_awaited = True
        if self._typing.isActive():
            self._ask()

    @Slot(object)
    def _go(self, hit: Hit) -> None:
        self.accept()
        self.hit_chosen.emit(hit)


class GlobalSearch(DialogFeature[GlobalSearchDialog]):
    """Holds the dialog while it is open; it starts with the words of the window's search field."""

    def __init__(self, context: WindowContext, field: SearchField, tabs: TableTabs) -> None:
        super().__init__(context)
        self._field = field
        context.signals.asked.connect(self._do)
        for page in tabs.pages.values():
            page.filters.number_asked.connect(self.search)

    @Slot()
    def open(self) -> None:
        """Open the search with the words in the window's search field."""
        self.search(self._field.text())

    @Slot(str)
    def search(self, words: str) -> None:
        """Open the search with these words."""
        dialog = self.dialog
        if dialog is None:
            dialog = self._held(GlobalSearchDialog(self._context))
            dialog.hit_chosen.connect(self._show_hit)
        dialog.search(words.strip())
        dialog.open()

    @Slot(object)
    def _do(self, action: object) -> None:
        if action is Action.EVERYWHERE:
            self.open()

    @Slot(object)
    def _show_hit(self, hit: Hit) -> None:
        self._context.signals.row_asked.emit(RowLink(hit.table, hit.row_id, hit.day.date, hit.day.carrier or None))
