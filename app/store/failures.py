"""What SQLite and the file system say when they fail, in the words of this program."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from filelock import Timeout

from app.domain.errors import StoreBusyError, StoreUnusableError
from app.domain.texts import Text
from app.store.damage import Mark, code, is_damage, is_environment
from app.store.generations import newest

_BUSY = Text("Error", "Another program is using Despacho's data and did not let go. Wait a moment and try again.")
_FULL = Text("Error", "The disk is full: nothing could be saved in {path}. Make room and try again.")
_DAMAGED = Text(
    "Error",
    "The file {path} is damaged. The receiver or the window restores it by itself, from the newest copy in the folder "
    "“backups” beside it; if neither is running, start Despacho. Then try again.",
)
_UNUSABLE = Text(
    "Error",
    "The data in {path} cannot be read or written ({reason}). Check the folder and its permissions.",
)


@contextmanager
def store_failures(path: Path, file: Callable[[], Path] | None = None) -> Iterator[None]:
    """Raise what the environment does to the store as a `StoreError`; a bug in our SQL stays what it is.

    Damage is noted beside the file, so that the next one who writes restores it.

    Args:
        path: of the database.
        file: asked which file it was, where that is not the one that is the newest on entering.

    Raises:
        StoreBusyError: somebody else held the write lock for too long.
        StoreUnusableError: disk full, not permitted, damaged, or not a database.
    """
    try:
        blamed = file or partial(_same, newest(path))
        yield
    except Timeout as error:
        raise StoreBusyError(_BUSY) from error
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            with suppress(OSError):
                Mark(path).leave(str(error), blamed())
            raise StoreUnusableError(_DAMAGED.filled(path=path)) from error
        if code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreBusyError(_BUSY) from error
        if code(error) == sqlite3.SQLITE_FULL or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
            raise StoreUnusableError(_FULL.filled(path=path)) from error
        if is_environment(error):
            raise StoreUnusableError(_UNUSABLE.filled(path=path, reason=error)) from error
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StoreUnusableError(_FULL.filled(path=path)) from error
        raise StoreUnusableError(_UNUSABLE.filled(path=path, reason=error.strerror or error)) from error


def _same(file: Path) -> Path:
    return file
