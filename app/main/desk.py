"""One window with its threads on one data folder."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from types import TracebackType
from urllib.parse import urlsplit

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QProcess,
    Qt,
    QTimer,
    QTranslator,
    Signal,
    Slot,
)
from PySide6.QtWidgets import QApplication

from app import __version__
from app.bridge.news import News
from app.bridge.questions import Asker
from app.bridge.tasks import Workers
from app.bridge.translating import CatalogTranslator
from app.credentials.credentials import Source
from app.desk.ports import Connection, ExportOrder, Ports, Rows, SecretState
from app.desk.theme import DARK, LIGHT, apply_theme, system_theme
from app.desk.window import MainWindow
from app.domain.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.errors import AppError
from app.export.delimiter import Delimiter
from app.language.catalog import Catalog
from app.main.loads import DayLoad
from app.manifest.cancellation import Cancellation
from app.manifest.endpoint import Endpoint
from app.manifest.probe import probe
from app.services.exporting import Format, Headers, shown_rows, write_rows
from app.services.listening import Ears, ListenAt
from app.services.reloading import LoadGate, Reloader
from app.services.workplace import SOURCES, Workplace, catalog_of, today_of, zone_of
from app.store.notifications import Kept
from app.store.reader import Reader
from app.store.site import settle_zone
from app.store.writer import Writer

_STATE_FILE = "window.ini"
_SCHEMES = {"": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
_OTHERS_MS = 2000  # how often it is seen whether another process wrote


class Desk(QObject):
    """One window with its threads, on one data folder; it is built anew when the language or the theme changes."""

    closing = Signal()
    _bug_met = Signal(object)
    """In another thread that goes on."""
    _reloaded = Signal(object, object)

    def __init__(self, app: QApplication, place: Workplace, writer: Writer, *, is_demo: bool) -> None:
        super().__init__()
        self._app = app
        self._place = place
        self._writer = writer
        self._is_demo = is_demo
        self._is_building = self._is_stopped = False
        self._probes: list[Cancellation] = []
        self.exit_code = 0
        self._readers = ExitStack()
        self._rows = self._readers.enter_context(Reader.opened(place.database))
        self._workers = Workers(parent=self)
        self._news = News(self)
        self._gate = LoadGate()
        self._listen_at: ListenAt | None = None
        self._data_version = -1
        settle_zone(writer, zone_of(place.settings_file.read()))
        self._reloader = Reloader(
            place,
            lambda day, cancellation: DayLoad(day, place, writer, self._gate, cancellation).run_by_itself(),
            self._gate,
            self._reloaded.emit,
            self._bug_met.emit,
        )
        self.ears = Ears(
            place,
            writer,
            listen_at=lambda: self._listen_at or ListenAt.of(place.settings_file.read()),
            on_kept=self._tell_kept,
            on_changed=self._news.tell_listening,
            on_gap=self._reloader.after_gap,
            on_bug=self._bug_met.emit,
        )
        self._bug_met.connect(self._raise)
        self._reloaded.connect(self._follow_reload)
        self._others = QTimer(self, interval=_OTHERS_MS)
        self._others.timeout.connect(self._look_for_others)
        self._asker: Asker[Rows] = Asker(self._open_rows, self)
        self._translators: list[QTranslator] = []
        try:
            self.window = self._build()
        except BaseException:
            self._end_threads()
            raise

    def _build(self) -> MainWindow:
        settings = self._place.settings_file.read()
        catalog = catalog_of(settings, self._place.environment)
        self.say = catalog.say
        self._translate(catalog)
        locale = _locale(catalog.language)
        QLocale.setDefault(locale)  # Qt's own fields write dates and numbers by it
        hints = self._app.styleHints()
        hints.setColorScheme(_SCHEMES[settings.theme])  # title bars and the system's own dialogs follow it
        (self._place.folder / _STATE_FILE).touch(0o600)  # Qt keeps the mode of a file that is there
        theme = {"light": LIGHT, "dark": DARK}.get(settings.theme) or system_theme(self._app)
        apply_theme(self._app, theme)
        window = MainWindow(self._ports(catalog), self._workers, self._asker, self._news, locale, theme)
        window.rebuild_asked.connect(self._rebuild)
        return window

    def listen(self, at: ListenAt | None = None) -> str:
        """Start the receiver and what watches over it; return its URL, empty where it could not be opened yet.

        Args:
            at: where, whatever the settings say.
        """
        self._listen_at = at
        url = ""
        with suppress(AppError):  # the window says what is wrong, and it is tried again
            url = self.ears.open()
            if at is not None:  # a free port that was found is the one to come back to
                self._listen_at = replace(at, port=urlsplit(url).port or at.port)
        self.ears.start()
        self._reloader.start()
        self._others.start()
        return url

    def run(self, *, load_at_once: bool = False) -> int:
        """Show the window until it is closed, and return the exit code."""
        sys.excepthook = self._report
        self._app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.window.show()
        if load_at_once:
            self.window.keeper.load()
        try:
            return self._app.exec() or self.exit_code
        finally:
            self.stop()

    def stop(self) -> None:
        """End the threads: the receiver first, then workers and readers; the writer ends with whoever opened it."""
        if self._is_stopped:
            return
        self._is_stopped = True
        self.window.close()
        self._others.stop()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete)  # its timers read the store
        self._end_threads()
        self._translate(None)

    def _end_threads(self) -> None:
        self.ears.stop()
        self._reloader.stop()
        for cancellation in self._probes:
            cancellation.cancel()
        self._workers.stop()
        self._asker.stop()
        self._readers.close()

    @Slot()
    def close(self) -> None:
        """Close the window, and with it the program."""
        self.closing.emit()
        self.window.close()

    def _report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Tell the user what failed and nobody else took care of, or that there is a bug; the rest goes on."""
        sys.__excepthook__(kind, error, trace)
        if isinstance(error, AppError):
            self.window.tell_failure(self.say(error.user_message))
        else:
            self.window.tell_bug(kind.__name__)

    @Slot(object)
    def _raise(self, error: BaseException) -> None:
        raise error

    def _tell_kept(self, kept: Kept) -> None:
        self._news.tell_visits(kept.visits, kept.shipments)
        self._news.tell_listening()

    @Slot(object, object)
    def _follow_reload(self, day: Day, error: AppError | None) -> None:
        self.window.keeper.note_reload(day, error)

    @Slot()
    def _look_for_others(self) -> None:
        """Ask whether another process wrote; the number that tells does not change by what this one writes."""
        self._writer.look(lambda db: db.execute("PRAGMA data_version").fetchone()[0]).add_done_callback(
            lambda answer: self._compare_version(answer.result()) if answer.exception() is None else None
        )

    def _compare_version(self, version: int) -> None:
        before, self._data_version = self._data_version, version
        if before not in (-1, version):
            self._news.tell_day()
            self._news.tell_listening()

    @Slot()
    def _follow_system(self) -> None:
        if not self._is_building and not self._place.settings_file.read().theme:
            self._rebuild()

    @Slot()
    def _rebuild(self) -> None:
        old, day = self.window, self.window.keeper.day
        settle_zone(self._writer, zone_of(self._place.settings_file.read()))
        old.keep_state()
        self._is_building = True
        self.window = self._build()
        self._is_building = False
        self.window.show_day(day, old.shown_day.date)
        self.window.show()  # before the old one goes: the last window to close ends the program
        old.close()
        old.deleteLater()

    @contextmanager
    def _open_rows(self) -> Iterator[Rows]:
        with Reader.opened(self._place.database) as reader:
            yield reader

    def _translate(self, catalog: Catalog | None) -> None:
        for old in self._translators:
            self._app.removeTranslator(old)
        self._translators = []
        if catalog is None:
            return
        qt = QTranslator(self)
        qt.load(f"qtbase_{catalog.language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._translators = [qt, CatalogTranslator(catalog.lookup, self)]
        for new in self._translators:
            self._app.installTranslator(new)

    def _ports(self, catalog: Catalog) -> Ports:
        place = self._place
        file, kept = place.settings_file, place.credentials
        settings = file.read()
        return Ports(
            rows=self._rows,
            open_rows=self._open_rows,
            settings=file.read,
            save_settings=file.write,
            overridden=lambda: frozenset(file.from_environment()),
            new_load=lambda day: DayLoad(day, place, self._writer, self._gate),
            probe=self._probe,
            secrets=lambda: {
                name: SecretState(source not in (Source.NOT_SET, Source.LOCKED), SOURCES[source])
                for name, source in kept.status().items()
            },
            keep_secret=kept.write,
            keep_for_session=partial(kept.write, session_only=True),
            listening=lambda: self.ears.listening(self._rows),
            restart_receiver=self.ears.restart,
            stop_receiver=self.ears.close,
            test_inside=self.ears.test_inside,
            test_outside=self.ears.test_outside,
            apply_again=self.ears.apply_again,
            export=lambda order: self._export(order, catalog),
            say=catalog.say,
            now=place.now,
            today=lambda: today_of(settings, place.now()),
            zone=lambda: zone_of(settings),
            is_demo=self._is_demo,
            start_demo=None if self._is_demo else _start_demo,
            state_file=place.folder / _STATE_FILE,
            version=__version__,
        )

    def _probe(self, address: str, token: str | None, user: str | None) -> Connection:
        settings = self._place.settings_file.read()
        kept = CarrierCredentials(token or "", user or "")
        if not (token and user):
            kept = self._place.credentials.carrier_credentials()
        credentials = CarrierCredentials(token or kept.token, user or kept.user)
        endpoint = Endpoint(address, settings.timeout_seconds, settings.retry_seconds)
        day = Day(settings.carrier or "DESPACHO", today_of(settings, self._place.now()))
        cancellation = Cancellation()
        self._probes.append(cancellation)
        report = probe(endpoint, credentials, day, cancellation)
        return Connection(report.works, report.status, report.milliseconds, report.meaning)

    def _export(self, order: ExportOrder, catalog: Catalog) -> int:
        with Reader.opened(self._place.database) as reader:
            return write_rows(
                shown_rows(reader, order.table, order.columns, order.ids),
                order.table,
                order.columns,
                target=order.path,
                form=Format.of_ending(order.path),
                headers=Headers.UI,
                delimiter=Delimiter.AUTO,
                say=catalog.say,
            )


def _start_demo() -> None:
    QProcess.startDetached(sys.executable, ["-m", "app", "demo"])


def _locale(language: str) -> QLocale:
    """Return the system's locale where it speaks the language, else the one of the region."""
    system = QLocale.system()
    if system.name()[:2] == language:
        return system
    return QLocale("es_CO" if language == "es" else "en_US")
