"""Opens the window on a data folder, or with the demo carrier."""

import argparse
import atexit
import ctypes
import logging
import os
import signal
import stat
import sys
import tempfile
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import Final
from uuid import uuid4

from PySide6.QtCore import (
    QBuffer,
    QIODevice,
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    Slot,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from app.bootstrap.desk import SOON_MS, Desk
from app.bootstrap.lazy_services import write_file
from app.bootstrap.process_tuning import collect_in_this_thread, shorten_switch_interval
from app.bootstrap.single_instance import SingleWindow, StartResult
from app.credentials.credentials import Credentials
from app.credentials.vault import SessionVault
from app.domain.access.credentials import CarrierCredentials, SecretName
from app.domain.errors import OutputError, SettingsError
from app.domain.resources import resource
from app.domain.texts import Say, Text
from app.export.output import check_output
from app.files.private_files import private_folder
from app.logs.process_log import ProcessLog, Voice
from app.logs.redaction import Redactor
from app.services.app_context import AppContext, zone_of
from app.services.receiving.restarted_server import ListenAddress
from app.settings import check_data_folder
from app.store.writer import BOARD_WAIT_SECONDS, Writer

_PAINTING_MS = 300  # until delayed painting is finished
OFFSCREEN: Final = f"offscreen:configfile={resource('offscreen.json')}"
"""The value of `QT_QPA_PLATFORM`; the platform's own screen has 800×800 pixels, too few for the window."""
DESKTOP_FILE = "org.despacho.desk"
"""Name of the menu entry that the Debian package installs: Wayland shows its icon for the window."""
APP_USER_MODEL_ID = "Despacho.Desk"
"""As in the installer of Windows, which otherwise would show the window under Python's icon in the task bar."""
_DEMO_CARRIER = "ANDINA-BOG"
_OFFSCREEN = Text("Cli", "There is no display: the demo runs without showing its window.")
_NO_DISPLAY = Text("Error", "There is no display to open the window on. The commands work without one: despacho --help")
_NO_ANSWER = Text(
    "Cli",
    "Another window of Despacho has this data open and does not answer. This window works; close the other one if it "
    "does not recover.",
)
_OFFSCREEN_SIZE = (1440, 860)
_SIGNALS_MS = 200  # how often Python runs and can handle Ctrl+C while Qt waits

_log = logging.getLogger(__name__)


class Screenshot(QObject):
    """Writes a screenshot of the window once the day is loaded and shown."""

    def __init__(self, desk: Desk, path: Path, *, then_close: bool) -> None:
        super().__init__(desk)
        self._desk = desk
        self._path: Path | None = path
        self._then_close = then_close
        desk.window.current_day.load_ended.connect(self._wait_for_rows)

    @Slot()
    def _wait_for_rows(self) -> None:
        self._desk.window.tabs.page.rows_shown.connect(self._choose_row)

    @Slot()
    def _choose_row(self) -> None:
        page = self._desk.window.tabs.page
        page.rows_shown.disconnect(self._choose_row)
        page.view.selectRow(0)
        QTimer.singleShot(_PAINTING_MS, self.take)

    @Slot()
    def take(self) -> None:
        """Write the screenshot, unless it was already written."""
        if self._path is None:
            return
        path, self._path = self._path, None
        try:
            write_file(path, self._picture)
        except OutputError as error:
            print(self._desk.say(error.user_message), file=sys.stderr)  # noqa: T201 - an option of the command line
            self._desk.exit_code = 2 if error.wrong_path else 6
        if self._then_close:
            self._desk.close()

    def _picture(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._desk.window.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())


def qt_versions() -> tuple[tuple[str, str], ...]:
    """Return the version of Qt with its platform plugin, as pairs of name and version."""
    return (("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),)


def open_desk(app_context: AppContext, journal: ProcessLog) -> int:
    """Open the window on a data folder, and return the exit code once it is closed.

    If another window has the folder open, that one is raised instead. If it does not answer, a second window opens and
    says so.

    Raises:
        AppError: the settings or the store cannot be used, or there is no display.
    """
    app = _application(journal)
    check_data_folder(app_context.folder)
    with suppress(OSError):  # the store reports it
        private_folder(app_context.folder)
    single = SingleWindow(app_context.folder)
    with ExitStack() as stack:
        _close_with_session(app, stack)
        result = stack.enter_context(single.acquired())
        if result is StartResult.RAISED:
            return 0
        stack.enter_context(journal.crashes_noted(Voice.DESK))
        writer = stack.enter_context(Writer(app_context.database, BOARD_WAIT_SECONDS))
        desk = Desk(app, app_context, writer, is_demo=False, journal=journal)
        stack.callback(desk.stop)
        desk.listen_soon()
        single.raise_asked.connect(desk.come_to_the_front)
        if result is StartResult.FIRST:
            QTimer.singleShot(SOON_MS, single, single.listen)  # an earlier second start repeats its request
        else:
            single.listen()
            desk.tell(_NO_ANSWER)
            _print_message(desk.say, _NO_ANSWER)
        return desk.run()


def open_demo(app_context: AppContext, options: argparse.Namespace) -> int:
    """Open the window with the demo carrier, in a temporary folder and with credentials in memory."""
    from app.demo.carrier_server import CarrierServer  # noqa: PLC0415 - only for the demo
    from app.demo.desks import MoreDesks  # noqa: PLC0415 - only for the demo
    from app.demo.world.options import DayOptions, NotifyOptions  # noqa: PLC0415 - only for the demo

    if options.screenshot:
        check_output(options.screenshot)
    own = app_context.settings_file.read()
    is_offscreen = _has_no_display()
    if is_offscreen:
        os.environ["QT_QPA_PLATFORM"] = OFFSCREEN
        _print_message(app_context.catalog(own).say, _OFFSCREEN)
    credentials = CarrierCredentials(str(uuid4()), "demo")
    day = DayOptions(options.shipments, options.per_minute)
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="despacho-demo-", ignore_cleanup_errors=True))
        )
        journal = ProcessLog(folder, Redactor(), qt_versions)
        app = _application(journal)
        _close_with_session(app, stack)
        stack.enter_context(journal.opened(Voice.DESK))
        stack.enter_context(journal.crashes_noted(Voice.DESK))
        server = stack.enter_context(CarrierServer(day, credentials, now=lambda: datetime.now(zone_of(own))))
        kept = Credentials({}, SessionVault(), SessionVault(), journal.redact.learn)
        kept.write(SecretName.AUTHORIZATION_TOKEN, credentials.token, address=server.url, session_only=True)
        kept.write(SecretName.AUTHORIZATION_USER, credentials.user, address=server.url, session_only=True)
        token = token_urlsafe()
        kept.write(SecretName.RECEIVER_TOKEN, token, session_only=True)
        demo = AppContext(folder, {}, kept)
        settings = {
            "base_url": server.url,
            "carrier": _DEMO_CARRIER,
            "language": own.language or app_context.catalog(own).language,
            "theme": own.theme,
            "time_zone": own.time_zone,
            "site": "demo",
        }
        more = stack.enter_context(MoreDesks(folder / "desks")) if options.desks > 1 else None
        demo.settings_file.write({**settings, **({} if more is None else {"relay_url": more.relay_url, "desk": "1"})})
        writer = stack.enter_context(Writer(demo.database))
        desk = Desk(app, demo, writer, is_demo=True, journal=journal)
        stack.callback(desk.stop)

        def listen(_ended: object) -> None:
            """Start the receiver once the day is loaded; the demo sends no notifications of earlier visits."""
            desk.window.current_day.load_ended.disconnect(listen)
            url = desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
            server.notify(NotifyOptions(url, token, _DEMO_CARRIER))
            if more is not None:
                more.open(options.desks - 1, settings, credentials)

        desk.window.current_day.load_ended.connect(listen)
        if is_offscreen:
            desk.window.resize(*_OFFSCREEN_SIZE)
        if options.quit_after is not None:
            QTimer.singleShot(int(options.quit_after * 1000), desk.close)
        if options.screenshot:
            picture = Screenshot(desk, options.screenshot, then_close=is_offscreen and options.quit_after is None)
            desk.closing.connect(picture.take)
        return desk.run(load_at_once=True)


