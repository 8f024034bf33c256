"""One window with its threads on one data folder."""

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog

from app.board.reading.reader import Reader
from app.bootstrap.external_changes import ExternalChangeMonitor
from app.bootstrap.translations import Translations
from app.domain.days import Day
from app.domain.errors import AppError
from app.domain.reception.alerts import Alert, AlertKind
from app.domain.reception.gaps import Gap
from app.domain.reception.recovery import Recovery
from app.domain.texts import Text
from app.facts.journal import ChangedRows
from app.files.private_files import open_private
from app.load_process.client import LoadProcess
from app.logs.crash_reports import unhandled_errors
from app.logs.process_log import ProcessLog
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread, WorkerPool, raise_here
from app.services.alerting.rule_watch import RuleWatch
from app.services.app_context import AppContext, own_name, user_name
from app.services.connection_tests import ConnectionTests
from app.services.handover_exchange import Exchange
from app.services.live_settings import LiveSettings
from app.services.loading.auto_reload import AutoReloader
from app.services.maintenance.maintenance_thread import MaintenanceEvents, MaintenanceThread
from app.services.maintenance.version_watch import VersionWatch
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.receiving.restarted_server import ListenAddress
from app.services.relaying.sharing import Sharing
from app.store.follow_ups import FollowUps, Handovers
from app.store.writer import Writer
from app.ui.appearance.theme import use_theme
from app.ui.context.program import Program
from app.ui.context.window_context import WindowContext
from app.ui.context.window_state import STATE_FILE
from app.ui.window.window import MainWindow

SOON_MS = 250
"""Delay after the window is shown of what it need not wait for."""

_log = logging.getLogger(__name__)


