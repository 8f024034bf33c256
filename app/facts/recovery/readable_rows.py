"""Read the rows of a file that may be damaged or of an older version, as far as possible."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from app.facts.file.corruption import is_environment

_READ_ERRORS = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""Read errors of the disk: permanent, so they count as damage of the file."""
_MAX_MISSED = 20_000
"""Consecutive unreadable ids before giving up, a fraction of a second; an interior page covers fewer rows."""

_MAX_ID_GAP = 1_000_000_000
"""The largest plausible step from one id to the next; a larger id is damage and must not skip the rows after it."""
_LARGEST_ID = 2**63 - 1

Row = tuple[Any, ...]


class UnreadableError(Exception):
    """A part of the file cannot be read because it is damaged; other parts may be readable."""


class ReadableFile:
    """Reads a possibly damaged file.

    Raises:
        UnreadableError: (all methods) that part of the file is damaged.
        OSError, sqlite3.DatabaseError: (all methods) another failure, which may be temporary.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """Yield the rows of a query; raises at the first unreadable one."""
        with reading_damaged():
            found = self._db.execute(sql, values)
        while True:
            with reading_damaged():
                row = found.fetchone()
            if row is None:
                return
            yield row

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query; None: none."""
        return next(self.rows(sql, values), None)

    def columns(self, table: str) -> list[str]:
        """Return the columns of a table or view; empty if it does not exist."""
        return [name for (name,) in self.rows("SELECT name FROM pragma_table_info(?)", (table,))]

    def select_list(self, table: str, columns: Sequence[str]) -> str:
        """Return the SELECT list of these columns of a table; a missing column is NULL."""
        known = self.columns(table)
        return ", ".join(one if one in known else f"NULL AS {one}" for one in columns)

    def each_row(self, table: str, columns: Sequence[str], after: int = -1) -> Iterator[Row]:
        """Yield the readable rows of a table, each with its rowid first, in the order of their ids.

        After an unreadable place the next id is tried, and so on. When too many in a row are unreadable, the rest is
        read backwards from the last row. Only those with ids greater than `after`; a missing table has none, and a
        missing column is NULL.
        """
        select = f"SELECT rowid, {self.select_list(table, columns)} FROM {table} WHERE rowid"
        if not self.columns(table):
            return
        missed, last = 0, after
        while missed < _MAX_MISSED:
            try:
                for row in self.rows(f"{select} > ? ORDER BY rowid", (last,)):
                    if row[0] > last or not missed:  # a misplaced page may repeat endlessly
                        yield row
                    if last < row[0] < last + _MAX_ID_GAP:
                        last, missed = row[0], 0
            except UnreadableError:
                last, missed = last + 1, missed + 1
                with suppress(UnreadableError):  # the row itself may be readable
                    for row in self.rows(f"{select} = ?", (last,)):
                        yield row
                        missed = 0
            else:
                return
        before: int = _LARGEST_ID
        with suppress(UnreadableError):
            while (
                found := self.row(f"{select} > ? AND rowid < ? ORDER BY rowid DESC LIMIT 1", (last, before))
            ) is not None:
                yield found
                before = found[0]


@contextmanager
def reading_damaged() -> Iterator[None]:
    """Raise errors caused by damage as `UnreadableError`, and other errors unchanged."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # an error message of SQLite quotes a damaged schema
        if is_environment(error) and getattr(error, "sqlite_errorcode", 0) not in _READ_ERRORS:
            raise
        raise UnreadableError(str(error)) from error
