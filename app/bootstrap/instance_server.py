"""Local socket by which a second start raises the open window; only the same user can connect."""

import hashlib
import logging
import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.services.user import user_name

_ANSWER_SECONDS = 2.0
_LONGEST_LINE = 512
if sys.platform == "win32":
    import ctypes

_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - a Wayland compositor lets a window with it come to the front

_log = logging.getLogger(__name__)

_LONGEST_PATH = 100  # bytes of a socket's path; Linux allows 107, macOS 103


class InstanceServer(QObject):
    """Listens for second starts on one data folder."""

    raise_asked = Signal()
    """The program was started again: bring the window to the front."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Start to listen, replacing the socket of a process that ended or does not answer."""
        super().__init__(parent)
        name = name_of(folder)
        QLocalServer.removeServer(name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._send_process_id)
        if not self._server.listen(name):
            _log.warning("A second start cannot raise this window: %s", self._server.errorString())

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    @Slot()
    def _send_process_id(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
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
                os.environ[_TOKEN] = token  # Qt uses it for the next activation
            self.raise_asked.emit()
            socket.write(b"done\n")
            socket.flush()


def is_raised(folder: Path) -> bool | None:
    """Ask the process with this folder open to raise its window; return whether it answered.

    None if no process listens.
    """
    socket = QLocalSocket()
    socket.connectToServer(name_of(folder))
    if not socket.waitForConnected(int(_ANSWER_SECONDS * 1000)):
        return None
    deadline = time.monotonic() + _ANSWER_SECONDS
    process = _line_from(socket, deadline)
    if process is not None:
        _allow_focus(process)
        socket.write(f"raise {os.environ.get(_TOKEN, '')}\n".encode())
        if _line_from(socket, deadline) is not None:
            return True
    return False


def name_of(folder: Path) -> str:
    """Return the socket's name: a path in the session's runtime folder if there is one, else a name for Qt."""
    digest = hashlib.sha256(f"{user_name()}\n{folder.resolve()}".encode(errors="surrogateescape")).hexdigest()[:24]
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "-")
    path = str(runtime / f"despacho-{digest}")
    return path if runtime.is_dir() and len(os.fsencode(path)) <= _LONGEST_PATH else f"despacho-{digest}"


def _line_from(socket: QLocalSocket, deadline: float) -> str | None:
    while not socket.canReadLine():
        left = int((deadline - time.monotonic()) * 1000)
        if left <= 0 or not socket.waitForReadyRead(left):
            return None
    return bytes(socket.readLine(_LONGEST_LINE).data()).decode(errors="replace").strip()


def _allow_focus(process: str) -> None:
    """Let another process take the focus, which Windows gave to this one when it was started."""
    if sys.platform == "win32" and process.isdigit():
        ctypes.windll.user32.AllowSetForegroundWindow(int(process))
