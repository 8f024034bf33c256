"""How the file is made and migrated, and opened to write."""

import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock
from sqlite_utils import Database

from app.domain.errors import StoreNewerError
from app.domain.texts import Text
from app.store.damage import DamagedError, damage_in
from app.store.opening import fold_cell
from app.store.schema import migrations

LOCK_WAIT_SECONDS = 5.0

_log = logging.getLogger(__name__)


def write_lock(path: Path) -> FileLock:
    """Return the lock that processes take around each write and checkpoint.

    SQLite 3.7.0 to 3.51.2 can corrupt a WAL file when two connections write and checkpoint at once; with 3.51.3
    everywhere this lock could go.
    """
    return FileLock(path.with_suffix(".lock"), timeout=LOCK_WAIT_SECONDS, mode=0o600, thread_local=False)


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
        database = Database(connection)
        _refuse_newer(database)
        pending = migrations.pending(database)
        if pending and migrations.applied(database):
            on_migrating(pending[0].name)
            _log.info("The database is brought up to date: %s", ", ".join(one.name for one in pending))
        migrations.apply(database)
    except BaseException:
        connection.close()
        raise
    return connection


def has_all_migrations(connection: sqlite3.Connection) -> bool:
    """Whether the file has exactly the migrations of this version.

    Raises:
        StoreNewerError: it has migrations that this version does not know.
    """
    database = Database(connection)
    _refuse_newer(database)
    return not migrations.pending(database)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # NORMAL loses acknowledged rows in a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = FILE")
    connection.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten; not everywhere the default
    connection.create_function("fold", 1, fold_cell, deterministic=True)


def _refuse_newer(database: Database) -> None:
    applied, ours = {migration.name for migration in migrations.applied(database)}, _our_names()
    if applied <= ours:
        return
    found = None if applied >= ours else damage_in(database.conn)  # a newer version has all of ours, as a rule
    if found is not None:
        raise DamagedError(found)
    raise StoreNewerError(
        Text(
            "Error",
            "This data was made by a newer version of Despacho, and this version would damage it. "
            "Install the newer version, or choose another data folder.",
        )
    )


def _our_names() -> set[str]:
    return {migration.name for migration in migrations.pending(Database(memory=True))}
