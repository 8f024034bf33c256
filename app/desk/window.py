"""The main window: its panes, and how they speak to each other."""

from datetime import date
from functools import partial

from PySide6.QtCore import QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QTabWidget, QVBoxLayout, QWidget

from app.bridge.news import News
from app.bridge.questions import Asker
from app.bridge.tasks import Workers
from app.desk.arrangement import keep_arrangement, restore_arrangement
from app.desk.banner import Banner
from app.desk.counting import Counting
from app.desk.current_detail import CurrentDetail
from app.desk.day_keeper import DayKeeper
from app.desk.detail_pane import DetailPane
from app.desk.emptiness import Reasons, Situation
from app.desk.empty_state import Action
from app.desk.exporting import Exporting
from app.desk.formats import Formats
from app.desk.live import Live
from app.desk.notices import Notices, Remedy, Topic
from app.desk.ports import Ports, Rows, SecretState
from app.desk.receiver_corner import ReceiverCorner
from app.desk.settings_dialog import SettingsDialog
from app.desk.state import WindowState
from app.desk.status_line import StatusLine
from app.desk.table_page import TablePage
from app.desk.theme import Theme
from app.desk.top_bar import TopBar
from app.desk.views_panel import ViewsPanel
from app.desk.window_actions import WindowActions
from app.domain.columns import DESK_TABLES, Table
from app.domain.credentials import SecretName
from app.domain.days import Day, LoadSummary
from app.domain.queries import VIEW_TABLES, VIEW_TITLES, RowQuery, View
from app.domain.settings import Settings

_MINUTE_MS = 30_000


