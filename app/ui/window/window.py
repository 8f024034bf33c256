"""The main window: it makes its features and connects them."""

from functools import partial

from PySide6.QtCore import QLocale, Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QMenu

from app.domain.days import Day
from app.domain.folding import plain_identifier
from app.domain.views.columns import Table
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread, WorkerPool
from app.ui.alerts.alert_controller import AlertController
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.calls.call_controller import CallController, ReminderWatch
from app.ui.day_report.day_tab import DayTab
from app.ui.details.current_detail import CurrentDetail
from app.ui.details.read_marks import ReadMarks
from app.ui.export.export_controller import ExportController
from app.ui.follow_up.follow_up_controller import FollowUpController
from app.ui.help.deviations import Deviations
from app.ui.help.help_controller import HelpController, PaletteCommands
from app.ui.map.day_map import DayMap
from app.ui.notices.window_notices import WindowNotices
from app.ui.photos.photo_dialog import Photos
from app.ui.ports.help_ports import HelpPlace, Page
from app.ui.ports.rows import Rows
from app.ui.ports.settings_ports import SettingsPlace
from app.ui.printing.printing import Printing
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.steps import Steps
from app.ui.search.global_search import GlobalSearch
from app.ui.settings.assistant import FirstSteps
from app.ui.settings.settings_controller import SettingsController
from app.ui.shift.end_shift import EndShift
from app.ui.shift.take_over import TakeOver
from app.ui.state.current_day import CurrentDay
from app.ui.state.undo import UndoStack
from app.ui.state.window_state import WindowState
from app.ui.tables.live_updates import LiveUpdates
from app.ui.tables.table_page import TablePage
from app.ui.views.empty_reasons import EmptySituations
from app.ui.views.filter_controller import FilterController
from app.ui.views.saved_views import SavedViews
from app.ui.widgets.empty_state import Action
from app.ui.window.arrangement import Arrangement, ScreenFit
from app.ui.window.closing import Closing
from app.ui.window.day_loading import DayClock, DayLoading
from app.ui.window.navigation import Navigation
from app.ui.window.panes import DetailFold, PaneFocus, Panes, focus
from app.ui.window.status_line import RowCounter, StatusLine, ViewCounts
from app.ui.window.window_actions import WindowActions
from app.ui.window.window_ports import WindowPorts


