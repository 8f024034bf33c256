"""Whether a file is damaged that somebody says is: one bad read is no reason to go back to yesterday's copy."""

import sqlite3
from pathlib import Path

from app.facts.file.corruption import find_damage, is_damage, is_undecodable, tables
from app.facts.file.opening import opened_for_reading

_LARGE_BYTES = 300_000_000  # bytes; beyond, what one statement met is looked for quickly: nobody writes meanwhile
_STATEMENT_ERRORS = ("database disk image is malformed", "malformed database schema", "file is not a database")
"""What a statement says, and not a check."""


def confirm_damage(file: Path, reason: str) -> str | None:
    """Return what is damaged in a file, by a connection of its own; None where nothing is. Call with the write lock.

    Args:
        file: that the store lives in.
        reason: what was said of it.

    Raises:
        sqlite3.DatabaseError: it could not be looked at.
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
    """Read each text, which SQLite's own checks do not."""
    for table in tables(db):
        for _ in db.execute(f'SELECT * FROM "{table}"'):  # noqa: S608 - our own names
            pass
