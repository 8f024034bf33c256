"""Brings days, rows and views to the screen."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.ports.rows import Rows
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import TopBar
from app.ui.views.filter_controller import FilterController
from app.ui.widgets.detail_parts import RowLink
from app.ui.window.status_line import StatusLine

_OFFERED_CARRIERS = 10


class Navigation(QObject):
    """The window's `Navigator`."""

    def __init__(
        self,
        top: TopBar,
        tabs: TableTabs,
        line: StatusLine,
        current_day: CurrentDay,
        filtering: FilterController,
        state: WindowState,
        rows: Rows,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._top = top
        self._tabs = tabs
        self._line = line
        self._current_day = current_day
        self._filtering = filtering
        self._state = state
        self._rows = rows

    def carriers(self) -> Sequence[str]:
        """Return the carriers that were used, the latest first."""
        return list(dict.fromkeys([*self._state.carriers(), *self._rows.carriers()]))[:_OFFERED_CARRIERS]

    @Slot(object)
    def show_day(self, day: Day) -> None:
        """Show a day from the stored data; its carrier is empty if none is chosen."""
        self._line.show_message("")
        self._top.show_day(day, self.carriers())
        self._current_day.show_day(day)

    @Slot(object)
    def show_row(self, link: RowLink) -> None:
        """Select a row of any table and day; filters that hide it are cleared."""
        page, shown = self._tabs.pages[link.table], self._current_day.shown_day
        day = Day(link.carrier or shown.carrier, link.date)
        if day != shown:
            self.show_day(day)
        if day != shown or not page.model.rows_of([link.row_id]):
            self._filtering.clear()
            page.ask()  # the row may have come just now
        self._tabs.show_table(link.table)
        page.pick(link.row_id)
        page.view.setFocus()

    def show_view(self, view: View) -> None:
        """Show all rows of a view; all other filters are cleared."""
        self._filtering.clear()
        self._filtering.show_view(view)

    def show_rows(self, table: Table, filters: Sequence[ValueFilter]) -> None:
        """Show the rows of a table that have these values, with the cursor in it; all other filters are cleared."""
        self._filtering.clear()
        for one in filters:
            self._tabs.pages[table].add_filter(one)
        self._tabs.show_table(table)
        self._tabs.pages[table].view.setFocus()

    def show_shipments_of_manifest(self) -> None:
        """Show the shipments of the manifest under the cursor; a chip tells so, and removes the filter."""
        view = self._tabs.pages[Table.MANIFESTS].view
        number = view.rows.value(view.currentIndex().row(), "number") if view.currentIndex().isValid() else None
        if number is not None:
            self.show_rows(Table.SHIPMENTS, [ValueFilter("manifest_number", number)])

    def show_bodies(self) -> None:
        """Show the notifications with their bodies as they were sent."""
        self._tabs.show_table(Table.NOTIFICATIONS)
        page = self._tabs.page
        page.view.columns_header.show_column(page.model.position("raw"), shown=True)
        page.view.setFocus()
