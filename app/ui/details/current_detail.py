"""The row under the cursor: its detail, in which a notification can be applied again, and the mark that it was seen."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer, Slot

from app.domain.contract.outcomes import Outcome
from app.domain.views.columns import FOLLOWED_TABLES, Table
from app.domain.views.details import Subject
from app.ui.context.places import SettingsPlace
from app.ui.context.window_context import Feature, WindowContext
from app.ui.details.detail_pane import Detail, DetailPane
from app.ui.tables.row_menu import RowAct
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs

_GATHER_MS = 400


class ReadMarks(Feature):
    """Marks the rows on which the cursor stays while the window is active.

    They are gathered and written in a worker; the change that this makes has the rows repainted.
    """

    def __init__(self, context: WindowContext, tabs: TableTabs) -> None:
        super().__init__(context)
        self._tabs = tabs
        self._seen: set[Subject] = set()
        self._pages = [tabs.pages[table] for table in FOLLOWED_TABLES]
        self._gathering = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gathering.timeout.connect(self._write)
        for page in self._pages:
            page.current_settled.connect(self.look)
            page.act_asked.connect(self._act)
        tabs.currentChanged.connect(self.look)
        context.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark the row under the cursor once the user comes back to the window."""
        if event.type() == QEvent.Type.WindowActivate:
            self.look()
        return False

    @Slot()
    def look(self) -> None:
        """Mark the row under the cursor, whose detail is shown."""
        page = self._page()
        if page is None or not self._context.window.isActiveWindow():
            return
        row = page.view.currentIndex().row()
        if row >= 0 and page.model.is_unseen(row):
            self._seen.add(_subject_of(page, page.model.ids[row]))
            self._gathering.start()

    @Slot()
    def see_all(self) -> None:
        """Mark all rows."""
        self._mark(None)

    @Slot(object)
    def _act(self, act: RowAct) -> None:
        page = self._page()
        if act is RowAct.SEEN and page is not None:
            self._mark([_subject_of(page, one) for one in page.view.selected_ids()])

    @Slot()
    def _write(self) -> None:
        seen, self._seen = self._seen, set()
        self._mark(list(seen))

    def _page(self) -> TablePage | None:
        """Return the table in front, if its rows have marks."""
        return next((page for page in self._pages if page is self._tabs.currentWidget()), None)

    def _mark(self, subjects: list[Subject] | None) -> None:
        if subjects == []:
            return
        mark_seen, at = self._context.follow_ups.mark_seen, self._context.clock.now()
        self._context.workers.start(lambda _report: mark_seen(subjects, at)).failed.connect(self._context.signals.fail)


def _subject_of(page: TablePage, row_id: int) -> Subject:
    return Subject(page.table, row_id)


class CurrentDetail(Feature):
    """Follows the cursor of the table in front."""

    def __init__(self, context: WindowContext, pane: DetailPane, tabs: TableTabs) -> None:
        super().__init__(context)
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
        pane.shipments_asked.connect(tabs.pages[Table.MANIFESTS].detail_asked)
        pane.rows_asked.connect(context.signals.rows_asked)
        pane.step_asked.connect(self._step)
        pane.contacts.country_asked.connect(partial(context.signals.asked.emit, SettingsPlace.COUNTRY))
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
            self._pane.show_detail(detail, names_carrier=len(self._context.day.shown_day.carriers) > 1)

    def _settle(self, page: TablePage) -> None:
        """Show the row that the cursor of a table stays on, if that table is in front."""
        if page is self._tabs.page:
            self.show()

    @Slot(int)
    def _step(self, step: int) -> None:
        """Go to the next row, or to the one before; at the ends the row stays."""
        view = self._tabs.page.view
        row = view.currentIndex().row() + step
        if 0 <= row < len(view.rows.ids):
            view.stay(row)

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
        apply_again = self._context.receiver.apply_again
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
