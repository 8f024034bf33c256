"""Loads the shown day, and moves on when another day begins."""

from collections.abc import Callable
from datetime import timedelta

from PySide6.QtCore import QLocale, QObject, QTimer, Signal, Slot

from app.domain.days import LoadSummary
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, View
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.ports.feature_ports import DayPorts, FormatPorts
from app.ui.ports.rows import Rows
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState
from app.ui.tables.table_page import TablePage
from app.ui.top_bar.top_bar import TopBar
from app.ui.widgets.labels import begun

_TIME_TO_LOAD = timedelta(minutes=1)
_TICK_MS = 30_000


class DayLoading(QObject):
    """Connects the Load and Cancel buttons with the day that is shown."""

    reported = Signal(str)
    """What a load changed, for the status line."""

    def __init__(
        self,
        top: TopBar,
        shipments: TablePage,
        current_day: CurrentDay,
        ports: DayPorts,
        state: WindowState,
        formats: Callable[[], Formats],
        query_thread: QueryThread[Rows],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._top = top
        self._shipments = shipments
        self._current_day = current_day
        self._ports = ports
        self._state = state
        self._formats = formats
        self._query_thread = query_thread
        top.load_asked.connect(current_day.load)
        top.cancel_asked.connect(current_day.cancel)
        current_day.load_started.connect(self._start)
        current_day.load_progressed.connect(top.show_progress)
        current_day.load_ended.connect(self._end)

    def age(self) -> str:
        """Return in words how long ago the day that is shown was loaded; empty if it never was."""
        state = self._current_day.state
        if state is None or state.loaded_at is None:
            return ""
        return self.tr("loaded {age}").format(age=self._formats().age(state.loaded_at, self._ports.now()))

    @Slot()
    def show_age(self) -> None:
        """Show the age in the top bar; while a load is under way its progress stands there."""
        if not self._current_day.is_loading:
            self._top.show_age(begun(self.age()), is_old=self._is_old())

    def _is_old(self) -> bool:
        """Return whether today's data is older than the automatic refresh should let it become."""
        state, every = self._current_day.state, self._ports.settings().refresh_minutes
        if state is None or state.loaded_at is None or not every:
            return False
        is_today = self._current_day.shown_day.date == self._ports.today()
        return is_today and self._ports.now() - state.loaded_at > timedelta(minutes=every) + _TIME_TO_LOAD

    @Slot()
    def _start(self) -> None:
        self._top.show_loading(loading=True)

    @Slot(object)
    def _end(self, summary: LoadSummary | None) -> None:
        self._top.show_loading(loading=False)
        if summary is None:
            return
        self._keep_carrier(summary.day.carrier)
        self.reported.emit(self._described(summary))
        if summary.day == self._current_day.day and summary.changed + summary.new < summary.shipments:
            query, today = RowQuery(Table.SHIPMENTS, summary.day, view=View.CHANGED), self._ports.today()
            asked = self._query_thread.ask("changed", lambda rows: rows.row_ids(query, today))
            asked.succeeded.connect(self._shipments.flash)

    def _keep_carrier(self, carrier: str) -> None:
        self._state.keep_carrier(carrier)
        if self._ports.settings().carrier != carrier and "carrier" not in self._ports.fixed():
            self._ports.save_settings({"carrier": carrier})

    def _described(self, summary: LoadSummary) -> str:
        if not summary.shipments and not summary.gone:
            return self.tr("No shipments")
        return self.tr("{shipments} shipments: {new} new, {changed} changed, {gone} no longer listed").format(
            shipments=summary.shipments, new=summary.new, changed=summary.changed, gone=summary.gone
        )


class DayClock(QObject):
    """Ticks twice a minute. At the site's midnight the formats change: other dates are past, other promises overdue."""

    ticked = Signal()
    formats_changed = Signal(object)
    """The `Formats` of another day, or with other reasons or time zones of the site."""
    day_changed = Signal()
    """The site's date changed; the new formats are in use."""

    def __init__(self, ports: FormatPorts, locale: QLocale, parent: QObject) -> None:
        super().__init__(parent)
        self._ports = ports
        self._locale = locale
        self.formats = self._formats_of_today()
        self.timer = QTimer(self, interval=_TICK_MS)
        self.timer.timeout.connect(self.tick)
        self.timer.start()

    @Slot()
    def tick(self) -> None:
        """Notice a new day, and have everything refreshed that shows the time."""
        if self.formats.today != self._ports.today():
            self._change_formats()
            self.day_changed.emit()
        self.ticked.emit()

    @Slot()
    def follow_site(self) -> None:
        """Use the site's time zones and reasons, which may have changed here or at another desk."""
        here = self.formats
        settled = self._ports.reasons(), self._ports.days(), self._ports.sender_zone()
        if (here.reasons, here.days, here.sender_zone) != settled:
            self._change_formats()

    def _change_formats(self) -> None:
        self.formats = self._formats_of_today()
        self.formats_changed.emit(self.formats)

    def _formats_of_today(self) -> Formats:
        ports = self._ports
        return Formats(
            self._locale,
            ports.today(),
            ports.days(),
            ports.say,
            ports.far_metres(),
            ports.read_phone,
            ports.reasons(),
            ports.read_phones,
            ports.sender_zone(),
            ports.country,
        )
