"""Shows the row under the cursor in the detail pane, and applies a notification again."""

from functools import partial

from PySide6.QtCore import QObject, Slot

from app.domain.contract.outcomes import Outcome
from app.domain.views.columns import FOLLOWED_TABLES, Table
from app.ui.context.window_context import WindowContext
from app.ui.details.detail_pane import Detail, DetailPane
from app.ui.ports.feature_ports import DetailPorts
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs


class CurrentDetail(QObject):
    """Follows the cursor of the table in front."""

    def __init__(self, context: WindowContext, ports: DetailPorts, pane: DetailPane, tabs: TableTabs) -> None:
        super().__init__(context.window)
        self._context = context
        self._ports = ports
        self._pane = pane
        self._tabs = tabs
        self._is_applying = False
        rows = context.rows
        self._readers = {
            Table.SHIPMENTS: rows.shipment,
            Table.VISITS: lambda row_id: rows.visit(row_id, context.day.shown_day.carriers),
            Table.MANIFESTS: rows.manifest,
            Table.NOTIFICATIONS: rows.notification,
        }
        pane.apply_asked.connect(self._apply)
        pane.row_asked.connect(context.signals.row_asked)
        tabs.currentChanged.connect(self.show)
        for page in tabs.pages.values():
            page.current_settled.connect(partial(self._settle, page))

    @Slot()
    def show(self) -> None:
        """Show the row under the cursor, or the selection if several are; without any, ask for a row to be chosen."""
        page = self._tabs.page
        rows = len(page.view.selected_ids()) if page.table in FOLLOWED_TABLES else 0
        if rows > 1:
            self._pane.show_selection(rows)
            return
        detail = self._read()
        if detail is None:
            self._pane.show_nothing()
        else:
            self._pane.show_detail(detail)

    def _settle(self, page: TablePage) -> None:
        """Show the row that the cursor of a table stays on, if that table is in front."""
        if page is self._tabs.page:
            self.show()

    @Slot()
    def refresh(self) -> None:
        """Read the row that is shown again."""
        if self._pane.is_of_row:
            self.show()

    def _read(self) -> "Detail | None":
        page = self._tabs.page
        row_id = page.view.current_id()
        return None if row_id is None else self._readers[page.table](row_id)

    @Slot(object)
    def _apply(self, row_id: int) -> None:
        if self._is_applying:
            return
        self._is_applying = True
        apply_again = self._ports.apply_again
        task = self._context.workers.start(lambda _report: apply_again(row_id))
        task.ended.connect(self._end)
        task.succeeded.connect(self._report)
        task.failed.connect(self._context.signals.fail)

    @Slot()
    def _end(self) -> None:
        self._is_applying = False

    @Slot(object)
    def _report(self, outcome: Outcome) -> None:
        said = {
            Outcome.STORED: self.tr("Applied: the visit shows it now."),
            Outcome.DUPLICATE: self.tr("It was applied before."),
            Outcome.QUARANTINED: self.tr("It still cannot be applied."),
        }
        self._context.report(said[outcome])
        self._tabs.pages[Table.NOTIFICATIONS].ask()
        self.refresh()
