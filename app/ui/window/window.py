"""The main window: its panes, and how they speak to each other."""

from datetime import date
from functools import cached_property, partial

from PySide6.QtCore import QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.errors import AppError
from app.domain.views.columns import DESK_TABLES, Table
from app.domain.views.queries import RowQuery, View
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.query_thread import QueryThread
from app.qt_threads.worker_pool import WorkerPool
from app.ui.alerts.alert_controller import AlertController
from app.ui.day_report.day_tab import DayTab
from app.ui.day_report.printing import Printing
from app.ui.details.current_detail import CurrentDetail
from app.ui.details.detail_pane import DetailPane
from app.ui.details.read_marks import ReadMarks
from app.ui.export.export_controller import ExportController
from app.ui.follow_up.follow_up_controller import FollowUpController
from app.ui.help.deviations import Deviations
from app.ui.map.day_map import DayMap
from app.ui.notices.banner import Banner
from app.ui.notices.board_notice import BoardNotice
from app.ui.notices.day_notices import DayNotices
from app.ui.notices.error_notices import ErrorNotices
from app.ui.notices.match_notices import MatchNotices
from app.ui.notices.new_day import NewDay
from app.ui.notices.notices import Topic
from app.ui.notices.sender_clock_notice import SenderClockNotice
from app.ui.photos.photos import Photos
from app.ui.ports.ports import Ports, Rows
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.search.global_search import GlobalSearch
from app.ui.settings.first_steps import FirstSteps
from app.ui.settings.settings_controller import SettingsController
from app.ui.state.current_day import CurrentDay
from app.ui.state.undo import UndoStack
from app.ui.state.window_state import WindowState
from app.ui.tables.live_updates import LiveUpdates
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.views.empty_situations import EmptySituations
from app.ui.views.filter_controller import FilterController
from app.ui.views.saved_views import SavedViews
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.empty_state import Action
from app.ui.widgets.formats import Formats
from app.ui.widgets.theme import Theme
from app.ui.window.arrangement import keep_arrangement, restore_arrangement
from app.ui.window.row_counter import RowCounter
from app.ui.window.status_line import StatusLine
from app.ui.window.top_bar import TopBar
from app.ui.window.window_actions import WindowActions

_TICK_MS = 30_000
_COUNTS_MS = 120
"""After a window is made: counting a day beside the first rows holds up their reading and painting by 8 ms."""


