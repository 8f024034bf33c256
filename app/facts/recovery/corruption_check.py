"""Check a store for damage; confirm reported damage, as one failed read is no reason to restore an old backup."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from app.facts.file.corruption import DamageMark, find_damage, is_damage, is_undecodable, tables
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current, opened_for_reading

_LARGE_BYTES = 300_000_000  # above, an error of a statement gets the quick check: no process can write meanwhile
_STATEMENT_ERRORS = ("database disk image is malformed", "malformed database schema", "file is not a database")
"""Errors of statements, as opposed to results of a check."""


def confirm_damage(file: Path, reason: str) -> str | None:
    """Check a file with a new connection, and return what is damaged; None: nothing. Call with the write lock held.

    Raises:
        sqlite3.DatabaseError: the check could not be made.
    """
    try:
        with opened_for_reading(file) as db:
            is_from_statement = reason.startswith(_STATEMENT_ERRORS) or is_undecodable(reason)
            found = find_damage(db, thorough=file.stat().st_size <= _LARGE_BYTES or not is_from_statement)
            if found is None and is_undecodable(reason):
                _read_all(db)
            return found
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return str(error)
        raise


def _read_all(db: sqlite3.Connection) -> None:
    """Read every text, since SQLite's checks do not decode them."""
    for table in tables(db):
        for _ in db.execute(f'SELECT * FROM "{table}"'):
            pass


def integrity_problem(path: Path, *, thorough: bool = False) -> str | None:
    """Return what is damaged in the store; None: nothing. The next process that writes restores it.

    `thorough`: indexes are compared with their tables too, which takes much longer.

    Raises:
        StoreError: it cannot be read, is no database, or was written by a newer version.
    """
    with store_failures(path):
        is_current(path)
        file = newest_file(path)
        with opened_for_reading(file) as db:
            found = find_damage(db, thorough=thorough)
        if found is None:
            return None
        with suppress(OSError):  # the folder is read-only
            DamageMark(path).set(found, file)
    return found
