"""The main window: it makes its features and connects them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from app.domain.views.columns import Table
from app.ui.alerts.alert_controller import AlertController
from app.ui.appearance.formats import Formats
from app.ui.calls.call_controller import CallController
from app.ui.context.program import photo_at
from app.ui.context.window_context import WindowContext
from app.ui.day_report.day_page import DayTab
from app.ui.details.current_detail import CurrentDetail, ReadMarks
from app.ui.drivers.day_visits import DayVisits
from app.ui.drivers.driver_model import DriverModel
from app.ui.drivers.drivers_page import DriversTab
from app.ui.export.export_controller import ExportController
from app.ui.follow_up.follow_up_controller import FollowUpController
from app.ui.help.deviations import Deviations
from app.ui.help.help_controller import HelpController, PaletteCommands
from app.ui.map.day_map import DayMap
from app.ui.notices.window_notices import WindowNotices
from app.ui.photos.photo_dialog import Photos
from app.ui.printing.printing import Printing
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.steps import Steps
from app.ui.search.global_search import GlobalSearch
from app.ui.settings.assistant import FirstSteps
from app.ui.settings.settings_dialog import SettingsController
from app.ui.shift.shift_dialog import Shift
from app.ui.tables.live_updates import LiveUpdates
from app.ui.views.empty_reasons import EmptySituations
from app.ui.views.filter_controller import FilterController
from app.ui.views.saved_views import SavedViews
from app.ui.widgets.empty_state import Action
from app.ui.window.closing import Closing
from app.ui.window.day_loading import DayLoading
from app.ui.window.navigation import Navigation
from app.ui.window.panes import DetailFold, PaneFocus, Panes, focus
from app.ui.window.status_line import RowCounter, StatusLine, ViewCounts
from app.ui.window.views_fold import ViewsFold
from app.ui.window.window_actions import TabActions, WindowActions
from app.ui.window.window_place import Arrangement, ScreenFit


class MainWindow(QMainWindow):
    """Gives each feature the context and what it drives, and connects those that do not know each other."""

    def __init__(self, new_context: Callable[[QWidget], WindowContext]) -> None:
        super().__init__()
        self.context = context = new_context(self)
        self.state, self.current_day, self.clock, self.undo_stack = (
            context.state, context.day, context.clock, context.undo
        )  # fmt: skip
        self._closes_anyway = False
        self._panes = panes = Panes(context)
        self.setCentralWidget(panes)
        self.top, self.banner, self.steps_card = panes.top, panes.banner, panes.steps_card
        self.panes, self.views, self.tabs, self.detail = panes.splitter, panes.views, panes.tabs, panes.detail
        self.line = StatusLine(context.clock.zone.key, context.say)
        self.setStatusBar(self.line)
        name, desk = self.tr("Despacho (demo)") if context.is_demo else "Despacho", context.settings.read().desk
        self.setWindowTitle(f"{name} · {desk}" if desk else name)
        self._make_tables()
        self._make_features()
        self._make_actions()
        self._connect_window()
        self._connect_features()
        self._use_formats(context.formats)
        self._screen_fit = ScreenFit(self)
        self._arrangement = Arrangement(context, panes)
        self._arrangement.restore()
        self.top.carrier.setFocus()
        self.navigation.show_day(self.navigation.first_day())

    def _make_tables(self) -> None:
        """Make what fills and filters the tables, and what follows them."""
        context, tabs, detail = self.context, self.tabs, self.detail
        self.notices = WindowNotices(context, self.banner, self._is_in_work)
        self.receiver = ReceiverController(context, self.top.receiver, self.banner)
        self.situations = EmptySituations(context, tabs, self.receiver)
        self.saved = SavedViews(context, self.views, tabs, self.situations)
        self.filtering = FilterController(context, self.views, self.top.search, tabs, self.saved)
        self.navigation = Navigation(context, self.top, tabs, self.filtering)
        self.live = LiveUpdates(context, tabs.pages)
        self.counts = ViewCounts(context, self.views, self.saved, self.line)
        self.row_counter = RowCounter(context, self.line, tabs, self.situations)
        self.loading = DayLoading(context, self.top, self.banner, tabs.pages[Table.SHIPMENTS])
        self.current = CurrentDetail(context, detail, tabs)
        self.read_marks = ReadMarks(context, tabs)
        self.follow_up = FollowUpController(context, detail.follow_up, tabs)
        self.calls = CallController(context, self.follow_up, detail.contacts, tabs, self._panes.show_page)

    def _make_features(self) -> None:
        context, tabs = self.context, self.tabs
        self.global_search = GlobalSearch(context, self.top.search, tabs)
        self.drivers = DriverModel(context, DayVisits(context, tabs))
        self.lanes = DriversTab(context, tabs, self.drivers, partial(self.situations.of, Table.VISITS))
        self.map = DayMap(context, tabs, self.drivers)
        self.day = DayTab(context, tabs, partial(self.situations.of, Table.SHIPMENTS), self.calls.open)
        self.tab_actions = TabActions(tabs, context.theme)
        self.detail_fold = DetailFold(context, self._panes, self.tab_actions.detail)
        self.views_fold = ViewsFold(context, self._panes, self.detail_fold)
        self.exporting = ExportController(context, tabs, self.line)
        self.printing = Printing(context, self.exporting.offer)
        self.shift = Shift(context, self.tab_actions.end_shift)
        self.photos = Photos(context, photo_at)
        self.steps = Steps(context, self.steps_card, self.receiver)
        self.alerts = AlertController(context, self.top.bell, self.receiver, self.calls)
        self.closing = Closing(context, self.receiver, self.alerts)
        self.settings = SettingsController(context, self.receiver)
        self.first_steps = FirstSteps(context, self.settings)
        self.deviations = Deviations(context)
        self.commands = PaletteCommands(context, lambda: self.saved.views)
        self.help = HelpController(context, self.commands)

    def _make_actions(self) -> None:
        menu = QMenu(self)
        actions = WindowActions(self, menu, self.tab_actions.more.menu())
        actions.add_day(self.top)
        actions.add_search(self.top, self.global_search, self.saved)
        actions.add_escape(self.calls, self.detail_fold, self.filtering)
        actions.add_rows(self.tabs, self.undo_stack, self.read_marks, self.follow_up, self.calls)
        actions.add_exports(self.tab_actions.of_export, self.tabs, self.exporting, self.printing)
        actions.add_shift(self.shift)
        actions.add_panes(self.tabs, self.map, self.detail_fold, PaneFocus(self._panes))
        actions.add_palette(self.commands, self.alerts)
        actions.add_help(self.help, self.navigation, self._panes)
        actions.add_program(
            self.deviations,
            self.settings,
            self.receiver,
            self.first_steps,
            self.steps,
            is_demo=self.context.is_demo,
        )
        self.top.menu_button.setMenu(menu)

    def _connect_window(self) -> None:
        signals, live = self.context.signals, self.live
        signals.asked.connect(self._do)
        signals.reported.connect(self.line.show_message)
        self.undo_stack.reported.connect(signals.reported)
        self.top.age_folded.connect(partial(self.line.show_beside_zone, self.top.age))
        self.current_day.day_shown.connect(self._show_day)
        self.clock.formats_changed.connect(self._use_formats)
        self.clock.day_changed.connect(self._follow_new_day)
        self.situations.changed.connect(self.day.show_emptiness)
        calls, reminders = self.calls.refresh, self.alerts.reminders.read
        for refresh in (
            *(self.counts.refresh, self.current.refresh, self.notices.refresh, self.day.refresh),
            *(self.read_marks.look, self.drivers.visits.follow, calls, reminders),
        ):
            live.outdated.connect(refresh)
        for refresh in (self.clock.follow_site, self.current_day.reread, calls, reminders):
            live.day_outdated.connect(refresh)

    def _connect_features(self) -> None:
        commands = self.commands
        for note in (self.receiver.note_counts, self.tab_actions.show_counts):
            self.counts.counted.connect(note)
        self.tab_actions.call.clicked.connect(self.calls.open)
        for act in (self.detail.show_skipped, self.detail_fold.open):
            self.notices.days.skipped_asked.connect(act)
        for write in (self.detail_fold.open, self.current.show, self.detail.write_note):
            self.follow_up.note_asked.connect(write)
        self.detail.follow_up_asked.connect(self.follow_up.acknowledge)
        self.detail.export_asked.connect(self.exporting.export_shown)
        self.detail.photo_asked.connect(self.photos.open)
        self.detail.map_asked.connect(self.map.show_visit)
        self.notices.sender_clock.settings_saved.connect(self.settings.follow)
        self.settings.set_up_seen.connect(self.situations.note_set_up)
        self.settings.test_alert_asked.connect(self.alerts.show_test)
        self.alerts.reports_asked.connect(self.notices.errors.show_reports)
        commands.view_chosen.connect(self.filtering.show_view)
        commands.saved_view_chosen.connect(self.filtering.show_saved)
        commands.date_chosen.connect(self.top.go_to)

    @Slot()
    def _show_day(self) -> None:
        """Show everything of the day anew."""
        day, shown_day = self.current_day.day, self.current_day.shown_day
        self.clock.tick()
        self.notices.show_day(self.loading.age())
        self._emphasize()
        for table, page in self.tabs.pages.items():
            page.show_day(shown_day if table in (Table.VISITS, Table.NOTIFICATIONS) else day)
        self.day.show_day(shown_day)
        if self.isVisible():
            self.counts.refresh()
        else:
            self.counts.refresh_soon()

    def _emphasize(self) -> None:
        """Make Load the main action until a day is loaded, unless that failed, and calling it then."""
        is_loaded = self.current_day.is_loaded
        self.tab_actions.show_loaded(is_loaded=is_loaded)
        self.top.emphasize_load(is_main=not is_loaded and self.current_day.failed_at is None)

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
            page.model.formats = formats

    @Slot(object)
    def _do(self, action: object) -> None:
        """Do what an empty state offers, unless a feature does it."""
        if action is Action.FIRST_STEPS:
            self.first_steps.open()
        elif action is Action.CARRIER:
            focus(self.top.carrier)
        elif action is Action.LOAD:
            self.current_day.load()
        elif action is Action.DAY_BEFORE:
            self.top.step(-1)
        elif action is Action.CLEAR:
            self.filtering.clear()
        elif action is Action.START_RECEIVER:
            self.receiver.restart()
        elif action is Action.DEMO:
            self.first_steps.start_demo()

    def _is_in_work(self) -> bool:
        """Return whether the user left something half done: a search, a carrier code, a note."""
        is_searching = bool(self.top.search.text().strip()) or bool(self.tabs.page.narrowing.numbers)
        is_typing = self.top.carrier.carriers() != self.current_day.shown_day.carriers
        return is_searching or is_typing or self.detail.follow_up.is_in_work

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the arrangement and cancel a load; stay open the first time if something is not saved.

        Stay also if the user closes it (a spontaneous event) while it receives, and goes on in the background or has
        to answer first. `close_anyway` does not stay.
        """
        is_saved = self.calls.finish()
        if not self._closes_anyway and (not is_saved or (event.spontaneous() and self.closing.keeps_open())):
            event.ignore()
            self.alerts.update_tray()
            return
        self.closing.end_with_last_window()
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
        self.calls.save_note()
        self.follow_up.save_all()
        self._arrangement.keep()
