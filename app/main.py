"""Where the window is put together: threads, readers, language, theme, and the ports that lead to the services."""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QObject,
    QProcess,
    Qt,
    QTimer,
    QtMsgType,
    QTranslator,
    Signal,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from app import __version__
from app.bridge.questions import Asker
from app.bridge.tasks import Workers
from app.bridge.translating import CatalogTranslator
from app.credentials.credentials import Credentials, Source
from app.credentials.vault import SessionVault
from app.demo.options import DayOptions
from app.demo.server import CarrierServer
from app.desk.ports import Connection, ExportOrder, LoadProgress, Ports, Rows, SecretState
from app.desk.theme import DARK, LIGHT, apply_theme, system_theme
from app.desk.window import MainWindow
from app.domain.credentials import CarrierCredentials, SecretName
from app.domain.days import Day, LoadSummary
from app.domain.errors import AppError, SettingsError
from app.domain.texts import Say, Text
from app.export.delimiter import Delimiter
from app.language.catalog import Catalog
from app.manifest.cancellation import Cancellation
from app.manifest.client import Progress
from app.manifest.endpoint import Endpoint
from app.manifest.probe import probe
from app.services.exporting import Format, Headers, shown_rows, write_rows
from app.services.loading import load_day
from app.services.workplace import SOURCES, Workplace, catalog_of, endpoint_of, today_of, zone_of
from app.store.reader import Reader
from app.store.writer import Writer

_STATE_FILE = "window.ini"
_DEMO_CARRIER = "ANDINA-BOG"
_OFFSCREEN = Text("Cli", "There is no display: the demo runs without showing its window.")
_NO_DISPLAY = Text(
    "Error", "There is no display to open the window on. Without one there are the commands: despacho --help"
)
_NO_PICTURE = Text("Cli", "The picture {path} could not be written. Check the folder and its permissions.")
_SCHEMES = {"": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
_OFFSCREEN_SIZE = (1440, 860)
_PAINTING_MS = 300  # for a picture of what is painted in more than one go
_SIGNALS_MS = 200  # how often Python gets to see Ctrl+C while Qt waits


def open_desk(place: Workplace) -> int:
    """Open the window on a data folder, and return the exit code once it is closed.

    Raises:
        AppError: the settings or the store cannot be used, or there is no display.
    """
    app = _application()
    with Writer(place.database) as writer:
        return Desk(app, place, writer, is_demo=False).run()


def open_demo(place: Workplace, options: argparse.Namespace) -> int:
    """Open the window against the demo carrier: its own folder, which goes with it, and credentials in memory."""
    own = place.settings_file.read()
    is_offscreen = _has_no_display()
    if is_offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _tell(catalog_of(own, place.environment).say, _OFFSCREEN)
    app = _application()
    credentials = CarrierCredentials(str(uuid4()), "demo")
    day = DayOptions(options.shipments, options.per_minute)
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="despacho-demo-", ignore_cleanup_errors=True))
        )
        server = stack.enter_context(CarrierServer(day, credentials, now=lambda: datetime.now(zone_of(own))))
        kept = Credentials({}, SessionVault(), SessionVault())
        kept.write(SecretName.AUTHORIZATION_TOKEN, credentials.token)
        kept.write(SecretName.AUTHORIZATION_USER, credentials.user)
        demo = Workplace(folder, {}, kept)
        demo.settings_file.write(
            {
                "base_url": server.url,
                "carrier": _DEMO_CARRIER,
                "language": own.language or catalog_of(own, place.environment).language,
                "theme": own.theme,
                "time_zone": own.time_zone,
            }
        )
        writer = stack.enter_context(Writer(demo.database))
        desk = Desk(app, demo, writer, is_demo=True)
        if is_offscreen:
            desk.window.resize(*_OFFSCREEN_SIZE)
        if options.quit_after is not None:
            QTimer.singleShot(int(options.quit_after * 1000), desk.close)
        if options.screenshot:
            picture = Screenshot(desk, options.screenshot, then_close=is_offscreen and options.quit_after is None)
            desk.closing.connect(picture.take)
        return desk.run(load_at_once=True)


def _has_no_display() -> bool:
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform == "linux" and not any(os.environ.get(name) for name in named)


