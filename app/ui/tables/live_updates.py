"""Shows changes as they come: cells at once and in place, new rows and counts a little later."""

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal, Slot

from app.domain.views.columns import Table
from app.ui.context.window_context import Feature, WindowContext
from app.ui.tables.table_page import TablePage

_PAUSE_MS = 300


class LiveUpdates(Feature):
    """Follows change notifications, at most once a frame; rows and counts are read again with pauses of 300 ms.

    What came during a pause is read at its end.
    """

    outdated = Signal()
    """Counts and the detail of the current row may have changed."""
    day_outdated = Signal()
    """All that is shown of the day may have changed."""

    def __init__(self, context: WindowContext, pages: Mapping[Table, TablePage]) -> None:
        super().__init__(context)
        self._pages = pages
        self._has_rows = self._has_day = self._is_reading = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._read_again)
        context.feed.visits_changed.connect(self._follow_visits)
        context.feed.follow_ups_changed.connect(self._follow_follow_ups)
        context.feed.day_changed.connect(self._follow_day)
        context.feed.listening_changed.connect(self._follow_rows)

    @Slot(object, object)
    def _follow_visits(self, visits: set[int], shipments: set[int]) -> None:
        self._pages[Table.SHIPMENTS].follow(shipments)
        self._pages[Table.VISITS].follow(visits)
        notifications = self._pages[Table.NOTIFICATIONS]
        notifications.follow(notifications.model.kept_with("visit_id", visits))
        self._follow_rows()

    @Slot(object, object)
    def _follow_follow_ups(self, visits: set[int], shipments: set[int]) -> None:
        self._pages[Table.SHIPMENTS].reread(shipments)
        self._pages[Table.VISITS].reread(visits)
        self._follow_rows()

    @Slot()
    def _follow_rows(self) -> None:
        """Read new rows; a quarantined notification changes no visit but is a row."""
        self._has_rows = True
        self._read_soon()

    @Slot()
    def _follow_day(self) -> None:
        self._has_day = True
        self._read_soon()

    def _read_soon(self) -> None:
        if not (self._is_reading or self._pause.isActive()):
            self._read_again()

    @Slot()
    def _read_again(self) -> None:
        rows, day = self._has_rows, self._has_day
        self._has_rows = self._has_day = False
        if day:
            self.day_outdated.emit()
        elif rows:
            for table in (Table.VISITS, Table.NOTIFICATIONS):
                self._pages[table].ask_for_new()
            if self._pages[Table.SHIPMENTS].narrowing.is_narrowed:  # what fails enters a worklist
                self._pages[Table.SHIPMENTS].ask_for_new()
            self.outdated.emit()
        self._is_reading = day or rows
        if self._is_reading:  # answered in order, so after everything above
            self._context.queries.ask("caught up", lambda _rows: None).ended.connect(self._rest)

    @Slot()
    def _rest(self) -> None:
        self._is_reading = False
        self._pause.start()