class Desk(QObject):
    """One window with its threads, on one data folder; the window is rebuilt when the language or the theme changes."""

    closing = Signal()
    _asked = Signal(object)
    """A function that the main thread is to call."""

    def __init__(
        self,
        app: QApplication,
        place: AppContext,
        writer: Writer,
        *,
        loads: LoadProcess,
        is_demo: bool,
        log: ProcessLog,
    ) -> None:
        """Build the window, and start the threads that it needs."""
        super().__init__()
        self._app, self._place, self._writer = app, place, writer
        self._loads, self._is_demo, self._log = loads, is_demo, log
        self._is_building = self._is_stopped = False
        self.exit_code, self._readers = 0, ExitStack()
        name = partial(own_name, place)
        self._workers = WorkerPool(parent=self)
        self._notifier = ChangeNotifier(self)
        self._listen_at: ListenAddress | None = None
        self._asked.connect(self._call, Qt.ConnectionType.QueuedConnection)
        self._uncaught = self._in_main_thread(self._report)
        feed, on_bug = self._notifier, self._in_main_thread(raise_here)
        self._live_settings = LiveSettings(
            place,
            writer,
            on_damaged=self._uncaught,
            on_saved=self._follow_saved,
            on_settled=feed.report_day,
            on_failed=on_bug,
        )
        writer.on_applied(self._tell_changed)
        self._sharing = Sharing(place, writer, feed.report_listening, feed.report_day, on_bug)
        load = partial(loads.load, is_automatic=True)
        self._reloader = AutoReloader(
            place, load, self._in_main_thread(self._follow_reload), on_bug, is_turn=self._sharing.is_turn_of_load
        )
        self.receiver_supervisor = ReceiverSupervisor(
            place,
            writer,
            lambda: self._listen_at or ListenAddress.of(place.settings_file.read()),
            ReceiverEvents(on_bug=on_bug, on_changed=feed.report_listening, on_gap=self._reloader.after_gap),
        )
        app.commitDataRequest.connect(self._keep_state)
        care = MaintenanceEvents(
            on_problem=self._in_main_thread(self.tell),
            on_disk_problem=self._in_main_thread(self._alert_disk),
            on_bug=on_bug,
            on_purged=feed.report_day,
        )
        self._maintenance = MaintenanceThread(place, writer, care)
        self._rules = RuleWatch(place, self._in_main_thread(self._raise_alerts), on_bug)
        self._versions = VersionWatch(place.settings_file.read, self._in_main_thread(self._show_version), on_bug)
        self._others = ExternalChangeMonitor(writer, self._follow_others, on_bug, self)
        self._query_thread: QueryThread[Reader] = QueryThread(partial(Reader.opened, place.database, name), self)
        self._translations = Translations(self)
        self._program = Program(
            app_context=place,
            log=log,
            rows=self._readers.enter_context(Reader.opened(place.database, name)),
            queries=self._query_thread,
            workers=self._workers,
            feed=self._notifier,
            settings=self._live_settings,
            loads=loads,
            receiver=self.receiver_supervisor,
            sharing=self._sharing,
            follow_ups=FollowUps(writer, self._tell_followed_up, name),
            exchange=Exchange(place, Handovers(writer, self._notifier.report_day), user_name(), is_demo),
            connection_tests=ConnectionTests(place, log.redact.learn),
            versions=self._versions,
            is_demo=is_demo,
        )
        try:
            self.window = self._build()
        except BaseException:
            self._end_threads()
            raise

    def _build(self) -> MainWindow:
        settings = self._place.settings_file.read()
        catalog = self._place.catalog(settings)
        self.say, locale = catalog.say, self._translations.install(catalog)
        os.close(open_private(self._place.folder / STATE_FILE, os.O_RDONLY))  # Qt keeps the mode of an existing file
        theme = use_theme(self._app, settings.theme)
        new_context = partial(WindowContext.of, self._program, catalog=catalog, locale=locale, theme=theme)
        window = MainWindow(new_context)
        window.settings.rebuild_asked.connect(self._rebuild)
        window.first_steps.first_day_asked.connect(self._load_first_day)
        return window

    @Slot()
    def _load_first_day(self) -> None:
        window = self.window
        window.navigation.show_day(Day(self._place.settings_file.read().carrier, window.context.clock.today()))
        window.current_day.load()

    def listen(self, at: ListenAddress | None = None) -> str:
        """Start the receiver and its supervision at an address, else that in the settings.

        Return its URL, empty if it could not be opened yet.
        """
        self._listen_at = at
        url = ""
        with suppress(AppError):  # the window reports it, and the supervisor tries again
            url = self.receiver_supervisor.open()
            if at is not None:  # a restart uses the port that was found
                self._listen_at = replace(at, port=urlsplit(url).port or at.port)
        self.receiver_supervisor.start()
        self._reloader.start()
        if not self._is_demo:  # its folder is temporary
            self._maintenance.start()
            self._versions.start()
        self._sharing.start()
        self._rules.start()
        self._writer.on_recovered(self._in_main_thread(self._follow_recovery))
        self._others.start()
        return url

    def _follow_saved(self) -> None:
        self._maintenance.look_soon()
        self._versions.look_soon()
        self._rules.look_soon()

    def listen_soon(self) -> None:
        """Start the receiver once the window is shown, since importing its modules takes a good part of a start."""
        QTimer.singleShot(SOON_MS, self, self._load_receiver)

    @Slot()
    def _load_receiver(self) -> None:
        if not self._is_stopped:
            self._workers.start(lambda _report: import_module("app.webhook.server")).ended.connect(self._listen_if_open)

    @Slot()
    def warm_up(self) -> None:
        """Start the load process, and read the rules of phone numbers, for which the first rows would wait."""
        if not self._is_stopped:  # the window may be closed sooner
            self._workers.start(lambda _report: self._loads.start())
            self._workers.start(lambda _report: import_module("phonenumbers"))

    @Slot()
    def _listen_if_open(self) -> None:
        if not self._is_stopped:
            self.listen()

    def run(self, *, load_at_once: bool = False) -> int:
        """Show the window until it is closed, and return the exit code."""
        self._app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.window.show()
        QTimer.singleShot(SOON_MS, self, self.warm_up)
        if self._log.crash is not None:
            self.window.notices.errors.show_crash(self._log.crash)
        if load_at_once:
            self.window.current_day.load()
        try:
            with unhandled_errors(self._uncaught, self._log.redact):
                return self._app.exec() or self.exit_code
        finally:
            self.stop()

    def stop(self) -> None:
        """End the threads: the receiver first, then workers and readers. The caller closes the writer."""
        if self._is_stopped:
            return
        self._is_stopped = True
        self._app.commitDataRequest.disconnect(self._keep_state)
        self.window.close_anyway()
        self.window.photos.close()
        self.window.map.close()
        self.window.exporting.cancel()  # no window is left to report them
        self.window.printing.cancel()
        self._others.stop()
        state = self.window.state
        self.window.deleteLater()
        # Delete replaced windows at once, too: their timers read the store.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._end_threads()
        QCoreApplication.removePostedEvents(self)  # what the threads still said is of a window that is gone
        state.save()  # written later, it would make the folder of a demo again
        self._translations.remove()

    def _end_threads(self) -> None:
        self.receiver_supervisor.stop()
        self._sharing.stop()
        self._reloader.stop()
        self._loads.close()
        self._maintenance.stop()
        self._versions.stop()
        self._rules.stop()
        self._program.connection_tests.cancel()
        self._workers.stop()
        self._query_thread.stop()
        self._readers.close()

    @Slot()
    def close(self) -> None:
        """Close the window, and with it the program."""
        self.closing.emit()
        self.window.close()

    @Slot()  # PySide 6.11 crashes where a slot takes the signal's argument
    def _keep_state(self) -> None:
        """Save what the user has done, as the session may end; that can still be called off."""
        _log.info("The session is about to end")
        self.window.follow_up.finish()
        self.window.keep_state()
        self.window.state.save()

    @Slot()
    def come_to_the_front(self) -> None:
        """Bring the window to the front; where the system forbids that, it marks the window as asking for attention."""
        _log.info("A second start: this window comes to the front")
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        for window in filter(None, (self.window, QApplication.activeModalWidget())):
            window.show()
            window.raise_()
            window.activateWindow()
            self._app.alert(window)

    def _in_main_thread(self, act: Callable[..., object]) -> Callable[..., None]:
        """Return a function for any thread that has the main thread call another one, soon."""
        return lambda *given: self._asked.emit(partial(act, *given))

    @Slot(object)
    def _call(self, act: Callable[[], object]) -> None:
        act()

    def _alert_disk(self, problem: Text) -> None:
        self._raise_alerts([Alert(AlertKind.DISK, self._place.now(), problem=problem)])

    def _raise_alerts(self, alerts: Sequence[Alert]) -> None:
        self.window.alerts.list.add(alerts)

    def tell(self, text: Text) -> None:
        """Show a failure in the window, until the user closes it."""
        self.window.notices.errors.show_failure(self.say(text))

    def _report(self, error: BaseException) -> None:
        """Show an exception that nothing handled: a failure, or a bug with its report. The program goes on."""
        report = self._log.report(error)
        if isinstance(error, AppError):
            self.tell(error.user_message)
        else:
            self.window.notices.errors.show_bug(type(error).__name__, report)

    def _tell_followed_up(self, kept: ChangedRows) -> None:
        self._notifier.report_follow_ups(kept.visits, kept.shipments)

    def _tell_changed(self, rows: ChangedRows) -> None:
        self._notifier.report_visits(rows.visits, rows.shipments)
        self._notifier.report_listening()  # the first notification ever changes the status

    def _show_version(self) -> None:
        self.window.notices.version.refresh()

    def _follow_recovery(self, recovery: Recovery) -> None:
        """Show the recovered data, load its days again, back it up, and apply the site's settings to it."""
        self.window.notices.errors.forget_failure()
        self._maintenance.look_soon()
        self._reloader.after_gap(Gap.of(recovery))
        self._live_settings.settle_again()
        self._notifier.report_all()

    def _follow_reload(self, day: Day, error: AppError | None) -> None:
        self.window.current_day.note_reload(day, error)

    def _follow_others(self) -> None:
        """Show what another process wrote, by the settings that it may have changed."""
        self._live_settings.apply_rules()
        self._notifier.report_all()

    @Slot()
    def _follow_system(self) -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):  # rebuilding would close it, with what is typed in it
            dialog.finished.connect(self._follow_system_soon, Qt.ConnectionType.UniqueConnection)
        elif not self._is_building and not self._place.settings_file.read().theme:
            self._rebuild()

    @Slot()
    def _follow_system_soon(self) -> None:
        QTimer.singleShot(0, self, self._follow_system)  # after the dialog's own slots

    @Slot()
    def _rebuild(self) -> None:
        """Build a new window once the follow-ups of this one are saved, or failed to be."""
        if self._is_building:
            return
        self._live_settings.apply_rules()  # another process may have changed them
        self._is_building = True
        self.window.keep_state()
        follow_up = self.window.follow_up
        if follow_up.is_busy:
            follow_up.settled.connect(self._replace_window)
        else:
            self._replace_window()

    @Slot()
    def _replace_window(self) -> None:
        old = self.window
        try:
            self.window = self._build()
        finally:
            self._is_building = False
        self.window.alerts.take_over(old.alerts)
        self.window.follow_up.take_over(old.follow_up)
        self.window.filtering.take_over(old.filtering)
        self.window.navigation.show_day(old.current_day.shown_day)
        page = old.tabs.rows
        if page is not None and (row := page.view.current_id()) is not None:
            self.window.tabs.pages[page.table].pick(row)
        self.window.calls.take_over(old.calls)
        self.window.notices.new_day.take_over(old.notices.new_day)
        is_in_background = old.closing.is_in_background
        if not is_in_background:
            self.window.show()  # before the old one closes: closing the last window ends the program
        old.close()
        if is_in_background:
            self.window.closing.go_to_background()
        old.deleteLater()
