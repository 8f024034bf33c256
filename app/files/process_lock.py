"""Locks between processes."""

from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

from app.domain.errors import StoreBusyError
from app.files.lock_holders import LockHolder
from app.files.private_folder import IS_SET

LOCK_WAIT_SECONDS = 5.0


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

    Attributes:
        timeout: default wait, in seconds.
    """

    def __init__(self, file: Path) -> None:
        self.timeout = LOCK_WAIT_SECONDS
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
            taken = self._lock.acquire(timeout=self.timeout if timeout is None else timeout)
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
