"""How the file of the facts is made, and opened to write."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from app.facts.file.opening import MIGRATIONS, applied_migrations, fold_cell
from app.files.process_lock import ProcessLock


def write_lock(path: Path) -> ProcessLock:
    """Return the lock that processes take around each write and checkpoint.

    SQLite 3.7.0 to 3.51.2 can corrupt a WAL file when two connections write and checkpoint at once; with 3.51.3
    everywhere this lock could go.
    """
    return ProcessLock(path.with_suffix(".lock"))


def open_for_writing(file: Path, on_migrating: Callable[[str], object] = lambda _name: None) -> sqlite3.Connection:
    """Open a database, making or migrating it first. Call with the write lock held.

    Args:
        file: the one that the store lives in.
        on_migrating: called with the first migration's name before one that is there is changed.

    Returns:
        A connection in autocommit mode: WAL, `synchronous=FULL`, foreign keys on.

    Raises:
        StoreNewerError: it has migrations that this version does not know. The file is as it was.
        sqlite3.DatabaseError: it is no database, is damaged, or cannot be written.
    """
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # SQLite gives -wal and -shm the mode of the file
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    try:
        _prepare(connection)
        if applied_migrations(connection) != set(MIGRATIONS):
            from app.facts.file.migrations import migrate  # noqa: PLC0415 - it takes a good part of a start to be loaded

            migrate(connection, on_migrating)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # NORMAL loses acknowledged rows in a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = FILE")
    connection.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten; not everywhere the default
    connection.create_function("fold", 1, fold_cell, deterministic=True)
