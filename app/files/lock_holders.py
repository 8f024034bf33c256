"""Record which process holds a lock, in a file beside it, so that a time-out can name that process."""

import os
import re
from contextlib import suppress
from pathlib import Path

from app.domain.texts import Text
from app.files.file_times import settled_state

BUSY = Text("Error", "Another program is using Despacho's data and did not let go. Wait a moment and try again.")
_HELD = Text(
    "Error",
    "Another program is using Despacho's data and did not let go: {command}, process {pid}. "
    "Wait a moment and try again; if it hangs, end that process.",
)
_NOTE = re.compile(r"(\d{1,10}) (despacho(?: [a-z-]{1,20})?)", re.ASCII)


class ThisProcess:
    """How lock files name this process.

    Attributes:
        command: `despacho` for the window, `despacho <command>` for a command.
    """

    command = "despacho"


class LockHolder:
    """The file that names the last process to take a lock. It stays after the release, until the next one takes it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ours: tuple[int, ...] | None = None  # the file that names this process

    def write(self) -> None:
        """Record this process; call with the lock held. A file that cannot be written is left out."""
        state = settled_state(self._file)
        if state is not None and state == self._ours:
            return
        ours, self._ours = f"{os.getpid()} {ThisProcess.command}", state
        if self._read() == ours:
            return
        self._ours = None
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
            handle = os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123 - a descriptor
                file.write(ours)

    def text(self) -> Text:
        """Return the error message for a lock that was not released in time; it names the holder where known."""
        found = _NOTE.fullmatch(self._read())
        if found is None or not _may_be_running(int(found[1])):
            return BUSY
        return _HELD.filled(command=found[2], pid=int(found[1]))

    def _read(self) -> str:
        try:
            return self._file.read_text(encoding="ascii", errors="replace")
        except OSError:
            return ""


def _may_be_running(pid: int) -> bool:
    """Return whether another process with this id may be running."""
    if pid == os.getpid():
        return False
    if os.name == "posix":  # on Windows this call would end the process
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
    return True