def show_failure(text: str) -> None:
    """Show why the window could not be opened, if the user has a screen and does not read it on standard error."""
    if QApplication.instance() is not None and _has_screen() and not _is_stderr_read():
        QMessageBox.critical(None, "Despacho", text)


def _has_screen() -> bool:
    return QApplication.platformName() != OFFSCREEN.partition(":")[0]


def _is_stderr_read() -> bool:
    """Tell whether a terminal or another program reads it; a desktop session has it closed, or writes it to a log."""
    try:
        number = sys.stderr.fileno()
        return os.isatty(number) or stat.S_ISFIFO(os.fstat(number).st_mode)
    except (AttributeError, OSError, ValueError):  # there is none, as in a program of Windows without a console
        return False


def _has_no_display() -> bool:
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform == "linux" and not any(os.environ.get(name) for name in named)


def _application(journal: ProcessLog) -> QApplication:
    """Return the application, set up to end on Ctrl+C.

    Raises:
        SettingsError: there is no display, for which Qt would abort the process.
    """
    if _has_no_display():
        raise SettingsError(_NO_DISPLAY)
    journal.more_versions = qt_versions
    qInstallMessageHandler(partial(_log_qt_message, journal))
    atexit.register(qInstallMessageHandler, None)  # what Qt says once Python has ended would crash the process
    app = QApplication(["despacho"])
    app.setApplicationName("Despacho")
    app.setDesktopFileName(DESKTOP_FILE)
    app.setWindowIcon(QIcon(str(resource("despacho.svg"))))
    if sys.platform == "win32":
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APP_USER_MODEL_ID)
    collect_in_this_thread(app)
    shorten_switch_interval()
    # By a timer: the handler may run during painting, when the window must not be closed.
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, app, app.exit))
    timer = QTimer(app, interval=_SIGNALS_MS)
    timer.timeout.connect(_run_python)
    timer.start()
    return app


def _close_with_session(app: QApplication, stack: ExitStack) -> None:
    """Close what is open when the session ends: Windows then ends the process right after `aboutToQuit` was emitted."""
    app.commitDataRequest.connect(lambda: app.aboutToQuit.connect(stack.close))


def _log_qt_message(journal: ProcessLog, kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Print and log a message of Qt, except the one that its offscreen platform writes for each window."""
    if message.startswith("This plugin does not support"):
        return
    print(message, file=sys.stderr)  # noqa: T201 - as Qt itself would
    if kind is QtMsgType.QtFatalMsg:  # it aborts the process
        journal.report_abort(f"Qt: {message}")
    elif kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        _log.warning("Qt: %s", message)


def _print_message(say: Say, text: Text) -> None:
    print(say(text), file=sys.stderr)  # noqa: T201 - for a start from a command line


def _run_python() -> None:
    """Do nothing: the interpreter handles pending signals whenever it runs."""
