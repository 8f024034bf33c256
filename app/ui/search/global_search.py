"""Opens the search through all days, and goes to what is chosen in it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from app.domain.views.queries import Hit
from app.qt_threads.query_thread import QueryThread
from app.ui.ports.ports import Rows
from app.ui.search.global_search_dialog import GlobalSearchDialog
from app.ui.widgets.detail_parts import RowLink
from app.ui.widgets.empty_state import Action
from app.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class GlobalSearch(QObject):
    """Begins with what is being searched for in the day."""

    def __init__(self, window: "MainWindow", query_thread: QueryThread[Rows], theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._query_thread = query_thread
        self._theme = theme
        self._dialog: GlobalSearchDialog | None = None
        for page in window.tabs.pages.values():
            page.asked.connect(self._do)
            page.filters.number_asked.connect(self.search)

    @Slot()
    def open(self) -> None:
        """Open it with the words in the window's search field."""
        self.search(self._window.top.search.text())

    @Slot(str)
    def search(self, words: str) -> None:
        """Open it, and search for these words."""
        window = self._window
        if self._dialog is None:
            self._dialog = GlobalSearchDialog(
                window.ports, self._query_thread, window.detail.formats, self._theme, window
            )
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.hit_chosen.connect(self._go_to)
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
    def _go_to(self, hit: Hit) -> None:
        self._window.current.go_to(RowLink(hit.table, hit.row_id, hit.day.date, hit.day.carrier or None))
