"""One window per data folder: a second start raises the open window.

filelock holds the folder and Qt's local socket passes the request on; the libraries for both in one know an
application, not a folder.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import Timeout
from PySide6.QtCore import QObject, Signal, Slot

from app.files.process_lock import file_lock

if TYPE_CHECKING:  # the window opens without importing Qt's sockets
    from app.bootstrap.instance_server import InstanceServer

_STARTING_SECONDS = 20.0  # longest start of a window, on a slow disk and after an update
_POLL_SECONDS = 0.1


class StartResult(Enum):
    """State of a data folder at a start of the window."""

    FIRST = "first"  # no other window has the folder open
    RAISED = "raised"  # another window has it open, and was raised
    NO_ANSWER = "no_answer"  # another window has it open, and does not answer


class SingleWindow(QObject):
    """Ensures one window per folder: a lock file marks the folder as open, a local socket reaches the window.

    The system releases the lock when its process ends, so that a socket left behind is recognized. Only the same user
    can connect to the socket.
    """

    raise_asked = Signal()
    """The program was started again: bring the window to the front."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._lock = file_lock(folder / "desk.lock")
        self._instance_server: InstanceServer | None = None

    @contextmanager
    def acquired(self) -> Iterator[StartResult]:
        """Lock the folder until the end of the context; if another window has it, raise that one."""
        result = self._acquire()
        try:
            yield result
        finally:
            if self._instance_server is not None:
                self._instance_server.close()
            self._lock.release()

    def _acquire(self) -> StartResult:
        deadline = time.monotonic() + _STARTING_SECONDS
        while time.monotonic() < deadline:
            try:
                self._lock.acquire(timeout=_POLL_SECONDS)
            except Timeout:
                from app.bootstrap.instance_server import is_raised  # noqa: PLC0415 - only for a second start

                answer = is_raised(self._folder)
                if answer is not None:
                    return StartResult.RAISED if answer else StartResult.NO_ANSWER
            except OSError:  # a file system without locks, or missing permissions: the store reports it
                return StartResult.FIRST
            else:
                return StartResult.FIRST
        return StartResult.NO_ANSWER

    @Slot()
    def listen(self) -> None:
        """Listen for second starts. One that came earlier repeats its request for some seconds."""
        from app.bootstrap.instance_server import InstanceServer  # noqa: PLC0415 - after the window is shown

        self._instance_server = InstanceServer(self._folder, self)
        self._instance_server.raise_asked.connect(self.raise_asked)
