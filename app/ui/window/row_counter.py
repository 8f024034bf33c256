"""Counts for the status line: the rows that are shown, those that are selected, and their declared value."""

from PySide6.QtCore import QLocale, QObject, Slot

from app.domain.views.columns import Table
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import UNKNOWN
from app.ui.ports.table_ports import TableRows
from app.ui.state.current_day import CurrentDay
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.window.status_line import StatusLine

_RECEIVED = (Table.VISITS, Table.NOTIFICATIONS)
"""Tables of what the receiver got: a day without a load has a count of these."""


class RowCounter(QObject):
    """Counts the table in front; declared values are summed in the query thread, for the tables that have them."""

    def __init__(
        self,
        line: StatusLine,
        tabs: TableTabs,
        current_day: CurrentDay,
        query_thread: QueryThread[TableRows],
        locale: QLocale,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._line = line
        self._tabs = tabs
        self._current_day = current_day
        self._query_thread = query_thread
        self._locale = locale

    @Slot()
    def count(self) -> None:
        """Count the rows that are shown and selected now."""
        page = self._tabs.front
        if page is None:
            self._line.show_count("")
            return
        if page.shows_a_part:
            return  # the rest of its rows is on its way
        known = self._current_day.known
        counts = [count if page.table in _RECEIVED else known(count) for count in (len(page.model.ids), page.total)]
        if counts == [None, None]:
            self._line.show_count("")  # there is no day yet
            return
        here, total = (UNKNOWN if count is None else self._locale.toString(count) for count in counts)
        shown = self.tr("{shown} of {total}").format(shown=here, total=total)
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
        if page is self._tabs.front and selected == page.view.selected_ids():
            self._line.show_count(f"{text} · {page.model.formats.money(value)}")
