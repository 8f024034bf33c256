"""Confirm reported damage with a second check: one failed read is no reason to restore yesterday's backup."""

import sqlite3
from pathlib import Path

from app.facts.file.corruption import find_damage, is_damage, is_undecodable, tables
from app.facts.file.opening import opened_for_reading

_LARGE_BYTES = 300_000_000  # above, an error of a statement gets the quick check: no process can write meanwhile
_STATEMENT_ERRORS = ("database disk image is malformed", "malformed database schema", "file is not a database")
"""Errors of statements, as opposed to results of a check."""


def confirm_damage(file: Path, reason: str) -> str | None:
    """Check a file with a new connection, and return what is damaged; None: nothing. Call with the write lock held.

    Args:
        file: the current one of the store.
        reason: the reported damage.

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
