"""Opens the search through all days, and shows the row that is chosen in it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.domain.views.queries import Hit
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.ports.table_ports import SearchPorts, TableRows
from app.ui.search.global_search_dialog import GlobalSearchDialog
from app.ui.search.search_field import SearchField
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.detail_parts import RowLink
from app.ui.widgets.empty_state import Action
from app.ui.widgets.navigator import Navigator


class GlobalSearch(QObject):
    """Holds the dialog while it is open; it starts with the words of the window's search field."""

    def __init__(
        self,
        field: SearchField,
        tabs: TableTabs,
        navigator: Navigator,
        ports: SearchPorts,
        formats: Callable[[], Formats],
        query_thread: QueryThread[TableRows],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._field = field
        self._navigator = navigator
        self._ports = ports
        self._formats = formats
        self._query_thread = query_thread
        self._theme = theme
        self._dialog: GlobalSearchDialog | None = None
        for page in tabs.pages.values():
            page.asked.connect(self._do)
            page.filters.number_asked.connect(self.search)

    @Slot()
    def open(self) -> None:
        """Open the search with the words in the window's search field."""
        self.search(self._field.text())

    @Slot(str)
    def search(self, words: str) -> None:
        """Open the search with these words."""
        if self._dialog is None:
            self._dialog = GlobalSearchDialog(
                self._ports, self._query_thread, self._formats(), self._theme, self._parent
            )
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.hit_chosen.connect(self._show_hit)
            self._dialog.finished.connect(self._forget)
        self._dialog.search(words.strip())
        self._dialog.open()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    @Slot(object)
    def _do(self, action: Action) -> None:
        if action is Action.EVERYWHERE:
            self.open()

    @Slot(object)
    def _show_hit(self, hit: Hit) -> None:
        self._navigator.show_row(RowLink(hit.table, hit.row_id, hit.day.date, hit.day.carrier or None))
