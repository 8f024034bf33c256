"""The dialog that searches all stored days as the user types."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.domain.errors import AppError
from app.domain.views.queries import Hit
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.ports.table_ports import SearchPorts, TableRows
from app.ui.search.hits_table import HitsTable
from app.ui.tables.phone_search import PhoneSearch
from app.ui.widgets.empty_state import Emptiness, EmptyState
from app.ui.widgets.labels import in_dialog_order, plain_label, shortened
from app.ui.widgets.screen_room import scaled_room

MOST_HITS = 200
_TYPING_MS = 200
_OF_TABLE = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_Found = tuple[str, Sequence[Hit]]


class GlobalSearchDialog(QDialog):
    """Lists the hits; choosing one closes the dialog."""

    hit_chosen = Signal(object)
    """A `Hit`; the dialog is already closed."""

    def __init__(
        self, ports: SearchPorts, query_thread: QueryThread[TableRows], formats: Formats, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._ports = ports
        self._query_thread = query_thread
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
        self.table = HitsTable(formats, theme)
        self.empty = EmptyState(theme)
        self.count = plain_label(tone="dim")
        self.go = QPushButton(self.tr("Go there"))
        self.go.setProperty("primary", True)
        self.go.setAutoDefault(False)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setAutoDefault(False)
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
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self.count, 1)
        for button in in_dialog_order(self.go, self.close_button):
            bottom.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.field)
        column.addWidget(self._stack, 1)
        column.addLayout(bottom)
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
        words, read_phone = self._words, self._ports.read_phone
        asked = self._query_thread.ask(
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
        said = self._ports.say(error.user_message)
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
