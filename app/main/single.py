"""One window for a data folder: who starts a second one gets the first to the front."""

import hashlib
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from getpass import getuser
from pathlib import Path

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_STARTING_SECONDS = 20.0  # that a first window may take to open, on a slow disk and after an update
_ANSWER_SECONDS = 2.0
_LOOK_SECONDS = 0.1
_LONGEST_LINE = 512
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - by which a Wayland compositor knows that the user wants the window

_log = logging.getLogger(__name__)

_LONGEST_PATH = 100  # of a socket; Linux takes 107 bytes, macOS 103


class Turn(Enum):
    """What somebody who starts the program finds."""

    FIRST = "first"  # nobody else has the folder open
    RAISED = "raised"  # somebody has, and came to the front
    NO_ANSWER = "no_answer"  # somebody has, and does not answer


class SingleWindow(QObject):
    """The folder's place for a window. A lock says whether somebody has it, and a local socket reaches them.

    The lock goes with its process, however that ends, so that a socket that was left behind is known for what it is.
    Nobody but the socket's owner can connect to it.
    """

    raise_asked = Signal()
    """Somebody started the program once more: bring the window to the front."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = FileLock(folder / "desk.lock", mode=0o600)
        self._name = _name_of(folder)
        self._server: QLocalServer | None = None

    @contextmanager
    def taken(self) -> Iterator[Turn]:
        """Take the place, or bring whoever has it to the front; it is let go at the end of the context."""
        turn = self._take()
        try:
            yield turn
        finally:
            if self._server is not None:
                self._server.close()
            self._lock.release()

    def _take(self) -> Turn:
        deadline = time.monotonic() + _STARTING_SECONDS
        while time.monotonic() < deadline:
            try:
                self._lock.acquire(timeout=_LOOK_SECONDS)
            except Timeout:
                answer = self._ask()
                if answer is not None:
                    return answer
            except OSError:  # a file system without locks, or a folder that is not ours: the store says what is wrong
                return Turn.FIRST
            else:
                return Turn.FIRST
        return Turn.NO_ANSWER

    def _ask(self) -> Turn | None:
        """Ask whoever has the place to come to the front; None where nobody listens yet, or any more."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(int(_ANSWER_SECONDS * 1000)):
            return None
        deadline = time.monotonic() + _ANSWER_SECONDS
        process = _line_from(socket, deadline)
        if process is not None:
            _let_to_the_front(process)
            socket.write(f"raise {os.environ.get(_TOKEN, '')}\n".encode())
            if _line_from(socket, deadline) is not None:
                return Turn.RAISED
        return Turn.NO_ANSWER

    def listen(self) -> None:
        """Be there for whoever comes; call it once the window can be shown, as nobody who comes waits for long."""
        QLocalServer.removeServer(self._name)  # its owner is dead, or does not answer
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        if not self._server.listen(self._name):
            _log.warning("A second start cannot raise this window: %s", self._server.errorString())

    @Slot()
    def _greet(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._answer)
            socket.write(f"{os.getpid()}\n".encode())

    @Slot()
    def _answer(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket):
            return
        if not socket.canReadLine():
            if socket.bytesAvailable() > _LONGEST_LINE:
                socket.abort()
            return
        asked, _, token = bytes(socket.readLine(_LONGEST_LINE).data()).decode(errors="replace").strip().partition(" ")
        if asked == "raise":
            if token:
                os.environ[_TOKEN] = token  # Qt takes it from there with the next activation
            self.raise_asked.emit()
            socket.write(b"done\n")
            socket.flush()


def _name_of(folder: Path) -> str:
    """Return the name of the socket: a path where sessions have a folder for such, else a name that Qt completes."""
    digest = hashlib.sha256(f"{_user()}\n{folder.resolve()}".encode(errors="surrogateescape")).hexdigest()[:24]
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "-")
    path = str(runtime / f"despacho-{digest}")
    return path if runtime.is_dir() and len(os.fsencode(path)) <= _LONGEST_PATH else f"despacho-{digest}"


def _user() -> str:
    try:
        return getuser()
    except (KeyError, ImportError, OSError):  # no such variable, and no list of users to look it up in
        return ""


def _line_from(socket: QLocalSocket, deadline: float) -> str | None:
    while not socket.canReadLine():
        left = int((deadline - time.monotonic()) * 1000)
        if left <= 0 or not socket.waitForReadyRead(left):
            return None
    return bytes(socket.readLine(_LONGEST_LINE).data()).decode(errors="replace").strip()


def _let_to_the_front(process: str) -> None:
    """Let another process take the focus that this one was given by being started."""
    if sys.platform == "win32" and process.isdigit():
        import ctypes  # noqa: PLC0415 - Windows alone

        ctypes.windll.user32.AllowSetForegroundWindow(int(process))
