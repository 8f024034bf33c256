"""What the line at the bottom counts: the rows that are shown, those that are selected, and what these are worth."""

from collections.abc import Callable

from PySide6.QtCore import QLocale, QObject, Slot

from app.qt_threads.query_thread import QueryThread
from app.ui.ports.ports import Rows
from app.ui.tables.table_page import TablePage
from app.ui.window.status_line import StatusLine


class RowCounter(QObject):
    """Counts the tab in front; declared values are added up off the main thread, in the tables that have them."""

    def __init__(
        self,
        line: StatusLine,
        page: Callable[[], TablePage | None],
        query_thread: QueryThread[Rows],
        locale: QLocale,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._line = line
        self._page = page
        self._query_thread = query_thread
        self._locale = locale

    @Slot()
    def count(self) -> None:
        """Count the rows that are shown and selected now."""
        page = self._page()
        if page is None:
            self._line.show_count("")
            return
        if page.shows_a_part:
            return  # it is counted with the rest
        shown = self.tr("{shown} of {total}").format(
            shown=self._locale.toString(len(page.model.ids)), total=self._locale.toString(page.total)
        )
        selected = page.view.selected_ids()
        text = " · ".join([shown, self.tr("%Ln selected", "", len(selected))]) if selected else shown
        if not selected or not page.model.has("declared_value"):
            self._line.show_count(text)
            return
        asked = self._query_thread.ask(
            "sum", lambda rows: (page, text, selected, rows.declared_value(page.table, selected))
        )
        asked.succeeded.connect(self._show_sum)

    @Slot(object)
    def _show_sum(self, summed: tuple[TablePage, str, list[int], float]) -> None:
        page, text, selected, value = summed
        if page is self._page() and selected == page.view.selected_ids():
            self._line.show_count(f"{text} · {page.model.formats.money(value)}")