def _application() -> QApplication:
    """Return the application, which ends on Ctrl+C and SIGTERM.

    Raises:
        SettingsError: there is no display; Qt would abort the process.
    """
    if _has_no_display():
        raise SettingsError(_NO_DISPLAY)
    qInstallMessageHandler(_pass_on)
    app = QApplication(["despacho"])
    app.setApplicationName("Despacho")
    app.setDesktopFileName("despacho")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: app.closeAllWindows())
    waking = QTimer(app, interval=_SIGNALS_MS)
    waking.timeout.connect(_let_python_in)
    waking.start()
    return app


def _pass_on(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Write what Qt has to say to standard error, but for what its offscreen platform says of each window."""
    if not message.startswith("This plugin does not support"):
        print(message, file=sys.stderr)  # noqa: T201 - where Qt itself would write it


def _tell(say: Say, text: Text) -> None:
    print(say(text), file=sys.stderr)  # noqa: T201 - the demo is started from a command line


def _let_python_in() -> None:
    """Do nothing: while Python runs, it looks for signals."""


class Desk(QObject):
    """One window with its threads, on one data folder; it is built anew when the language or the theme changes."""

    closing = Signal()

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
        window = MainWindow(self._ports(catalog), self._workers, self._asker, locale, theme)
        window.rebuild_asked.connect(self._rebuild)
        return window

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
        """End the threads: workers first, then the readers; the writer ends with whoever opened it."""
        if self._is_stopped:
            return
        self._is_stopped = True
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete)  # its timers read the store
        self._end_threads()
        self._translate(None)

    def _end_threads(self) -> None:
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

    @Slot()
    def _follow_system(self) -> None:
        if not self._is_building and not self._place.settings_file.read().theme:
            self._rebuild()

    @Slot()
    def _rebuild(self) -> None:
        old, day = self.window, self.window.keeper.day
        old.keep_state()
        self._is_building = True
        self.window = self._build()
        self._is_building = False
        self.window.show_day(day)
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
            new_load=lambda day: DayLoad(day, place, self._writer),
            probe=self._probe,
            secrets=lambda: {
                name: SecretState(source not in (Source.NOT_SET, Source.LOCKED), SOURCES[source])
                for name, source in kept.status().items()
            },
            keep_secret=kept.write,
            keep_for_session=partial(kept.write, session_only=True),
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


class DayLoad:
    """One load of one day, as the desk knows it."""

    def __init__(self, day: Day, place: Workplace, writer: Writer) -> None:
        self._day = day
        self._place = place
        self._writer = writer
        self._cancellation = Cancellation()

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day; called in a worker."""

        def tell(progress: Progress) -> None:
            note = progress.text if progress.pause_seconds is not None else None
            report(LoadProgress(progress.shipments, progress.fraction, note))

        return load_day(
            self._day,
            endpoint=endpoint_of(self._place.settings_file.read()),
            credentials=self._place.credentials.carrier_credentials,
            writer=self._writer,
            now=self._place.now,
            progress=tell,
            cancellation=self._cancellation,
        )

    def cancel(self) -> None:
        """Stop it at once; from any thread."""
        self._cancellation.cancel()


class Screenshot(QObject):
    """Writes a picture of the window once the day is loaded and shown."""

    def __init__(self, desk: Desk, path: Path, *, then_close: bool) -> None:
        super().__init__(desk)
        self._desk = desk
        self._path: Path | None = path
        self._then_close = then_close
        desk.window.keeper.load_ended.connect(self._wait_for_rows)

    @Slot()
    def _wait_for_rows(self) -> None:
        self._desk.window.page.rows_shown.connect(self._choose_row)

    @Slot()
    def _choose_row(self) -> None:
        page = self._desk.window.page
        page.rows_shown.disconnect(self._choose_row)
        page.view.selectRow(0)
        QTimer.singleShot(_PAINTING_MS, self.take)

    @Slot()
    def take(self) -> None:
        """Write the picture, unless it was written."""
        if self._path is None:
            return
        path, self._path = self._path, None
        if not self._desk.window.grab().save(str(path)):
            _tell(self._desk.say, _NO_PICTURE.filled(path=path))
            self._desk.exit_code = 2
        if self._then_close:
            self._desk.close()


def _start_demo() -> None:
    QProcess.startDetached(sys.executable, ["-m", "app", "demo"])


def _locale(language: str) -> QLocale:
    """Return the system's locale where it speaks the language, else the one of the region."""
    system = QLocale.system()
    if system.name()[:2] == language:
        return system
    return QLocale("es_CO" if language == "es" else "en_US")
