"""The session ends while the window is open: nothing is asked, and everything is kept, closed and stopped."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from app.ui.context.window_state import WindowState
from tests.cli.process import DEADLINE, Despacho
from tests.flows.conftest import Bench
from tests.flows.test_closing import NOTE, kept, nothing_taken, with_a_note
from tests.flows.test_closing_while_receiving import receiving
from tests.flows.test_follow_ups import card
from tests.proxies.programs import free_port

OPENED = """
import os, signal, sys
from PySide6.QtCore import QTimer
from app.bootstrap import start_demo, start_window
from app.cli.main import main
from app.domain.reception.reception_state import ReceptionState
from tests.flows.test_session_end import ask_whether_it_may_end

class Desk(start_window.Desk):
    def run(self, **more):
        QTimer.singleShot(0, self, self.end_once_it_receives)
        return super().run(**more)

    def end_once_it_receives(self):
        if self.receiver_supervisor.reception is not ReceptionState.LISTENING:
            QTimer.singleShot(20, self, self.end_once_it_receives)
            return
        self.window.resize(1111, 777)
        print(self.window.saveGeometry().toBase64().toStdString(), flush=True)
        {end}

start_demo.Desk = start_window.Desk = Desk
sys.exit(main(sys.argv[1:]))
"""
"""Opens the window, and ends it in some way once it receives."""
KILL = "os.kill(os.getpid(), 0)" if sys.platform == "win32" else "os._exit(0)"
SESSION_ENDS = f"ask_whether_it_may_end(), self._app.aboutToQuit.emit(), {KILL}  # as Qt and Windows do"
SIGNAL = "self.window.closing.go_to_background(), signal.raise_signal(signal.{})"


def ask_whether_it_may_end() -> None:
    """Have Qt ask whether the session may end; PySide cannot emit this signal, whose argument is an object of Qt's."""
    library, name = "libQt6Gui.so.6", "_ZN15QGuiApplication17commitDataRequestER15QSessionManager"
    if sys.platform == "win32":
        library, name = "Qt6Gui.dll", "?commitDataRequest@QGuiApplication@@QEAAXAEAVQSessionManager@@@Z"
    elif sys.platform == "darwin":
        library = "QtGui.framework/QtGui"
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath))
    folders = folder, folder.parent  # of the wheel for Windows
    path = next(one / library for one in folders if (one / library).exists())
    app = QApplication.instance()
    assert app is not None
    pointer = ctypes.c_void_p(Shiboken.getCppPointer(app)[0])
    getattr(ctypes.CDLL(str(path)), name)(pointer, pointer)


def test_what_was_typed_is_saved_before_the_session_ends(bench: Bench) -> None:
    with_a_note(bench)
    ask_whether_it_may_end()
    assert kept(bench) == [NOTE]
    assert bench.window.isVisible()  # it may still be called off
    QTest.keyClicks(card(bench).note, "!")
    bench.desk.stop()
    assert kept(bench)[-1] == f"{NOTE}!"


def test_a_note_that_cannot_be_saved_keeps_no_session_from_ending(bench: Bench) -> None:
    with_a_note(bench)
    bench.window.resize(1111, 777)
    arrangement = bench.window.saveGeometry()
    with nothing_taken(bench):
        bench.desk.stop()
    assert WindowState(bench.folder / "window.ini").layout("window") == arrangement


def test_nothing_is_asked_while_it_receives_in_the_background(bench: Bench) -> None:
    receiving(bench)
    bench.window.closing.go_to_background()
    ask_whether_it_may_end()
    assert QApplication.activeModalWidget() is None
    bench.desk.stop()
    assert QApplication.activeModalWidget() is None


@pytest.fixture
def despacho(tmp_path: Path) -> Despacho:
    """`despacho` with a token, a port and a folder for temporary files."""
    (tmp_path / "temporary").mkdir()
    variables = {"DESPACHO_LANGUAGE": "en", **({} if sys.platform == "win32" else {"QT_QPA_PLATFORM": "offscreen"})}
    variables |= {"DESPACHO_RECEIVER_TOKEN": "a-receiver-token", "DESPACHO_RECEIVER_PORT": str(free_port())}
    variables |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path / "temporary"))
    return Despacho(tmp_path / "data", variables | {"PYTHONPATH": os.pathsep.join(sys.path)})


def opened_and_ended(despacho: Despacho, how: str, *arguments: str) -> str:
    """Open the window and end it; return its arrangement, as printed."""
    command = [sys.executable, "-c", OPENED.replace("{end}", how), *arguments]
    ended = subprocess.run(
        command, env=despacho.environment, capture_output=True, text=True, check=False, timeout=DEADLINE
    )
    assert (ended.returncode, [one for one in ended.stderr.splitlines() if "Dpi" not in one]) == (0, [])  # Wine's own
    return ended.stdout.strip()


@pytest.mark.parametrize("how", [SESSION_ENDS, SIGNAL.format("SIGTERM"), SIGNAL.format("SIGHUP")])
def test_a_window_that_ends_leaves_everything_closed(despacho: Despacho, how: str) -> None:
    if how != SESSION_ENDS and sys.platform == "win32":
        pytest.skip("signals of POSIX")
    shown = opened_and_ended(despacho, how)
    arrangement = WindowState(despacho.folder / "window.ini").layout("window")
    assert arrangement is not None
    assert arrangement.toBase64().toStdString() == shown
    assert not [*despacho.folder.glob("*.fatal")]  # else the next start would take it for a crash
    log = (despacho.folder / "log" / "despacho.log").read_text(encoding="utf-8")
    assert ("The session is about to end" in log) is (how == SESSION_ENDS)


def test_a_demo_that_ends_with_the_session_removes_its_folder(despacho: Despacho, tmp_path: Path) -> None:
    opened_and_ended(despacho, SESSION_ENDS, "demo")
    assert not [*(tmp_path / "temporary").glob("despacho-demo-*")]
