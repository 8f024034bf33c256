"""Rows of a damaged file, as far as it gives them."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from app.store.damage import is_environment

_NOT_READ = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""What SQLite says of a place that the disk does not give back: the file's damage, and there for good."""

Row = tuple[Any, ...]


class UnreadableError(Exception):
    """Here the damaged file cannot be read: that is its damage, and no reason to give up the rest."""


class Old:
    """The damaged file: what cannot be read of it for its damage is told from what the machine fails to do.

    Raises:
        UnreadableError: of each method: it is the file.
        OSError, sqlite3.DatabaseError: likewise: it is not, and may go well another time.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """Give the rows as far as they can be read."""
        with telling_damage():
            found = self._db.execute(sql, values)
        while True:
            with telling_damage():
                row = found.fetchone()
            if row is None:
                return
            yield row

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row; None where there is none."""
        return next(self.rows(sql, values), None)


@contextmanager
def telling_damage() -> Iterator[None]:
    """Tell what the file does not give for its damage from what the machine fails to do.

    Raises:
        UnreadableError: it is the file.
        OSError, sqlite3.DatabaseError: it is not.
    """
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite quotes a damaged schema, as it is
        if is_environment(error) and getattr(error, "sqlite_errorcode", 0) not in _NOT_READ:
            raise
        raise UnreadableError(str(error)) from error
