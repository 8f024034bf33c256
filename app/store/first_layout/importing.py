"""A store of the first layout is read into facts once; its file is kept aside."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from app.store.backups import backups
from app.store.damage import is_damage
from app.store.first_layout.later_schema import migrations
from app.store.generations import FIRST_LAYOUT, first_layout
from app.store.rescue import rescue

_TABLES = (
    "notification", "load", "content", "follow_up", "site", "seen", "heartbeat", "gap", "clock_set_back", "deviation",
    "care", "recovery",
)  # fmt: skip
_COLUMNS = """
    SELECT group_concat(name, ', ') FROM pragma_table_info(?, 'main')
    WHERE name IN (SELECT name FROM pragma_table_info(?, 'old'))
"""

_log = logging.getLogger(__name__)


def import_into(db: sqlite3.Connection, path: Path) -> None:
    """Read all facts out of the file of the first layout, or out of the newest copy that is whole and then the rest.

    Args:
        db: of the new facts, in no transaction; they are empty.
        path: of the store.

    Raises:
        OSError, sqlite3.DatabaseError: no room, not permitted.
    """
    file, place = first_layout(path), path.with_name(FIRST_LAYOUT)
    if file is None:
        return
    for source in (file, *backups(place)):
        try:
            _copy(db, path, source)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
            _log.warning("%s could not be read whole: %s", source.name, error)
        else:
            if source != file:
                rescue(db, file)
            break
    else:
        rescue(db, file)
    _log.info("The data of %s was read into %s", file.name, path.name)


def _copy(db: sqlite3.Connection, path: Path, source: Path) -> None:
    """Bring a copy of a file up to the last version of the first layout, and take its facts."""
    copy = path.with_name("first-layout.unfinished")
    _remove(copy)  # of somebody who was killed
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as old:
            old.execute("PRAGMA busy_timeout = 5000")
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            old.execute("VACUUM INTO ?", [str(copy)])
        with closing(sqlite3.connect(copy, isolation_level=None)) as old:
            old.execute("PRAGMA foreign_keys = ON")
            migrations.apply(Database(old))
        db.execute("ATTACH DATABASE ? AS old", (str(copy),))
        try:
            _take_facts(db)
        finally:
            db.execute("DETACH DATABASE old")
    finally:
        _remove(copy)


def _take_facts(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for table in _TABLES:
            columns = db.execute(_COLUMNS, (table, table)).fetchone()[0]
            db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM old.{table}")  # noqa: S608 - ours
        db.execute(
            "UPDATE main.sqlite_sequence SET seq = before.seq FROM old.sqlite_sequence AS before"
            " WHERE before.name = main.sqlite_sequence.name"
        )
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _remove(copy: Path) -> None:
    for tail in ("", "-journal", "-wal", "-shm"):
        copy.with_name(copy.name + tail).unlink(missing_ok=True)
