"""Create the file of the facts, and open it for writing."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from app.facts.file.database import address, connect
from app.facts.file.opening import fold_cell, has_all_migrations
from app.files.process_lock import ProcessLock

_LARGEST_LOG = 4_000_000
"""Bytes that the log keeps once it is empty, as many as fill it before SQLite empties it."""

_POLL_SECONDS = 0.002
"""A notification waits for its answer meanwhile; a transaction takes some ms."""


def write_lock(path: Path) -> ProcessLock:
    """Return the lock that every process holds around each write and checkpoint.

    SQLite 3.7.0 to 3.51.2 can corrupt a WAL file when two connections write and checkpoint at once. With 3.51.3
    everywhere, try without this lock.
    """
    return ProcessLock(path.with_suffix(".lock"), _POLL_SECONDS)


def open_for_writing(file: Path, on_migrating: Callable[[str], object] = lambda _name: None) -> sqlite3.Connection:
    """Open the file for writing; create or migrate it first. Call with the write lock held.

    Args:
        file: the current one of the store.
        on_migrating: called with the name of the first migration before an existing file is migrated.

    Returns:
        A connection in autocommit mode: WAL, `synchronous=FULL`, `fullfsync`, foreign keys on.

    Raises:
        StoreNewerError: it has migrations that this version does not know. The file is unchanged.
        sqlite3.DatabaseError: it is no database, is damaged, or cannot be written.
    """
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # SQLite gives -wal and -shm the mode of the file
    connection = connect(address(file, "rw"), check_same_thread=False)
    try:
        _prepare(connection)
        if not has_all_migrations(connection):
            from app.facts.file.schema import migrate  # noqa: PLC0415 - sqlite-utils loads slowly

            migrate(connection, on_migrating)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # NORMAL loses acknowledged rows in a power cut
    connection.execute(f"PRAGMA journal_size_limit = {_LARGEST_LOG}")
    connection.execute("PRAGMA fullfsync = ON")  # macOS: a sync that leaves nothing in the drive's cache
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = FILE")
    connection.execute("PRAGMA secure_delete = ON")  # deleted content is overwritten; not the default everywhere
    connection.create_function("fold", 1, fold_cell, deterministic=True)
