"""The locks by which processes take turns."""

from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

from app.domain.errors import StoreBusyError
from app.files.lock_holders import HolderNote

LOCK_WAIT_SECONDS = 5.0


class ProcessLock:
    """A file lock that says who holds it. Threads that share an object hold it together.

    Args:
        file: the lock's, which another one of the same name with the ending `.holder` goes with.

    Attributes:
        timeout: default wait, in seconds.
    """

    def __init__(self, file: Path) -> None:
        self.timeout = LOCK_WAIT_SECONDS
        self._lock = FileLock(file, mode=0o600, thread_local=False)
        self._note = HolderNote(file.with_suffix(".holder"))

    def acquire(self, timeout: float | None = None) -> AbstractContextManager[object]:
        """Take it, and return what releases it at the end of a `with` statement.

        Raises:
            StoreBusyError: another process did not release it in time; names that process where it is known.
            OSError: the lock's file cannot be made or opened.
        """
        try:
            taken = self._lock.acquire(timeout=self.timeout if timeout is None else timeout)
        except Timeout as error:
            raise StoreBusyError(self._note.text()) from error
        if self._lock.lock_counter == 1:
            self._note.write()
        return taken

    def release(self) -> None:
        """Release it, where it is held."""
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()