class MainWindow(QMainWindow):
    """Hands each feature what it drives, and connects what one wants of another."""

    def __init__(
        self,
        ports: WindowPorts,
        workers: WorkerPool,
        query_thread: QueryThread[Rows],
        notifier: ChangeNotifier,
        locale: QLocale,
        theme: Theme,
    ) -> None:
        super().__init__()
        self.ports = ports
        self._workers = workers
        self._query_thread = query_thread
        self._notifier = notifier
        self._theme = theme
        self._closes_anyway = False
        self.state = WindowState(ports.state_file)
        self.current_day = CurrentDay(ports.day, workers, self)
        self.clock = DayClock(ports.formats, locale, self)
        self.undo_stack = UndoStack(self)
        self._make_panes()
        self._make_tables(locale)
        self._make_features()
        self._make_actions()
        self._connect_day()
        self._connect_tables()
        self._connect_features()
        self._connect_messages()
        self._use_formats(self._formats())
        self._screen_fit = ScreenFit(self)
        self._arrangement = Arrangement(self, self.panes, self.views, self.tabs, self.day.place, self.state)
        self._arrangement.restore()
        self.navigation.show_day(self._first_day())

    def _make_panes(self) -> None:
        panes = Panes(self.ports, self._query_thread, self.state, self._theme, self)
        self.setCentralWidget(panes)
        self.top, self.banner, self.steps_card = panes.top, panes.banner, panes.steps_card
        self.panes, self.views, self.tabs, self.detail = panes.splitter, panes.views, panes.tabs, panes.detail
        self.line = StatusLine(self.ports.formats.days().zone.key)
        self.setStatusBar(self.line)
        self.setWindowTitle("Despacho" if not self.ports.is_demo else self.tr("Despacho (demo)"))

    def _make_tables(self, locale: QLocale) -> None:
        """Make what fills and filters the tables, and what follows them."""
        ports, query_thread, tabs, day, state = self.ports, self._query_thread, self.tabs, self.current_day, self.state
        field, undo_stack, formats, workers = self.top.search, self.undo_stack, self._formats, self._workers
        self.situations = EmptySituations(tabs, day, ports.views, formats, self)
        self.saved = SavedViews(
            self.views, tabs, self.situations, day, ports.views, state, undo_stack, query_thread, self
        )
        self.filtering = FilterController(self.views, field, tabs, self.saved, undo_stack, ports.say, self)
        self.navigation = Navigation(self.top, tabs, self.line, day, self.filtering, state, ports.day.rows, self)
        self.notices = WindowNotices(
            self,
            self.banner,
            day,
            self.navigation,
            ports.notices,
            state,
            formats,
            self._is_in_work,
            query_thread,
            self._notifier,
        )
        self.live = LiveUpdates(tabs.pages, self._notifier, query_thread, self)
        self.counts = ViewCounts(self.views, self.saved, day, ports.today, query_thread, self)
        self.row_counter = RowCounter(self.line, tabs, day, query_thread, locale, self)
        shipments = tabs.pages[Table.SHIPMENTS]
        self.loading = DayLoading(self.top, shipments, day, ports.day, state, formats, query_thread, self)
        self.current = CurrentDetail(self.detail, tabs, day, ports.details, workers, self)
        self.read_marks = ReadMarks(self, tabs, ports.details, workers)
        card = self.detail.follow_up
        self.follow_up = FollowUpController(card, tabs, day, ports.follow_ups, undo_stack, formats, workers, self)
        self.calls = CallController(
            self.follow_up,
            self.detail.contacts,
            day,
            self.navigation,
            ports.calls,
            undo_stack,
            formats,
            query_thread,
            self._theme,
            self,
        )
        self.reminders = ReminderWatch(query_thread, ports.calls.now, self)

    def _make_features(self) -> None:
        ports, workers, query_thread, notifier = self.ports, self._workers, self._query_thread, self._notifier
        tabs, state, day, navigation = self.tabs, self.state, self.current_day, self.navigation
        formats, theme, why_empty = self._formats, self._theme, self.situations.of_day
        bell, chip, field = self.top.bell, self.top.receiver, self.top.search
        self.global_search = GlobalSearch(field, tabs, navigation, ports.search, formats, query_thread, theme, self)
        self.day = DayTab(tabs, day, navigation, ports.report, state, formats, why_empty, query_thread, theme, self)
        self.detail_fold = DetailFold(self.panes, self.views, self.detail, tabs, self.day, state, theme)
        self.printing = Printing(day, ports.report, state, formats, workers, query_thread, self)
        self.exporting = ExportController(tabs, self.line, ports.export, state, formats, workers, query_thread, self)
        self.end_shift = EndShift(day, ports.shift, ports.report, state, formats, workers, query_thread, theme, self)
        self.take_over_shift = TakeOver(ports.shift, state, formats, workers, theme, self)
        self.map = DayMap(tabs, ports.tiles, state, workers, query_thread, theme, self)
        self.photos = Photos(ports.photos, workers, theme, self)
        self.receiver = ReceiverController(
            chip, self.banner, day, navigation, ports.receiver, state, formats, workers, notifier, theme, self
        )
        self.steps = Steps(self.steps_card, self.receiver, day, state, self, is_demo=self.ports.is_demo)
        self.alerts = AlertController(
            bell, day, navigation, ports.alerts, state, formats, query_thread, notifier, theme, self
        )
        self.closing = Closing(self, self.receiver, self.alerts, state, is_demo=self.ports.is_demo)
        self.settings = SettingsController(ports.settings, state, workers, query_thread, self)
        self.first_steps = FirstSteps(
            self.settings, day, navigation, ports.settings, ports.first_steps, state, workers, self
        )
        self.deviations = Deviations(ports.say, formats, query_thread, theme, self)
        self.commands = PaletteCommands(self, day, navigation, ports.palette, state, formats, lambda: self.saved.views)
        self.help = HelpController(ports.about, self.commands, workers, ports.settings.language, self)
        self.banner.help_asked.connect(self.help.open_place)
        self.steps_card.help_asked.connect(partial(self.help.open_place, HelpPlace(Page.RECEIVING, "set-it-up")))
        self.alerts.help_asked.connect(self.help.open_place)

    def _make_actions(self) -> None:
        pane_focus = PaneFocus(self.top, self.views, self.tabs, self.day, self.map, self.detail, self)
        menu = QMenu(self)
        actions = WindowActions(self, menu)
        actions.add_day(self.top)
        actions.add_search(self.top, self.global_search, self.saved, self.filtering)
        actions.add_rows(self.tabs, self.undo_stack, self.read_marks, self.follow_up, self.calls)
        actions.add_exports(self.exporting, self.printing)
        actions.add_shift(self.end_shift, self.take_over_shift)
        actions.add_panes(self.tabs, self.map, self.detail_fold, pane_focus)
        start_demo = self.ports.first_steps.start_demo
        actions.add_program(
            self.alerts,
            self.deviations,
            self.settings,
            self.first_steps,
            self.steps,
            self.help,
            self.navigation,
            start_demo,
        )
        self.top.menu_button.setMenu(menu)

    def _connect_day(self) -> None:
        self.top.day_chosen.connect(self.navigation.show_day)
        self.top.age_folded.connect(partial(self.line.show_beside_zone, self.top.age))
        self.current_day.day_shown.connect(self._show_day)
        self.current_day.load_ended.connect(self.clock.tick)
        self.clock.formats_changed.connect(self._use_formats)
        self.clock.day_changed.connect(self._follow_new_day)
        self.clock.ticked.connect(self.loading.show_age)
        self.clock.ticked.connect(self.receiver.refresh)
        self.clock.ticked.connect(self.reminders.look)
        self.clock.ticked.connect(self.calls.tick)
        self.counts.counted.connect(self.receiver.note_counts)
        self.notices.days.skipped_asked.connect(self.detail.show_skipped)
        self.notices.days.skipped_asked.connect(self.detail_fold.open)

    def _connect_tables(self) -> None:
        self.tabs.currentChanged.connect(self.current.show)
        self.tabs.currentChanged.connect(self.row_counter.count)
        for page in self.tabs.pages.values():
            page.current_settled.connect(partial(self.current.settle, page))
            page.selection_settled.connect(self.row_counter.count)
            page.detail_asked.connect(partial(self._open_row, page))
            page.asked.connect(self._do)
            page.model.failed.connect(  # not while the table is painted
                self.notices.errors.show_error, Qt.ConnectionType.QueuedConnection
            )
        self.situations.changed.connect(self.day.show_emptiness)
        self.situations.changed.connect(self.row_counter.count)
        for refresh in (
            self.counts.refresh,
            self.current.refresh,
            self.notices.refresh,
            self.day.refresh,
            self.read_marks.look,
            self.map.follow,
            self.calls.refresh,
            self.reminders.read,
        ):
            self.live.outdated.connect(refresh)
        self.live.day_outdated.connect(self.clock.follow_site)
        self.live.day_outdated.connect(self.current_day.reread)
        self.live.day_outdated.connect(self.calls.refresh)
        self.live.day_outdated.connect(self.reminders.read)

    def _connect_features(self) -> None:
        self.day.asked.connect(self._do)
        self.detail.row_asked.connect(self.navigation.show_row)
        self.detail.follow_up_asked.connect(self.follow_up.acknowledge)
        self.detail.export_asked.connect(self.exporting.export_shown)
        self.detail.photo_asked.connect(self.photos.open)
        self.detail.map_asked.connect(self.map.show_visit)
        self.follow_up.note_asked.connect(self.detail_fold.open)
        self.follow_up.note_asked.connect(self.current.show)
        self.follow_up.note_asked.connect(self.detail.write_note)
        self.calls.reasons_asked.connect(partial(self.settings.open_settings, SettingsPlace.CALLS))
        self.reminders.due.connect(self.alerts.remind)
        self.alerts.calls_asked.connect(self.calls.open_for)
        self.reminders.read()
        self.receiver.state_seen.connect(self.notices.sender_clock.refresh)
        self.receiver.state_seen.connect(self.alerts.follow_receiver)
        self.receiver.state_seen.connect(self.situations.note_receiver)
        self.receiver.settings_asked.connect(partial(self.settings.open_settings, SettingsPlace.RECEIVER))
        self.notices.sender_clock.settings_saved.connect(self.settings.follow)
        self.banner.asked.connect(self.settings.lead)
        self.steps.place_asked.connect(self.settings.lead)
        self.alerts.settings_asked.connect(partial(self.settings.open_settings, SettingsPlace.CARRIER_TOKEN))
        self.alerts.alert_settings_asked.connect(partial(self.settings.open_settings, SettingsPlace.ALERTS))
        self.alerts.reports_asked.connect(self.notices.errors.show_reports)
        self.alerts.receiver_asked.connect(self.receiver.open_panel)
        self.alerts.quarantined_asked.connect(self.receiver.show_quarantined)
        self.notices.errors.alert_raised.connect(self.alerts.raise_alert)
        self.settings.secrets_seen.connect(self.receiver.note_secrets)
        self.settings.set_up_seen.connect(self.situations.note_set_up)
        self.settings.test_alert_asked.connect(self.alerts.show_test)
        self.take_over_shift.day_loaded.connect(self.current_day.note_reload)
        self.commands.view_chosen.connect(self.filtering.show_view)
        self.commands.saved_view_chosen.connect(self.filtering.show_saved)
        self.commands.date_chosen.connect(self.top.go_to)

    def _connect_messages(self) -> None:
        for reported in (
            self.undo_stack.reported,
            self.saved.reported,
            self.loading.reported,
            self.current.reported,
            self.follow_up.reported,
            self.detail.contacts.reported,
            self.detail.contacts.failed,
            self.exporting.reported,
            self.printing.reported,
            self.end_shift.reported,
            self.map.failed,
            self.steps.reported,
        ):
            reported.connect(self.line.show_message)
        for failed in (self.filtering.failed, self.follow_up.failed, self.exporting.failed, self.printing.failed):
            failed.connect(self.notices.errors.show_failure)
        for failed in (self.current.failed, self.calls.failed, self.read_marks.failed):
            failed.connect(self.notices.errors.show_error)

    def _formats(self) -> Formats:
        return self.clock.formats

    def _first_day(self) -> Day:
        carrier = self.ports.day.settings().carrier or next(iter(self.navigation.carriers()), "")
        return Day(carrier, self.ports.today())

    @Slot()
    def _show_day(self) -> None:
        """Show everything of the day anew."""
        day, shown_day = self.current_day.day, self.current_day.shown_day
        self.clock.tick()
        self.notices.show_day(self.loading.age())
        for table, page in self.tabs.pages.items():
            page.show_day(shown_day if table in (Table.VISITS, Table.NOTIFICATIONS) else day)
        self.day.show_day(shown_day)
        if self.isVisible():
            self.counts.refresh()
        else:
            self.counts.refresh_soon()

    @Slot()
    def _follow_new_day(self) -> None:
        """Read everything again that depends on the site's date."""
        for page in self.tabs.pages.values():
            page.model.reread()
            page.ask()
        self.counts.refresh()
        self.notices.new_day.look()

    @Slot(object)
    def _use_formats(self, formats: Formats) -> None:
        self.detail.use_formats(formats)
        self.day.use_formats(formats)
        for page in self.tabs.pages.values():
            page.use_formats(formats)

    def _open_row(self, page: TablePage) -> None:
        """Go to the detail of the row under the cursor; that of a manifest are its shipments."""
        if page.table is Table.MANIFESTS:
            self.navigation.show_shipments_of_manifest()
        else:
            self.detail_fold.open()
            self.detail.setFocus()

    @Slot(object)
    def _do(self, action: Action | SettingsPlace) -> None:
        """Do what an empty state offers."""
        if action is Action.FIRST_STEPS:
            self.first_steps.open()
        elif action is Action.CARRIER:
            focus(self.top.carrier)
        elif action is Action.LOAD:
            self.current_day.load()
        elif action is Action.CLEAR:
            self.filtering.clear()
        elif action is Action.START_RECEIVER:
            self.receiver.restart()
        elif action is Action.DEMO:
            self.first_steps.start_demo()
        else:
            self.settings.lead(action)

    def _is_in_work(self) -> bool:
        """Return whether the user left something half done: a search, a carrier code, a note."""
        is_searching = bool(self.top.search.text().strip()) or bool(self.tabs.page.narrowing.numbers)
        is_typing = plain_identifier(self.top.carrier.currentText()) != self.current_day.shown_day.carrier
        return is_searching or is_typing or self.detail.follow_up.is_in_work

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the arrangement and cancel a load; stay open the first time if something is not saved.

        Stay also if the user closes it (a spontaneous event) while it receives, and goes on in the background or has
        to answer first. `close_anyway` does not stay.
        """
        is_saved = self.follow_up.finish()
        if not self._closes_anyway and (not is_saved or (event.spontaneous() and self.closing.keeps_open())):
            event.ignore()
            self.alerts.update_tray()
            return
        self.closing.leave()
        self.current_day.cancel()
        self.clock.timer.stop()
        self._arrangement.keep()
        self.setUpdatesEnabled(False)  # pending paint events would find no window, and Qt would warn of that
        super().closeEvent(event)

    def close_anyway(self) -> None:
        """Close the window even if something is not saved, as the process ends."""
        self._closes_anyway = True
        self.close()

    def keep_state(self) -> None:
        """Keep the arrangement, and save what was typed: another window replaces this one, or the process may end."""
        self.follow_up.save_all()
        self._arrangement.keep()
