"""Rows of a file that may be damaged or of an older version, as far as it gives them."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from app.facts.file.corruption import is_environment

_READ_ERRORS = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""What SQLite says of a place that the disk does not give back: the file's damage, and there for good."""
_MAX_MISSED = 20_000
"""Ids in a row that cannot be read, a fraction of a second; one page that lists other pages stands for fewer rows."""

_MAX_ID_GAP = 1_000_000_000
"""From one id to the next; a larger one is damage, and would lead past all that follows."""
_LARGEST_ID = 2**63 - 1

Row = tuple[Any, ...]


class UnreadableError(Exception):
    """Here the damaged file cannot be read: that is its damage, and no reason to give up the rest."""


class ReadableFile:
    """The other file: what cannot be read of it for its damage is told from what the machine fails to do.

    Raises:
        UnreadableError: of each method: it is the file.
        OSError, sqlite3.DatabaseError: likewise: it is not, and may go well another time.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """Give the rows as far as they can be read."""
        with reading_damaged():
            found = self._db.execute(sql, values)
        while True:
            with reading_damaged():
                row = found.fetchone()
            if row is None:
                return
            yield row

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row; None where there is none."""
        return next(self.rows(sql, values), None)

    def columns(self, table: str) -> list[str]:
        """Return the columns of a table or a view; none where it is not there."""
        return [name for (name,) in self.rows("SELECT name FROM pragma_table_info(?)", (table,))]

    def select_list(self, table: str, columns: Sequence[str]) -> str:
        """Return columns of a table to be selected; one that it lacks is NULL."""
        known = self.columns(table)
        return ", ".join(one if one in known else f"NULL AS {one}" for one in columns)

    def each_row(self, table: str, columns: Sequence[str], after: int = -1) -> Iterator[Row]:
        """Give the rows of a table that can be read, each with its id first, in the order of their ids.

        Behind a place that cannot be read it tries the next id, and so on. Where none of many can be read, the rest is
        read from the last row backwards as far as that goes.

        Args:
            table: of which there may be none; then there are no rows.
            columns: those that it lacks are NULL.
            after: the id behind which they are read.
        """
        select = f"SELECT rowid, {self.select_list(table, columns)} FROM {table} WHERE rowid"  # noqa: S608 - our own names
        if not self.columns(table):
            return
        missed, last = 0, after
        while missed < _MAX_MISSED:
            try:
                for row in self.rows(f"{select} > ? ORDER BY rowid", (last,)):
                    if row[0] > last or not missed:  # in a place that is not its own a page may come again and again
                        yield row
                    if last < row[0] < last + _MAX_ID_GAP:
                        last, missed = row[0], 0
            except UnreadableError:
                last, missed = last + 1, missed + 1
                with suppress(UnreadableError):  # it may be readable, and only the way from it to the next is not
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
    """Tell what the file does not give for its damage from what the machine fails to do.

    Raises:
        UnreadableError: it is the file.
        OSError, sqlite3.DatabaseError: it is not.
    """
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite quotes a damaged schema, as it is
        if is_environment(error) and getattr(error, "sqlite_errorcode", 0) not in _READ_ERRORS:
            raise
        raise UnreadableError(str(error)) from error
