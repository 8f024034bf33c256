"""Which process holds a lock: noted in a file beside it, so that one that waits in vain can say for whom."""

import os
import re
from contextlib import suppress
from pathlib import Path

from app.domain.texts import Text

BUSY = Text("Error", "Another program is using Despacho's data and did not let go. Wait a moment and try again.")
_HELD = Text(
    "Error",
    "Another program is using Despacho's data and did not let go: {command}, process {pid}. "
    "Wait a moment and try again; if it hangs, end that process.",
)
_NOTE = re.compile(r"(\d{1,10}) (despacho(?: [a-z-]{1,20})?)", re.ASCII)


class ThisProcess:
    """What this process is.

    Attributes:
        command: `despacho` for the window, else with the command's name behind it.
    """

    command = "despacho"


class HolderNote:
    """The note of who last took a lock. It stays when the lock is released: who takes it next writes another one."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def write(self) -> None:
        """Note this process. Call with the lock held; where that cannot be noted, there is no note."""
        ours = f"{os.getpid()} {ThisProcess.command}"
        if self._read() == ours:
            return
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
            handle = os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123 - a descriptor
                file.write(ours)

    def text(self) -> Text:
        """Return what is said to somebody who did not get the lock: it names the holder where that is known."""
        found = _NOTE.fullmatch(self._read())
        if found is None or not _may_hold(int(found[1])):
            return BUSY
        return _HELD.filled(command=found[2], pid=int(found[1]))

    def _read(self) -> str:
        try:
            return self._file.read_text(encoding="ascii", errors="replace")
        except OSError:
            return ""


def _may_hold(pid: int) -> bool:
    """Return whether another process of this id may run; else the note is of one that ended."""
    if pid == os.getpid():
        return False
    if os.name == "posix":  # elsewhere this would end it
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
    return True
