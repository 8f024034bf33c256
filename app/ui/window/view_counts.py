"""How many rows each view holds on the day that is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.domain.days import Day
from app.domain.texts import Text
from app.domain.views.queries import EARLIER_VIEWS, View
from app.qt_threads.query_thread import QueryThread
from app.ui.ports.view_ports import ViewRows
from app.ui.state.current_day import CurrentDay
from app.ui.views.saved_views import SavedViews
from app.ui.views.views_panel import ViewsPanel

_SOON_MS = 120
"""Counting a day beside the first rows would delay their reading and painting by 8 ms."""


@dataclass(frozen=True)
class _Counted:
    """The counts of a day; `nothing_missing` says why no notification of it counts as missing, if so."""

    day: Day
    counts: dict[View, int]
    nothing_missing: Text | None


class ViewCounts(QObject):
    """Has the views counted in the query thread, and shows the counts."""

    counted = Signal(object, object)
    """A `Day`, and how many of its rows each `View` holds."""

    def __init__(
        self,
        panel: ViewsPanel,
        saved: SavedViews,
        current_day: CurrentDay,
        today: Callable[[], date],
        query_thread: QueryThread[ViewRows],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._saved = saved
        self._current_day = current_day
        self._today = today
        self._query_thread = query_thread
        self.pause = QTimer(self, singleShot=True, interval=_SOON_MS)
        self.pause.timeout.connect(self.refresh)

    def refresh_soon(self) -> None:
        """Count once the first rows are shown."""
        self.pause.start()

    @Slot()
    def refresh(self) -> None:
        """Count now."""
        self.pause.stop()
        day, today = self._current_day.shown_day, self._today()
        self._saved.ask_for_counts()

        def count(rows: ViewRows) -> _Counted:
            return _Counted(day, rows.view_counts(day, today), rows.nothing_missing(day.date, day.carrier or None))

        asked = self._query_thread.ask("counts", count)
        asked.succeeded.connect(self._show)

    @Slot(object)
    def _show(self, counted: _Counted) -> None:
        day, counts = counted.day, counted.counts
        if day == self._current_day.shown_day:
            known = self._current_day.known
            shown = {view: count if view in EARLIER_VIEWS else known(count) for view, count in counts.items()}
            if counted.nothing_missing is not None:
                shown[View.MISSED] = counts[View.MISSED] or None
            self._panel.show_counts(shown)
            self.counted.emit(day, counts)
