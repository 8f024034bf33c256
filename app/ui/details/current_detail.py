"""The pane beside the tables follows the row under the cursor, and what is asked for in it is done."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.errors import AppError
from app.domain.views.columns import Table
from app.ui.details.detail_pane import Detail
from app.ui.tables.table_page import TablePage
from app.ui.widgets.detail_parts import RowLink

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class CurrentDetail(QObject):
    """Reads the row under the cursor of the tab in front."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._is_applying = False
        rows = window.ports.rows
        self._readers = {
            Table.SHIPMENTS: rows.shipment,
            Table.VISITS: lambda row_id: rows.visit(row_id, window.current_day.shown_day.carrier),
            Table.MANIFESTS: rows.manifest,
            Table.NOTIFICATIONS: rows.notification,
        }
        window.detail.row_asked.connect(self.go_to)
        window.detail.apply_asked.connect(self._apply)

    @Slot()
    def show(self) -> None:
        """Show the row under the cursor, or that there is none."""
        detail = self._read()
        if detail is None:
            self._window.detail.show_nothing()
        else:
            self._window.detail.show_detail(detail)

    def settle(self, page: TablePage) -> None:
        """Show the row that the user stays on in a table, where that is the one in front."""
        if page is self._window.tabs.page:
            self.show()

    @Slot()
    def refresh(self) -> None:
        """Show the row anew, if the pane shows one: something of it may have changed."""
        if self._window.detail.is_of_row:
            self.show()

    def _read(self) -> "Detail | None":
        page = self._window.tabs.page
        row_id = page.view.current_id()
        return None if row_id is None else self._readers[page.table](row_id)

    @Slot(object)
    def go_to(self, link: RowLink) -> None:
        """Put the cursor on a row of whatever table and day; filters that hide it give way."""
        window, page = self._window, self._window.tabs.pages[link.table]
        shown = window.current_day.shown_day
        day = Day(link.carrier or shown.carrier, link.date)
        if day != shown:
            window.show_day(day if day.carrier else None, day.date)
        if day != shown or not page.model.rows_of([link.row_id]):
            window.clear_filters()
            page.ask()  # it may have come just now
        window.tabs.setCurrentWidget(page)
        page.pick(link.row_id)
        page.view.setFocus()

    @Slot(object)
    def _apply(self, row_id: int) -> None:
        if self._is_applying:
            return
        self._is_applying = True
        apply_again = self._window.ports.apply_again
        task = self._window.workers.start(lambda _report: apply_again(row_id))
        task.ended.connect(self._end)
        task.succeeded.connect(self._tell)
        task.failed.connect(self._tell_failure)

    @Slot()
    def _end(self) -> None:
        self._is_applying = False

    @Slot(object)
    def _tell(self, outcome: Outcome) -> None:
        said = {
            Outcome.STORED: self.tr("Applied: the visit shows it now."),
            Outcome.DUPLICATE: self.tr("It was applied before."),
            Outcome.QUARANTINED: self.tr("It still cannot be applied."),
        }
        self._window.line.show_message(said[outcome])
        self._window.tabs.pages[Table.NOTIFICATIONS].ask()
        self.refresh()

    @Slot(object)
    def _tell_failure(self, error: AppError) -> None:
        self._window.tell_failure(self._window.ports.say(error.user_message))
