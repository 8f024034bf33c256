"""The main window: its panes, and how they speak to each other."""

from functools import partial

from PySide6.QtCore import QByteArray, QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter, QTabWidget, QVBoxLayout, QWidget

from app.bridge.questions import Asker
from app.bridge.tasks import Workers
from app.desk.banner import Banner
from app.desk.counting import Counting
from app.desk.day_keeper import DayKeeper
from app.desk.detail_pane import DetailPane
from app.desk.emptiness import Reasons, Situation
from app.desk.empty_state import Action
from app.desk.exporting import Exporting
from app.desk.formats import Formats
from app.desk.notices import Notice, Notices, Remedy
from app.desk.ports import Ports, Rows, SecretState
from app.desk.settings_dialog import SettingsDialog
from app.desk.state import WindowState
from app.desk.status_line import StatusLine
from app.desk.table_page import TablePage
from app.desk.theme import Theme
from app.desk.top_bar import TopBar
from app.desk.views_panel import ViewsPanel
from app.desk.window_actions import WindowActions
from app.domain.columns import Table
from app.domain.credentials import SecretName
from app.domain.days import Day, LoadSummary
from app.domain.queries import VIEW_TITLES, RowQuery, View
from app.domain.settings import Settings

_MINUTE_MS = 30_000


