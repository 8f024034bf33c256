"""Locks between processes, and which process holds one."""

import os
import re
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from app.domain.errors import StoreBusyError
from app.domain.texts import Text
from app.files.private_files import IS_SET
from app.files.reading import settled_state

BUSY = Text("Error", "Another program is using Despacho's data and did not let go. Wait a moment and try again.")
_HELD = Text(
    "Error",
    "Another program is using Despacho's data and did not let go: {command}, process {pid}. "
    "Wait a moment and try again; if it hangs, end that process.",
)
_NOTE = re.compile(r"(\d{1,10}) (despacho(?: [a-z-]{1,20})?)", re.ASCII)
LOCK_WAIT_SECONDS = 5.0


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
            with os.fdopen(handle, "w", encoding="ascii") as file:
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


def file_lock(file: Path, timeout: float = -1) -> FileLock:
    """Return a lock for its owner alone, shared by threads; its file stays, as each new one would cost a transaction.

    Args:
        file: the lock file.
        timeout: seconds to wait; -1: for ever.
    """
    return FileLock(file, timeout, 0o600 if IS_SET else -1, thread_local=False, preserve_lock_file=True)


class ProcessLock:
    """A file lock that records its holder. It is re-entrant, also across threads that share the object.

    Args:
        file: the lock file; `<name>.holder` beside it names the holder.
        poll_seconds: between two attempts to take it.

    Attributes:
        timeout: default wait, in seconds.
    """

    def __init__(self, file: Path, poll_seconds: float = 0.05) -> None:
        self.timeout = LOCK_WAIT_SECONDS
        self._poll_seconds = poll_seconds
        self._lock = file_lock(file)
        self._holder = LockHolder(file.with_suffix(".holder"))

    def acquire(self, timeout: float | None = None) -> AbstractContextManager[object]:
        """Acquire the lock and return a context manager that releases it.

        Args:
            timeout: seconds to wait; None: `self.timeout`.

        Raises:
            StoreBusyError: another process did not release it in time; the message names it where known.
            OSError: the lock file cannot be created or opened.
        """
        try:
            taken = self._lock.acquire(
                timeout=self.timeout if timeout is None else timeout, poll_interval=self._poll_seconds
            )
        except Timeout as error:
            raise StoreBusyError(self._holder.text()) from error
        if self._lock.lock_counter == 1:
            self._holder.write()
        return taken

    def release(self) -> None:
        """Release the lock, if it is held."""
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()
