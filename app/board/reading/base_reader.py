"""The ways to ask the file: plain rows, and the cells of a table's rows."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self
from zoneinfo import ZoneInfo

from app.board.board_file import count_pending, newest_board, opened_board
from app.board.reading.column_sql import TABLES
from app.domain.board.sender_zone import LAST_STAMPS, SenderClock, sender_clock
from app.domain.contract.statuses import State
from app.domain.site_settings import SiteRules
from app.domain.views.columns import COLUMNS, Cell, Table
from app.facts.file.failures import store_failures
from app.facts.file.generations import generation_of, newest_file
from app.facts.gaps import OPEN_GAPS
from app.facts.journal import COUNT_NEWER, known_as_json
from app.facts.site_rules import FAR_METRES, last_stamps, site_zone, stamp_zone


class BaseReader:
    """Asks the file. It never writes, and belongs to the thread that opened it.

    Where a damaged file was restored, it goes over to the new one by itself, though never within a moment; and to a
    board that is derived anew once everything is on it.

    Every method raises `StoreError` where the file cannot be read.
    """

    def __init__(self, path: Path, connections: ExitStack) -> None:
        """Open the file; `opened` is the way to get one."""
        self._path = path
        self._connections = connections
        self._go_over(newest_file(path))

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Self]:
        """Open the file for the length of a block."""
        with ExitStack() as connections:
            with store_failures(path):
                asking = cls(path, connections)
            yield asking

    @property
    def _db(self) -> sqlite3.Connection:
        if not self._open.in_transaction:
            file, board = newest_file(self._path), newest_board(self._path)
            is_newer = generation_of(self._path, file) > generation_of(self._path, self._file)
            if board is not None and (is_newer or (board != self._board and self._may_go_over())):
                self._go_over(file)  # and leave the old one open: somebody may still be reading rows of it
        return self._open

    def _may_go_over(self) -> bool:
        """Whether there is no board to stay with, or the new one has everything on it."""
        return self._board is None or count_pending(self._path) == 0

    def left_to_derive(self) -> int:
        """Return how many days and visits the newest board still lacks, which is derived anew."""
        with self._failures():
            return count_pending(self._path)

    def newer_facts(self) -> int:
        """Return how many days and other things a newer version wrote of what this one cannot read."""
        row = self._one(COUNT_NEWER, (known_as_json(),))
        return row[0] if row else 0

    def _go_over(self, file: Path) -> None:
        self._board = newest_board(self._path)
        self._open = self._connections.enter_context(opened_board(self._path, file))
        self._file = file

    def _failures(self) -> AbstractContextManager[None]:
        return store_failures(self._path, lambda: self._file)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read all within a block as it stands at its beginning, whatever is written meanwhile.

        A block within another one is of that one's moment.
        """
        with self._failures():
            db = self._db
        if db.in_transaction:
            yield
            return
        try:
            with self._failures():
                db.execute("BEGIN")
                db.execute("SELECT number FROM applied").fetchone()  # the moment is that of the first read
                db.execute("SELECT zone FROM site").fetchone()  # and of the facts no earlier one
            yield
        finally:
            db.rollback()

    def zone(self) -> ZoneInfo:
        """Return the site's zone, by which visits were weighed; UTC where it was never settled."""
        with self._failures():
            return ZoneInfo(site_zone(self._db) or "UTC")

    def sender_clock(self) -> SenderClock | None:
        """Return what the last notifications say about the zone of their stamps; None where it is as it is read."""
        with self._failures():
            if site_zone(self._db) is None:
                return None  # never settled, as a file is that is just being restored
            rules = SiteRules(self.zone(), stamp_zone(self._db))
            return sender_clock(last_stamps(self._db, LAST_STAMPS), rules)

    def far_metres(self) -> int:
        """Return from how many metres on the site calls one place far from another; the default where it never said."""
        row = self._one(f"SELECT {FAR_METRES}")
        return row[0] if row else 0

    def cells(self, table: Table, ids: Sequence[int], carrier: str = "") -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the table's columns.

        Behind them five more: the `State` of the row's status, when the row last changed (UTC), its signs, whether its
        news were not looked at yet, and whether the figures of the day count it.
        `carrier` is the one whose desk visits are looked at from; see `Subject`.
        """
        sql = TABLES[table]
        expressions = [*(sql.columns[column.key] for column in COLUMNS[table]), *sql.extras]
        rows = self._all(
            f"SELECT {sql.id}, {', '.join(expressions)} FROM {sql.source}"  # noqa: S608 - our own expressions
            f" WHERE {sql.id} IN (SELECT value FROM json_each(:ids))",
            {"ids": json.dumps(list(ids)), "carrier": carrier},
        )
        return {row[0]: row[1:] for row in rows}

    def failed(self, table: Table, ids: Sequence[int]) -> list[int]:
        """Return those of these rows that failed, in their order."""
        sql = TABLES[table]
        found = self._all(
            f"SELECT {sql.id} FROM {sql.source} WHERE {sql.id} IN (SELECT value FROM json_each(:ids))"  # noqa: S608
            f" AND {sql.extras[0]} = '{State.EXCEPTION}'",
            {"ids": json.dumps(list(ids))},
        )
        failed = {row[0] for row in found}
        return [one for one in ids if one in failed]

    def gaps_touching(self, begins: str, ends: str) -> list[tuple[str, str, str]]:
        """Return the times without ears that touch a stretch of time: since, until, cause, the oldest first.

        One that ends as the stretch begins does not touch it. One that has not ended reaches to the last heartbeat.
        """
        return self._all(
            "SELECT since, until, cause FROM (SELECT since, until, cause, id FROM gap"  # noqa: S608 - our own words
            f" UNION ALL SELECT *, NULL FROM ({OPEN_GAPS})) WHERE until > ? AND since < ? ORDER BY since, id",
            (begins, ends),
        )

    def _by_key(self, table: Table, cells: tuple[Cell, ...]) -> dict[str, Cell]:
        return {column.key: cell for column, cell in zip(COLUMNS[table], cells, strict=False)}

    def _each(self, sql: str, values: Sequence[object] | dict[str, object]) -> Iterator[tuple[Any, ...]]:
        with self._failures():
            for row in self._db.execute(sql, values):  # noqa: UP028 - which closes the cursor, perhaps after the file
                yield row

    def _all(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        with self._failures():
            return self._db.execute(sql, values).fetchall()

    def _one(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> tuple[Any, ...] | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None