class MainWindow(QMainWindow):
    """The desk. Everything that it does beyond showing goes through its `Ports`."""

    rebuild_asked = Signal()
    """The language or the theme changed: a new window is wanted."""

    def __init__(self, ports: Ports, workers: Workers, asker: Asker[Rows], locale: QLocale, theme: Theme) -> None:
        super().__init__()
        self.ports = ports
        self.workers = workers
        self._asker = asker
        self._locale = locale
        self._is_set_up = True
        self.state = WindowState(ports.state_file)
        self.keeper = DayKeeper(ports, workers, self)
        self.top = TopBar(ports.say, ports.today, theme)
        self.banner = Banner()
        self.views = ViewsPanel(ports.say, theme)
        self.detail = DetailPane(ports.say, theme)
        self.pages = {table: TablePage(table, ports, asker, self.state, theme) for table in Table}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._reasons = Reasons(self)
        self._notices = Notices(self)
        self._settings = ports.settings()
        self.line = StatusLine(ports.zone().key)
        self.counting = Counting(self.line, lambda: self.page, asker, locale, self)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self.setWindowTitle("Despacho" if not ports.is_demo else self.tr("Despacho (demo)"))
        self._lay_out()
        self._connect()
        self.exporting = Exporting(self, lambda: self.page, ports, workers, asker, self.state)
        self.exporting.exported.connect(self._tell_export)
        self.exporting.failed.connect(self.tell_failure)
        WindowActions(self)
        self._restore()
        self._refresh_formats()
        self.show_day(self._first_day())
        self._look_for_credentials()

    def _lay_out(self) -> None:
        self.tabs.addTab(self.pages[Table.SHIPMENTS], self.tr("Shipments"))
        self.tabs.addTab(self.pages[Table.MANIFESTS], self.tr("Manifests"))
        self.pages[Table.SHIPMENTS].view.setAccessibleName(self.tr("Shipments"))
        self.pages[Table.MANIFESTS].view.setAccessibleName(self.tr("Manifests"))
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
            page.view.current_settled.connect(partial(self._show_detail, page))
            page.view.selection_settled.connect(self.counting.count)
            page.view.detail_asked.connect(self._go_to_detail)
            page.empty.asked.connect(self._do)
        self.banner.asked.connect(self._mend)

    @property
    def page(self) -> TablePage:
        """The tab in front."""
        return self.pages[list(Table)[self.tabs.currentIndex()]]

    def _first_day(self) -> Day | None:
        carrier = self.ports.settings().carrier or next(iter(self._carriers()), "")
        return Day(carrier, self.ports.today()) if carrier else None

    def _carriers(self) -> list[str]:
        return list(dict.fromkeys([*self.state.carriers(), *self.ports.rows.carriers()]))[:10]

    @Slot(object)
    def show_day(self, day: Day | None) -> None:
        """Put a day on the desk; it is read from the cache, never asked for."""
        on = day.date if day else self.top.chosen_date() if self.keeper.day else self.ports.today()
        self.line.tell("")
        self.keeper.show_day(day)
        self.top.show_day(day, self._carriers(), on)

    @Slot()
    def _show_state(self) -> None:
        self._tick()
        self._show_notice()
        for page in self.pages.values():
            page.show_day(self.keeper.day)
        day = self.keeper.day
        if day is None:
            self.views.show_counts({})
            return
        today = self.ports.today()
        self._asker.ask("counts", lambda rows: (day, rows.view_counts(day, today))).succeeded.connect(self._show_counts)

    @Slot(object)
    def _show_counts(self, counted: tuple[Day, dict[View, int]]) -> None:
        day, counts = counted
        if day == self.keeper.day:
            self.views.show_counts(counts)

    @Slot()
    def _tick(self) -> None:
        """Show the age of the data, and begin a new day at midnight."""
        if self.pages[Table.SHIPMENTS].model.formats.today != self.ports.today():
            self._refresh_formats()
            for page in self.pages.values():
                page.model.reread()
        if not self.keeper.is_loading:
            self.top.show_age(self._age())

    def _age(self) -> str:
        state = self.keeper.state
        if state is None or state.loaded_at is None:
            return ""
        age = self.detail.formats.age(state.loaded_at, self.ports.now())
        return self.tr("loaded {age}").format(age=age)

    def _refresh_formats(self) -> None:
        formats = Formats(self._locale, self.ports.today(), self.ports.zone())
        self.detail.formats = formats
        for page in self.pages.values():
            page.use_formats(formats)

    def _show_notice(self) -> None:
        problem = self.keeper.problem
        said = self.ports.say(problem.user_message) if problem else ""
        self.banner.show_notice(self._notices.about(self.keeper.state, problem, said, self._age()))

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.LOAD:
            self.keeper.load()
        elif remedy is Remedy.SHOW_SKIPPED and self.keeper.state is not None:
            self.detail.show_skipped(self.keeper.state.skipped)
        else:
            self._show_notice()

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
            is_set_up=self._is_set_up,
            can_start_demo=self.ports.start_demo is not None,
            day=day,
            date_text=self.detail.formats.long_date(day.date) if day else "",
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
        self.tabs.setCurrentWidget(self.pages[Table.SHIPMENTS])
        self.pages[Table.SHIPMENTS].show_view(view)

    @Slot()
    def clear_filters(self) -> None:
        """Show all rows of the tab in front."""
        self.top.show_search("")
        for page in self.pages.values():
            page.clear()

    @Slot()
    def _follow_query(self) -> None:
        query = self.pages[Table.SHIPMENTS].query
        if query is not None:
            self.views.choose(query.view)

    @Slot()
    def _show_tab(self) -> None:
        current = self.page.view.current_id()
        self._show_detail(self.page, -1 if current is None else current)
        self.counting.count()

    def _show_detail(self, page: TablePage, row_id: int) -> None:
        if page is not self.page:
            return
        if row_id >= 0 and page.table is Table.SHIPMENTS:
            shipment = self.ports.rows.shipment(row_id)
            if shipment is not None:
                self.detail.show_shipment(shipment)
                return
        elif row_id >= 0:
            manifest = self.ports.rows.manifest(row_id)
            if manifest is not None:
                self.detail.show_manifest(manifest)
                return
        self.detail.show_nothing()

    @Slot()
    def _go_to_detail(self) -> None:
        self.detail.setFocus()

    @Slot(int, str)
    def _tell_export(self, rows: int, path: str) -> None:
        self.line.tell(self.tr("%n row(s) exported to {path}", "", rows).format(path=path))

    @Slot(str)
    def tell_failure(self, text: str) -> None:
        """Say what failed, until the user closes it."""
        self.banner.show_notice(Notice("error", text, self.tr("Close"), Remedy.NONE))

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
        self._show_rows()

    @Slot()
    def open_settings(self) -> None:
        """Open the settings; a change of language or theme asks for a new window."""
        dialog = SettingsDialog(self.ports, self.workers, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(self._follow_settings)
        dialog.open()

    @Slot(object)
    def _follow_settings(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        self._look_for_credentials()
        if (before.language, before.theme, before.time_zone) != (settings.language, settings.theme, settings.time_zone):
            self.rebuild_asked.emit()

    def _restore(self) -> None:
        geometry = self.state.layout("window")
        if geometry is None or not self.restoreGeometry(geometry):
            screen = QGuiApplication.primaryScreen().availableGeometry()
            self.resize(min(1600, screen.width()), min(900, screen.height()))
        panes = self.state.layout("panes")
        if panes is None or not self.panes.restoreState(panes):
            views, detail = self.views.sizeHint().width(), min(max(self.width() * 23 // 100, 300), 420)
            self.panes.setSizes([views, self.width() - views - detail, detail])
        tab = self.state.layout("tab")
        if tab is not None and bytes(tab.data()).isdigit():
            self.tabs.setCurrentIndex(min(int(bytes(tab.data())), self.tabs.count() - 1))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window was left, and stop a load."""
        self.keeper.cancel()
        self.keep_state()
        super().closeEvent(event)

    def keep_state(self) -> None:
        """Remember how the window is now."""
        self.state.keep_layout("window", self.saveGeometry())
        self.state.keep_layout("panes", self.panes.saveState())
        self.state.keep_layout("tab", QByteArray(str(self.tabs.currentIndex()).encode()))