class MainWindow(QMainWindow):
    """The desk. Everything that it does beyond showing goes through its `Ports`."""

    rebuild_asked = Signal()
    """The language or the theme changed: a new window is wanted."""

    def __init__(
        self, ports: Ports, workers: Workers, asker: Asker[Rows], news: News, locale: QLocale, theme: Theme
    ) -> None:
        super().__init__()
        self.ports = ports
        self.workers = workers
        self._asker = asker
        self._locale = locale
        self._is_set_up = True
        self.state = WindowState(ports.state_file)
        self.keeper = DayKeeper(ports, workers, self)
        self.top = TopBar(ports.say, ports.today, theme)
        self.banner = Banner(theme)
        self.views = ViewsPanel(ports.say, theme)
        self.detail = DetailPane(ports.say, theme)
        self.pages = {table: TablePage(table, ports, asker, self.state, theme) for table in DESK_TABLES}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._reasons = Reasons(self)
        self._notices = Notices(self)
        self._settings = ports.settings()
        self.line = StatusLine(ports.zone().key)
        self.current = CurrentDetail(self)
        self.live = Live(self.pages, news, asker, self)
        self.counting = Counting(self.line, lambda: self.page, asker, locale, self)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self.setWindowTitle("Despacho" if not ports.is_demo else self.tr("Despacho (demo)"))
        self._lay_out()
        self._connect()
        self.receiver = ReceiverCorner(self, news, theme)
        self.exporting = Exporting(self, lambda: self.page, ports, workers, asker, self.state)
        self.exporting.exported.connect(self._tell_export)
        self.exporting.failed.connect(self.tell_failure)
        WindowActions(self)
        restore_arrangement(self)
        self._refresh_formats()
        self.show_day(self._first_day())
        self._look_for_credentials()

    def _lay_out(self) -> None:
        titles = {
            Table.SHIPMENTS: self.tr("Shipments"),
            Table.VISITS: self.tr("Visits"),
            Table.MANIFESTS: self.tr("Manifests"),
            Table.NOTIFICATIONS: self.tr("Notifications"),
        }
        for table, page in self.pages.items():
            self.tabs.addTab(page, titles[table])
            page.view.setAccessibleName(titles[table])
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.tr("Tables"))
        self.panes = QSplitter(Qt.Orientation.Horizontal)
        self.panes.setChildrenCollapsible(False)
        self.panes.setHandleWidth(1)
        for place, (pane, stretch) in enumerate(((self.views, 0), (self.tabs, 1), (self.detail, 0))):
            self.panes.addWidget(pane)
            self.panes.setStretchFactor(place, stretch)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.banner)
        column.addWidget(self.panes, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.line)

    def _connect(self) -> None:
        self.top.day_chosen.connect(self.show_day)
        self.top.date.dateChanged.connect(self._follow_date)
        self.top.load_asked.connect(self.keeper.load)
        self.top.cancel_asked.connect(self.keeper.cancel)
        self.top.search_changed.connect(self._search)
        self.views.view_chosen.connect(self._show_view)
        self.keeper.day_shown.connect(self._show_state)
        self.keeper.load_started.connect(self._start_load)
        self.keeper.load_progressed.connect(self.top.show_progress)
        self.keeper.load_ended.connect(self._end_load)
        self.tabs.currentChanged.connect(self._show_tab)
        self._minute.timeout.connect(self._tick)
        self._minute.start()
        for page in self.pages.values():
            page.rows_shown.connect(self._show_rows)
            page.query_changed.connect(self._follow_query)
            page.view.current_settled.connect(partial(self.current.settle, page))
            page.view.selection_settled.connect(self.counting.count)
            page.view.detail_asked.connect(self._go_to_detail)
            page.empty.asked.connect(self._do)
        self.banner.asked.connect(self._mend)
        self.live.outdated.connect(self._ask_for_counts)
        self.live.outdated.connect(self.current.refresh)
        self.live.day_outdated.connect(self.keeper.reread)

    @property
    def page(self) -> TablePage:
        """The tab in front."""
        return self.pages[DESK_TABLES[self.tabs.currentIndex()]]

    @property
    def shown_day(self) -> Day:
        """The day on the desk; without a carrier where none is named, which is enough for visits."""
        return self.keeper.day or Day("", self.top.chosen_date())

    def _first_day(self) -> Day | None:
        carrier = self.ports.settings().carrier or next(iter(self._carriers()), "")
        return Day(carrier, self.ports.today()) if carrier else None

    def _carriers(self) -> list[str]:
        return list(dict.fromkeys([*self.state.carriers(), *self.ports.rows.carriers()]))[:10]

    @Slot(object)
    def show_day(self, day: Day | None, on: date | None = None) -> None:
        """Put a day on the desk, or a date where there is no carrier; it is read from the cache, never asked for."""
        chosen = self.top.chosen_date() if self.keeper.day else self.ports.today()
        self.line.tell("")
        self.top.show_day(day, self._carriers(), day.date if day else on or chosen)
        self.keeper.show_day(day)

    @Slot()
    def _follow_date(self) -> None:
        if self.keeper.day is None:  # visits need no carrier
            self._show_state()

    @Slot()
    def _show_state(self) -> None:
        self._tick()
        self._show_notice()
        for table, page in self.pages.items():
            page.show_day(self.shown_day if table in (Table.VISITS, Table.NOTIFICATIONS) else self.keeper.day)
        self._ask_for_counts()

    @Slot()
    def _ask_for_counts(self) -> None:
        day, today = self.shown_day, self.ports.today()
        self._asker.ask("counts", lambda rows: (day, rows.view_counts(day, today))).succeeded.connect(self._show_counts)

    @Slot(object)
    def _show_counts(self, counted: tuple[Day, dict[View, int]]) -> None:
        day, counts = counted
        if day == self.shown_day:
            self.views.show_counts(counts)
            self.receiver.see_missed(day, counts.get(View.MISSED, 0))

    @Slot()
    def _tick(self) -> None:
        """Show the age of the data, and begin a new day at midnight."""
        if self.pages[Table.SHIPMENTS].model.formats.today != self.ports.today():
            self._refresh_formats()
            for page in self.pages.values():
                page.model.reread()
        if not self.keeper.is_loading:
            self.top.show_age(self._age())
        self.receiver.refresh()

    def _age(self) -> str:
        state = self.keeper.state
        if state is None or state.loaded_at is None:
            return ""
        age = self.detail.formats.age(state.loaded_at, self.ports.now())
        return self.tr("loaded {age}").format(age=age)

    def _refresh_formats(self) -> None:
        formats = Formats(self._locale, self.ports.today(), self.ports.zone(), self.ports.say)
        self.detail.use_formats(formats)
        for page in self.pages.values():
            page.use_formats(formats)

    def _show_notice(self) -> None:
        problem = self.keeper.problem
        said = self.ports.say(problem.user_message) if problem else ""
        self.banner.show_notice(Topic.DAY, self._notices.about(self.keeper.state, problem, said, self._age()))

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.LOAD:
            self.keeper.load()
        elif remedy is Remedy.SHOW_SKIPPED and self.keeper.state is not None:
            self.detail.show_skipped(self.keeper.state.skipped)

    @Slot()
    def _start_load(self) -> None:
        self.top.show_loading(loading=True)
        self._show_rows()

    @Slot(object)
    def _end_load(self, summary: LoadSummary | None) -> None:
        self.top.show_loading(loading=False)
        self._tick()
        if summary is None:
            return
        self.state.keep_carrier(summary.day.carrier)
        if self.ports.settings().carrier != summary.day.carrier and "carrier" not in self.ports.overridden():
            self.ports.save_settings({"carrier": summary.day.carrier})
        self.line.tell(self._told(summary))
        if summary.day == self.keeper.day and summary.changed + summary.new < summary.shipments:
            query, today = RowQuery(Table.SHIPMENTS, summary.day, view=View.CHANGED), self.ports.today()
            asked = self._asker.ask("changed", lambda rows: rows.row_ids(query, today))
            asked.succeeded.connect(self.pages[Table.SHIPMENTS].flash)

    def _told(self, summary: LoadSummary) -> str:
        if summary.kept:
            return self.tr("The carrier's list is empty; the day stays as it was.")
        return self.tr("{shipments} shipments: {new} new, {changed} changed, {gone} no longer listed").format(
            shipments=summary.shipments, new=summary.new, changed=summary.changed, gone=summary.gone
        )

    @Slot()
    def _show_rows(self) -> None:
        for page in self.pages.values():
            if page.is_answered and not page.model.ids:
                page.show_emptiness(self._reasons.why(self._situation(page)))
        self.counting.count()

    def _situation(self, page: TablePage) -> Situation:
        problem = self.keeper.problem
        query = page.query
        named = []
        if query is not None:
            named += [self.ports.say(VIEW_TITLES[query.view])] if query.view is not View.ALL else []
            named += [f"“{query.search.strip()}”"] if query.search.strip() else []
            named += [page.filters.describe(one) for one in query.filters]
        day = self.keeper.day
        return Situation(
            table=page.table,
            is_set_up=self._is_set_up,
            can_start_demo=self.ports.start_demo is not None,
            day=day,
            date_text=self.detail.formats.long_date(self.shown_day.date),
            is_over=self.shown_day.date < self.ports.today(),
            state=self.keeper.state,
            problem=problem,
            problem_text=self.ports.say(problem.user_message) if problem else "",
            is_loading=self.keeper.is_loading_this,
            is_narrowed=query is not None and query.is_narrowed,
            filter_text=", ".join(named),
        )

    @Slot(object)
    def _do(self, action: Action) -> None:
        if action is Action.SETTINGS:
            self.open_settings()
        elif action is Action.LOAD:
            self.keeper.load()
        elif action is Action.CLEAR:
            self.clear_filters()
        elif self.ports.start_demo is not None:
            self.ports.start_demo()

    @Slot(str)
    def _search(self, words: str) -> None:
        for page in self.pages.values():
            page.search(words)

    @Slot(object)
    def _show_view(self, view: View) -> None:
        for table, page in self.pages.items():
            if view is View.ALL or VIEW_TABLES[view] is table:
                page.show_view(view)
        self.tabs.setCurrentWidget(self.pages[VIEW_TABLES[view]])

    @Slot()
    def clear_filters(self) -> None:
        """Show all rows of the tab in front."""
        self.top.show_search("")
        for page in self.pages.values():
            page.clear()

    @Slot()
    def _follow_query(self) -> None:
        self.views.show_view(self.page.chosen_view)

    @Slot()
    def _show_tab(self) -> None:
        self._follow_query()
        self.current.show()
        self.counting.count()

    @Slot()
    def _go_to_detail(self) -> None:
        self.detail.setFocus()

    @Slot(int, str)
    def _tell_export(self, rows: int, path: str) -> None:
        self.line.tell(self.tr("%n row(s) exported to {path}", "", rows).format(path=path))

    @Slot(str)
    def tell_failure(self, text: str) -> None:
        """Say what failed, until the user closes it."""
        self.banner.show_notice(Topic.FAILURE, self._notices.about_failure(text))

    def tell_bug(self, name: str) -> None:
        """Say that something inside the program went wrong."""
        text = self.tr("Something in Despacho went wrong ({name}). What is kept is safe; if it recurs, report it.")
        self.tell_failure(text.format(name=name))

    def _look_for_credentials(self) -> None:
        secrets = self.ports.secrets
        self.workers.start(lambda _report: secrets()).succeeded.connect(self._see_credentials)

    @Slot(object)
    def _see_credentials(self, states: dict[SecretName, SecretState]) -> None:
        needed = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
        self._is_set_up = bool(self.ports.settings().base_url) and all(states[name].is_set for name in needed)
        self.receiver.see_set_up(states)
        self._show_rows()

    @Slot()
    def open_settings(self, *, at_receiver: bool = False) -> None:
        """Open the settings, or their page about the receiver; another language or theme asks for a new window."""
        dialog = SettingsDialog(self.ports, self.workers, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(self._follow_settings)
        if at_receiver:
            dialog.show_receiver()
        dialog.open()

    @Slot(object)
    def _follow_settings(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        self._look_for_credentials()
        if (before.language, before.theme, before.time_zone) != (settings.language, settings.theme, settings.time_zone):
            self.rebuild_asked.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window was left, and stop a load."""
        self.keeper.cancel()
        self.keep_state()
        super().closeEvent(event)

    def keep_state(self) -> None:
        """Remember how the window is now."""
        keep_arrangement(self)
