"""Local socket by which a second start raises the open window.

Only the same user can connect to it. On Linux and macOS no other user can replace it either. On Windows it is a named
pipe with a predictable name: a process of another user can create it first, and then answers in place of the window.
"""

import hashlib
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.files.private_files import is_only_ours_to_change
from app.services.app_context import user_name

_ANSWER_SECONDS = 2.0
_LONGEST_LINE = 512
if sys.platform == "win32":
    import ctypes

_ACTIVATION = "XDG_ACTIVATION_TOKEN"  # a Wayland compositor lets a window with it come to the front

_log = logging.getLogger(__name__)

_LONGEST_PATH = 100  # bytes of a socket's path; Linux allows 107, macOS 103


class InstanceServer(QObject):
    """Listens for second starts on one data folder."""

    raise_asked = Signal()
    """The program was started again: bring the window to the front."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Start to listen, replacing the socket of a process that ended or does not answer."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._send_process_id)
        name = name_of(folder)
        if name is None:
            _log.warning("A second start cannot raise this window: other users can change each folder for its socket")
            return
        QLocalServer.removeServer(name)
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
                os.environ[_ACTIVATION] = token  # Qt uses it for the next activation
            self.raise_asked.emit()
            socket.write(b"done\n")
            socket.flush()


def is_raised(folder: Path) -> bool | None:
    """Ask the process with this folder open to raise its window; return whether it answered.

    None if no process listens yet; False also if there is no socket that is certain to be this user's.
    """
    name = name_of(folder)
    if name is None:
        return False
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(int(_ANSWER_SECONDS * 1000)):
        return None
    deadline = time.monotonic() + _ANSWER_SECONDS
    process = _line_from(socket, deadline)
    if process is not None:
        _allow_focus(process)
        socket.write(f"raise {os.environ.get(_ACTIVATION, '')}\n".encode())
        if _line_from(socket, deadline) is not None:
            return True
    return False


def name_of(folder: Path) -> str | None:
    """Return the name of a data folder's socket: on Windows of a pipe, else a path that no other user can take.

    The path is in the session's runtime folder, else in the data folder, else in a folder of this user for temporary
    files: the first that only this user can change and whose path is short enough.

    The name follows from the folder itself, as its path can be written in several ways: by links, and on Windows and
    macOS in capitals or small letters.

    Returns:
        None where there is no such folder; a second start then cannot reach the window.
    """
    try:
        found = folder.stat()
    except OSError:
        return None
    digest = hashlib.sha256(f"{user_name()}\n{found.st_dev} {found.st_ino}".encode()).hexdigest()[:24]
    name = f"despacho-{digest}"
    if sys.platform == "win32":
        return name
    for place in _socket_folders(folder.resolve()):
        path = str(place / name)
        if len(os.fsencode(path)) <= _LONGEST_PATH and is_only_ours_to_change(place):
            return path
    return None


def _socket_folders(folder: Path) -> Iterator[Path]:
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime)
    yield folder
    if sys.platform != "win32":
        temporary = Path(tempfile.gettempdir()) / f"despacho-{os.getuid()}"
        with suppress(OSError):
            temporary.mkdir(mode=0o700, exist_ok=True)
        yield temporary


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