class MainWindow(QMainWindow):
    """The desk. Everything that it does beyond showing goes through its `Ports`."""

    rebuild_asked = Signal()
    """The language or the theme changed: a new window is wanted."""

    def __init__(
        self,
        ports: Ports,
        workers: WorkerPool,
        query_thread: QueryThread[Rows],
        notifier: ChangeNotifier,
        locale: QLocale,
        theme: Theme,
    ) -> None:
        super().__init__()
        self.ports = ports
        self.workers = workers
        self._query_thread = query_thread
        self._locale = locale
        self.state = WindowState(ports.state_file)
        self.current_day = CurrentDay(ports, workers, self)
        self._middle = middle = QWidget()
        self.setCentralWidget(middle)  # first: whatever is put into another widget is styled anew, with all in it
        self.top = TopBar(ports.say, ports.today, theme, middle)
        self.banner = Banner(theme, middle)
        self.day_notices = DayNotices(self)
        self.panes = QSplitter(Qt.Orientation.Horizontal, middle)
        self.views = ViewsPanel(ports.say, theme, self.panes)
        pages = {table: TablePage(table, ports, query_thread, self.state, theme) for table in DESK_TABLES}
        self.tabs = TableTabs(pages, self.panes)
        self.detail = DetailPane(ports.say, theme, self.panes)
        self.situations = EmptySituations(self, notifier)
        self.line = StatusLine(ports.zone().key)
        self.undo_stack = UndoStack(self)
        self.undo_stack.reported.connect(self.line.show_message)
        self.current = CurrentDetail(self)
        self.live = LiveUpdates(pages, notifier, query_thread, self)
        self.counting = RowCounter(self.line, self.tabs, query_thread, locale, self)
        self._ticking = QTimer(self, interval=_TICK_MS)
        self._lay_out()
        self._connect()
        self.saved = SavedViews(self, query_thread)
        self.filtering = FilterController(self, self.saved)
        self.global_search = GlobalSearch(self, query_thread, theme)
        self.deviations = Deviations(self, query_thread, theme)
        self.day = DayTab(self, query_thread, theme)
        self.day.asked.connect(self._do)
        self.receiver = ReceiverController(self, notifier, theme)
        self.sender_corner = SenderClockNotice(self, notifier)
        self.alerts = AlertController(self, notifier, query_thread, theme)
        self.exporting = ExportController(self, query_thread)
        self.follow_up_controller = FollowUpController(self)
        self.read_marks = ReadMarks(self)
        self.photos = Photos(self, theme)
        self.map = DayMap(self, query_thread, theme)
        self.settings_controller = SettingsController(self, query_thread)
        self.first_steps = FirstSteps(self)
        self.error_notices = ErrorNotices(self)
        self.printing = Printing(self, query_thread)
        self.new_day = NewDay(self)
        WindowActions(self)
        self._refresh_formats()
        restore_arrangement(self)
        self.show_day(self._first_day())

    def _lay_out(self) -> None:
        self.setWindowTitle("Despacho" if not self.ports.is_demo else self.tr("Despacho (demo)"))
        self.panes.setChildrenCollapsible(False)
        self.panes.setHandleWidth(1)
        for pane, stretch in ((self.views, 0), (self.tabs, 1), (self.detail, 0)):
            self.panes.setStretchFactor(self.panes.indexOf(pane), stretch)
        column = QVBoxLayout(self._middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.banner)
        column.addWidget(self.panes, 1)
        self.setStatusBar(self.line)

    def _connect(self) -> None:
        self.top.day_chosen.connect(self.show_day)
        self.top.date.dateChanged.connect(self._follow_date)
        self.top.load_asked.connect(self.current_day.load)
        self.top.cancel_asked.connect(self.current_day.cancel)
        self.current_day.day_shown.connect(self._show_state)
        self.current_day.load_started.connect(self._start_load)
        self.current_day.load_progressed.connect(self.top.show_progress)
        self.current_day.load_ended.connect(self._end_load)
        self.tabs.currentChanged.connect(self._show_tab)
        self._ticking.timeout.connect(self._tick)
        self._ticking.start()
        for page in self.tabs.pages.values():
            page.rows_shown.connect(partial(self._show_rows_of, page))
            page.current_settled.connect(partial(self.current.settle, page))
            page.selection_settled.connect(self.counting.count)
            page.detail_asked.connect(self._go_to_detail)
            page.asked.connect(self._do)
            page.model.failed.connect(self._tell_unread, Qt.ConnectionType.QueuedConnection)  # not while it is painted
        self.live.outdated.connect(self._ask_for_counts)
        self.live.outdated.connect(self.current.refresh)
        self.live.day_outdated.connect(self.current_day.reread)
        MatchNotices(self, self._query_thread)
        BoardNotice(self, self._query_thread)

    def _first_day(self) -> Day | None:
        carrier = self.ports.settings().carrier or next(iter(self._carriers()), "")
        return Day(carrier, self.ports.today()) if carrier else None

    def _carriers(self) -> list[str]:
        return list(dict.fromkeys([*self.state.carriers(), *self.ports.rows.carriers()]))[:10]

    @Slot(object)
    def show_day(self, day: Day | None, on: date | None = None) -> None:
        """Put a day on the desk, or a date where there is no carrier; it is read from the cache, never asked for."""
        chosen = self.top.chosen_date() if self.current_day.day else self.ports.today()
        self.line.show_message("")
        self.top.show_day(day, self._carriers(), day.date if day else on or chosen)
        self.current_day.show_day(day, self.top.chosen_date())

    @Slot()
    def _follow_date(self) -> None:
        if self.current_day.day is None:  # visits need no carrier
            self.current_day.show_day(None, self.top.chosen_date())

    @Slot()
    def _show_state(self) -> None:
        self._tick()
        self.day_notices.show(self._age())
        for table, page in self.tabs.pages.items():
            page.show_day(
                self.current_day.shown_day if table in (Table.VISITS, Table.NOTIFICATIONS) else self.current_day.day
            )
        self.day.show_day(self.current_day.shown_day)
        if self.isVisible():
            self._ask_for_counts()
        else:
            self._counts_pause.start()

    @cached_property
    def _counts_pause(self) -> QTimer:
        pause = QTimer(self, singleShot=True, interval=_COUNTS_MS)
        pause.timeout.connect(self._ask_for_counts)
        return pause

    @Slot()
    def _ask_for_counts(self) -> None:
        self._counts_pause.stop()
        day, today = self.current_day.shown_day, self.ports.today()
        self.saved.ask_for_counts()
        self._query_thread.ask("counts", lambda rows: (day, rows.view_counts(day, today))).succeeded.connect(
            self._show_counts
        )

    @Slot(object)
    def _show_counts(self, counted: tuple[Day, dict[View, int]]) -> None:
        day, counts = counted
        if day == self.current_day.shown_day:
            self.views.show_counts(counts)
            self.receiver.see_missed(day, counts.get(View.MISSED, 0))

    @Slot()
    def _tick(self) -> None:
        """Show the age of the data, and begin a new day at midnight, when other promises are at risk."""
        if self.tabs.pages[Table.SHIPMENTS].model.formats.today != self.ports.today():
            self._refresh_formats()
            for page in self.tabs.pages.values():
                page.model.reread()
                page.ask()
            self._ask_for_counts()
            self.new_day.look()
        if not self.current_day.is_loading:
            self.top.show_age(self._age())
        self.receiver.refresh()

    def _age(self) -> str:
        state = self.current_day.state
        if state is None or state.loaded_at is None:
            return ""
        age = self.detail.formats.age(state.loaded_at, self.ports.now())
        return self.tr("loaded {age}").format(age=age)

    def _refresh_formats(self) -> None:
        far = self.ports.settings().far_metres
        ports = self.ports
        formats = Formats(self._locale, ports.today(), ports.zone(), ports.say, far, ports.read_phone)
        self.detail.use_formats(formats)
        self.day.use_formats(formats)
        for page in self.tabs.pages.values():
            page.use_formats(formats)

    @Slot()
    def _start_load(self) -> None:
        self.top.show_loading(loading=True)
        self.show_rows()

    @Slot(object)
    def _end_load(self, summary: LoadSummary | None) -> None:
        self.top.show_loading(loading=False)
        self._tick()
        if summary is None:
            return
        self.state.keep_carrier(summary.day.carrier)
        if self.ports.settings().carrier != summary.day.carrier and "carrier" not in self.ports.overridden():
            self.ports.save_settings({"carrier": summary.day.carrier})
        self.line.show_message(self._told(summary))
        if summary.day == self.current_day.day and summary.changed + summary.new < summary.shipments:
            query, today = RowQuery(Table.SHIPMENTS, summary.day, view=View.CHANGED), self.ports.today()
            asked = self._query_thread.ask("changed", lambda rows: rows.row_ids(query, today))
            asked.succeeded.connect(self.tabs.pages[Table.SHIPMENTS].flash)

    def _told(self, summary: LoadSummary) -> str:
        if summary.answer is not CarrierAnswer.MANIFESTS and summary.kept and not summary.gone:
            return self.tr("The carrier's list is empty; the day stays as it was.")
        return self.tr("{shipments} shipments: {new} new, {changed} changed, {gone} no longer listed").format(
            shipments=summary.shipments, new=summary.new, changed=summary.changed, gone=summary.gone
        )

    @Slot()
    def show_rows(self) -> None:
        """Say of each table without rows why it has none."""
        for page in self.tabs.pages.values():
            self._show_rows_of(page)

    def _show_rows_of(self, page: TablePage) -> None:
        """Say of a table why it has no rows, where it has none: whoever types waits for no other one's reason."""
        if page.is_answered and not page.model.ids:
            page.show_emptiness(self.situations.of_table(page))
        self.day.show_emptiness()
        self.counting.count()

    @Slot(object)
    def _do(self, action: Action) -> None:
        if action is Action.SETTINGS:
            self.settings_controller.open_settings()
        elif action is Action.LOAD:
            self.current_day.load()
        elif action is Action.CLEAR:
            self.clear_filters()
        elif action is Action.RECEIVER:
            self.settings_controller.open_settings(at_receiver=True)
        elif action is Action.DEMO and self.ports.start_demo is not None:
            self.ports.start_demo()

    @Slot()
    def clear_filters(self) -> None:
        """Show all rows of all tables."""
        self.filtering.clear()

    @Slot()
    def _show_tab(self) -> None:
        self.current.show()
        self.counting.count()

    @Slot()
    def _go_to_detail(self) -> None:
        self.detail.setFocus()

    @Slot(str)
    def tell_failure(self, text: str) -> None:
        """Say what failed, until the user closes it."""
        self.banner.show_notice(Topic.FAILURE, self.day_notices.notices.about_failure(text))

    @Slot(object)
    def _tell_unread(self, error: AppError) -> None:
        self.tell_failure(self.ports.say(error.user_message))

    def forget_failure(self) -> None:
        """Say no more what failed: it came from damaged data, which was restored."""
        self.banner.show_notice(Topic.FAILURE, None)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window was left, and stop a load; stay, the first time, where something is not saved."""
        if not self.follow_up_controller.let_go():
            event.ignore()
            self.alerts.settle_tray()
            return
        self.current_day.cancel()
        self._ticking.stop()
        keep_arrangement(self)
        self.setUpdatesEnabled(False)  # what is still to be painted would find no window under it, and Qt would say so
        super().closeEvent(event)

    def keep_state(self) -> None:
        """Remember how the window is now, and have saved what was typed."""
        self.follow_up_controller.save_all()
        keep_arrangement(self)
