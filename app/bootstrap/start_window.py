"""Opens the window on a data folder."""

import atexit
import ctypes
import logging
import os
import signal
import stat
import sys
from contextlib import ExitStack, suppress
from functools import partial
from typing import Final

from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler, qVersion
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from app.bootstrap.desk import SOON_MS, Desk
from app.bootstrap.process_tuning import collect_in_this_thread, shorten_switch_interval
from app.bootstrap.single_instance import SingleWindow, StartResult
from app.domain.errors import SettingsError
from app.domain.resources import resource
from app.domain.texts import Text
from app.files.private_files import private_folder
from app.load_process.client import LoadProcess
from app.logs.crash_reports import print_error
from app.logs.process_log import ProcessLog, Voice
from app.services.app_context import AppContext
from app.settings import check_data_folder
from app.store.writer import BOARD_WAIT_SECONDS, Writer

OFFSCREEN: Final = f"offscreen:configfile={resource('offscreen.json')}"
"""The value of `QT_QPA_PLATFORM`; the platform's own screen has 800×800 pixels, too few for the window."""
DESKTOP_FILE = "org.despacho.desk"
"""Name of the menu entry that the Debian package installs: Wayland shows its icon for the window."""
APP_USER_MODEL_ID = "Despacho.Desk"
"""As in the installer of Windows, which otherwise would show the window under Python's icon in the task bar."""
_NO_DISPLAY = Text("Error", "There is no display to open the window on. The commands work without one: despacho --help")
_NO_ANSWER = Text(
    "Cli",
    "Another window of Despacho has this data open and does not answer. This window works; close the other one if it "
    "does not recover.",
)
_SIGNALS_MS = 200  # how often Python runs and can handle Ctrl+C while Qt waits

_log = logging.getLogger(__name__)


def qt_versions() -> tuple[tuple[str, str], ...]:
    """Return the version of Qt with its platform plugin, as pairs of name and version."""
    return (("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),)


def open_desk(app_context: AppContext, log: ProcessLog) -> int:
    """Open the window on a data folder, and return the exit code once it is closed.

    If another window has the folder open, that one is raised instead. If it does not answer, a second window opens and
    says so.

    Raises:
        AppError: the settings or the store cannot be used, or there is no display.
    """
    app = new_application(log)
    check_data_folder(app_context.folder)
    with suppress(OSError):  # the store reports it
        private_folder(app_context.folder)
    single = SingleWindow(app_context.folder)
    with ExitStack() as stack:
        close_with_session(app, stack)
        result = stack.enter_context(single.acquired())
        if result is StartResult.RAISED:
            return 0
        stack.enter_context(log.crashes_noted(Voice.DESK))
        writer = stack.enter_context(Writer(app_context.database, BOARD_WAIT_SECONDS))
        desk = Desk(app, app_context, writer, loads=LoadProcess(app_context), is_demo=False, log=log)
        stack.callback(desk.stop)
        desk.listen_soon()
        single.raise_asked.connect(desk.come_to_the_front)
        if result is StartResult.FIRST:
            QTimer.singleShot(SOON_MS, single, single.listen)  # an earlier second start repeats its request
        else:
            single.listen()
            desk.tell(_NO_ANSWER)
            print_error(desk.say(_NO_ANSWER))
        return desk.run()


def show_failure(text: str) -> None:
    """Show why the window could not be opened, if the user has a screen and does not read it on standard error."""
    has_screen = QApplication.instance() is not None and QApplication.platformName() != OFFSCREEN.partition(":")[0]
    if has_screen and not _is_stderr_read():
        QMessageBox.critical(None, "Despacho", text)


def _is_stderr_read() -> bool:
    """Tell whether a terminal or another program reads it; a desktop session has it closed, or writes it to a log."""
    try:
        number = sys.stderr.fileno()
        return os.isatty(number) or stat.S_ISFIFO(os.fstat(number).st_mode)
    except (AttributeError, OSError, ValueError):  # there is none, as in a program of Windows without a console
        return False


def has_no_display() -> bool:
    """Return whether there is no display to open a window on."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform == "linux" and not any(os.environ.get(name) for name in named)


def new_application(log: ProcessLog) -> QApplication:
    """Return the application, set up to end on Ctrl+C.

    Raises:
        SettingsError: there is no display, for which Qt would abort the process.
    """
    if has_no_display():
        raise SettingsError(_NO_DISPLAY)
    log.more_versions = qt_versions
    qInstallMessageHandler(partial(_log_qt_message, log))
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


def close_with_session(app: QApplication, stack: ExitStack) -> None:
    """Close what is open when the session ends: Windows then ends the process right after `aboutToQuit` was emitted."""
    app.commitDataRequest.connect(lambda: app.aboutToQuit.connect(stack.close))


def _log_qt_message(log: ProcessLog, kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Print and log a message of Qt, except the one that its offscreen platform writes for each window."""
    if message.startswith("This plugin does not support"):
        return
    print_error(message)  # as Qt itself would
    if kind is QtMsgType.QtFatalMsg:  # it aborts the process
        log.report_abort(f"Qt: {message}")
    elif kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        _log.warning("Qt: %s", message)


def _run_python() -> None:
    """Do nothing: the interpreter handles pending signals whenever it runs."""
