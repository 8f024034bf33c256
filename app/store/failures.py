"""What SQLite and the file system say when they fail, in the words of this program."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import Timeout

from app.domain.errors import StoreBusyError, StoreUnusableError
from app.domain.texts import Text

_BUSY = Text("Error", "Another program is using Despacho's data and did not let go. Wait a moment and try again.")
_FULL = Text("Error", "The disk is full: nothing could be saved in {path}. Make room and try again.")
_DAMAGED = Text(
    "Error",
    "The file {path} is damaged or is no Despacho database. Move it away and load the days again; "
    "copies from before an update are in the folder “backups” beside it.",
)
_UNUSABLE = Text(
    "Error",
    "The data in {path} cannot be read or written ({reason}). Check the folder and its permissions.",
)


@contextmanager
def store_failures(path: Path) -> Iterator[None]:
    """Raise what the environment does to the store as a `StoreError`; a bug in our SQL stays what it is.

    Raises:
        StoreBusyError: somebody else held the write lock for too long.
        StoreUnusableError: disk full, not permitted, damaged, or not a database.
    """
    try:
        yield
    except Timeout as error:
        raise StoreBusyError(_BUSY) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreBusyError(_BUSY) from error
        if code == sqlite3.SQLITE_FULL:
            raise StoreUnusableError(_FULL.filled(path=path)) from error
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise StoreUnusableError(_DAMAGED.filled(path=path)) from error
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            raise StoreUnusableError(_UNUSABLE.filled(path=path, reason=error)) from error
        raise
    except OSError as error:
        raise StoreUnusableError(_UNUSABLE.filled(path=path, reason=error.strerror or error)) from error
