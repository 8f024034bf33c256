"""Marks the changes that the user has looked at as seen."""

from PySide6.QtCore import QEvent, QObject, QTimer, Slot

from app.domain.views.columns import FOLLOWED_TABLES
from app.domain.views.details import Subject
from app.ui.context.window_context import Feature, WindowContext
from app.ui.ports.feature_ports import DetailPorts
from app.ui.tables.row_menu import RowAct
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs

_GATHER_MS = 400


class ReadMarks(Feature):
    """Marks the rows on which the cursor stays while the window is active.

    They are gathered and written in a worker; the change that this makes has the rows repainted.
    """

    def __init__(self, context: WindowContext, ports: DetailPorts, tabs: TableTabs) -> None:
        super().__init__(context)
        self._ports = ports
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
        mark_seen, at = self._ports.mark_seen, self._context.clock.now()
        self._context.workers.start(lambda _report: mark_seen(subjects, at)).failed.connect(self._context.signals.fail)


def _subject_of(page: TablePage, row_id: int) -> Subject:
    return Subject(page.table, row_id)
