"""One window for a data folder: who starts a second one gets the first to the front."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:  # Qt's sockets, which a window is shown without
    from app.bootstrap.instance_server import InstanceServer

_STARTING_SECONDS = 20.0  # that a first window may take to open, on a slow disk and after an update
_LOOK_SECONDS = 0.1


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
        self._folder = folder
        self._lock = FileLock(folder / "desk.lock", mode=0o600)
        self._instance_server: InstanceServer | None = None

    @contextmanager
    def taken(self) -> Iterator[Turn]:
        """Take the place, or bring whoever has it to the front; it is let go at the end of the context."""
        turn = self._take()
        try:
            yield turn
        finally:
            if self._instance_server is not None:
                self._instance_server.close()
            self._lock.release()

    def _take(self) -> Turn:
        deadline = time.monotonic() + _STARTING_SECONDS
        while time.monotonic() < deadline:
            try:
                self._lock.acquire(timeout=_LOOK_SECONDS)
            except Timeout:
                from app.bootstrap.instance_server import is_raised  # noqa: PLC0415 - see above

                answer = is_raised(self._folder)
                if answer is not None:
                    return Turn.RAISED if answer else Turn.NO_ANSWER
            except OSError:  # a file system without locks, or a folder that is not ours: the store says what is wrong
                return Turn.FIRST
            else:
                return Turn.FIRST
        return Turn.NO_ANSWER

    @Slot()
    def listen(self) -> None:
        """Be there for whoever comes. Who came before asks again until somebody is, for some seconds."""
        from app.bootstrap.instance_server import InstanceServer  # noqa: PLC0415 - see above

        self._instance_server = InstanceServer(self._folder, self)
        self._instance_server.raise_asked.connect(self.raise_asked)
