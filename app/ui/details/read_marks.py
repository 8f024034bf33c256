"""News that were looked at are no longer new."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Slot

from app.domain.errors import AppError
from app.domain.views.columns import FOLLOWED_TABLES
from app.domain.views.details import Subject
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_view import RowAct

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_GATHER_MS = 400


class ReadMarks(QObject):
    """Takes note of the rows that stay under the cursor while the window is the one that is worked in.

    What was seen is gathered and written in a worker; the rows are painted anew by the news that this makes.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._seen: set[Subject] = set()
        self._pages = [window.tabs.pages[table] for table in FOLLOWED_TABLES]
        self._gathering = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gathering.timeout.connect(self._write)
        for page in self._pages:
            page.current_settled.connect(self.look)
            page.act_asked.connect(self._act)
        window.tabs.currentChanged.connect(self.look)
        window.live.outdated.connect(self.look)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        """Look at the row under the cursor once the user comes back to the window."""
        if event.type() == QEvent.Type.WindowActivate:
            self.look()
        return False

    @Slot()
    def look(self) -> None:
        """Take note that the user sees the row under the cursor, whose detail is shown."""
        window = self._window
        page = next((page for page in self._pages if page is window.tabs.currentWidget()), None)
        if page is None or not window.isActiveWindow():
            return
        row = page.view.currentIndex().row()
        if row >= 0 and page.model.is_unseen(row):
            self._seen.add(_subject_of(page, page.model.ids[row]))
            self._gathering.start()

    @Slot()
    def see_all(self) -> None:
        """Take note that there is nothing that the user has not seen."""
        self._mark(None)

    @Slot(object)
    def _act(self, act: RowAct) -> None:
        page = next((page for page in self._pages if page is self._window.tabs.currentWidget()), None)
        if act is RowAct.SEEN and page is not None:
            self._mark([_subject_of(page, one) for one in page.view.selected_ids()])

    @Slot()
    def _write(self) -> None:
        seen, self._seen = self._seen, set()
        self._mark(list(seen))

    def _mark(self, subjects: list[Subject] | None) -> None:
        if subjects == []:
            return
        mark_seen, at = self._window.ports.mark_seen, self._window.ports.now()
        self._window.workers.start(lambda _report: mark_seen(subjects, at)).failed.connect(self._tell_failure)

    @Slot(object)
    def _tell_failure(self, error: AppError) -> None:
        self._window.tell_failure(self._window.ports.say(error.user_message))


def _subject_of(page: TablePage, row_id: int) -> Subject:
    return Subject(page.table, row_id)
