"""Read the board and the facts: rows of statements, and cells of table rows."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Self
from zoneinfo import ZoneInfo

from app.board.board_file import board_for_reading, count_pending, newest_board
from app.board.reading.column_sql import TABLES
from app.domain.board.visit_time import LAST_STAMPS, SenderClock, sender_clock
from app.domain.column import Cell
from app.domain.contract.statuses import State
from app.domain.reception.gaps import Gap, GapCause
from app.domain.site import SiteDays, SiteRules
from app.domain.views.columns import COLUMNS, Table
from app.facts.file.failures import store_failures
from app.facts.file.generations import FolderWatch, generation_of, newest_file
from app.facts.gaps import OPEN_GAPS
from app.facts.sharing.receiver_times import ALL_GAPS, receivers_that_heard
from app.facts.site_rules import FAR_METRES, last_stamps, site_rules, stored_rules


class BaseReader:
    """Reads a store. It never writes, and belongs to the thread that opened it.

    It switches to a restored file of the facts, and to a new board once that is complete, but never within a snapshot
    or while rows are iterated over. Then it has closed the former files, which Windows keeps in place until then.

    Every method raises `StoreError` if the store cannot be read.
    """

    def __init__(self, path: Path, connections: ExitStack, own_name: Callable[[], str]) -> None:
        """Open the store; call `opened` instead."""
        self._path = path
        self._own_name = own_name
        self._connections = connections
        self._iterations = 0  # that are under way
        self._folder = FolderWatch(path.parent)
        self._is_awaiting_board = False  # that there is, but that is not complete yet
        self._switch_to(newest_file(path))

    @classmethod
    @contextmanager
    def opened(cls, path: Path, own_name: Callable[[], str] = str) -> Iterator[Self]:
        """Open a store for a block; `own_name` returns the name of whose cases `View.MINE` lists; empty: none."""
        with ExitStack() as connections:
            with store_failures(path):
                reader = cls(path, connections, own_name)
            yield reader

    @property
    def _db(self) -> sqlite3.Connection:
        if not (self._open.in_transaction or self._iterations) and (self._folder.is_due() or self._is_awaiting_board):
            file, board = newest_file(self._path), newest_board(self._path)
            is_newer = generation_of(self._path, file) > generation_of(self._path, self._file)
            self._is_awaiting_board = board not in (None, self._board)
            if board is not None and (is_newer or (self._is_awaiting_board and self._may_switch())):
                self._switch_to(file)
        return self._open

    def _may_switch(self) -> bool:
        """Whether there is no old board, or the new one is complete."""
        return self._board is None or count_pending(self._path) == 0

    def left_to_derive(self) -> int:
        """Return how many days and visits a newly created board still lacks."""
        with self._failures():
            return count_pending(self._path)

    def _switch_to(self, file: Path) -> None:
        board = newest_board(self._path)
        with ExitStack() as opened:
            self._open = opened.enter_context(board_for_reading(self._path, file))
            self._open.create_function("own_name", 0, self._own_name, deterministic=True)
            self._board, self._file, self._is_awaiting_board = board, file, False
            self._connections.close()
            self._connections.push(opened.pop_all())

    def _failures(self) -> AbstractContextManager[None]:
        return store_failures(self._path, lambda: self._file)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything within a block from one snapshot of board and facts. A nested block shares the outer one."""
        with self._failures():
            db = self._db
        if db.in_transaction:
            yield
            return
        try:
            with self._failures():
                db.execute("BEGIN")
                db.execute("SELECT number FROM applied").fetchone()  # the first read starts the snapshot
                db.execute("SELECT zone FROM site").fetchone()  # after that of the board, so that it is not older
            yield
        finally:
            db.rollback()

    def zone(self) -> ZoneInfo:
        """Return the site's zone, by which visits were decided; UTC while none is set."""
        with self._failures():
            return ZoneInfo(stored_rules(self._db).zone or "UTC")

    def days(self) -> SiteDays:
        """Return when the site's days begin and end, by which visits were decided; UTC while nothing is set."""
        with self._failures():
            return site_rules(self._db).board.days

    def sender_clock(self) -> SenderClock | None:
        """Return how the sender's clock differs from the zone in which timestamps are read; None: it does not."""
        with self._failures():
            if stored_rules(self._db).zone is None:
                return None  # as in a file that is being restored
            rules = SiteRules(self.zone(), site_rules(self._db).sender_zone)
            return sender_clock(last_stamps(self._db, LAST_STAMPS), rules)

    def far_metres(self) -> int:
        """Return the distance in metres from which a visit is far from its address; the default while none is set."""
        row = self._one(f"SELECT {FAR_METRES}")
        return row[0] if row else 0

    def cells(self, table: Table, ids: Sequence[int], carriers: tuple[str, ...] = ()) -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows by their ids, in the order of the table's columns.

        Five more follow: the `State` of the row's status, when the row last changed (UTC), its signs, whether its
        newest notification is unseen, and whether the day's figures count it. Rows that no longer exist are left out;
        whose desk `carriers` are: see `Subject`.
        """
        sql = TABLES[table]
        expressions = [*(sql.columns[column.key] for column in COLUMNS[table]), *sql.extras]
        rows = self._all(
            f"SELECT {sql.id}, {', '.join(expressions)} FROM {sql.source}"
            f" WHERE {sql.id} IN (SELECT value FROM json_each(:ids))",
            {"ids": json.dumps(list(ids)), "carriers": json.dumps(carriers)},
        )
        return {row[0]: row[1:] for row in rows}

    def failed(self, table: Table, ids: Sequence[int]) -> list[int]:
        """Return the ids of the failed rows among these, in their order."""
        sql = TABLES[table]
        found = self._all(
            f"SELECT {sql.id} FROM {sql.source} WHERE {sql.id} IN (SELECT value FROM json_each(:ids))"
            f" AND {sql.extras[0]} = '{State.EXCEPTION}'",
            {"ids": json.dumps(list(ids))},
        )
        failed = {row[0] for row in found}
        return [one for one in ids if one in failed]

    def gaps_touching(self, begins: str, ends: str) -> list[Gap]:
        """Return the reception gaps that overlap a period, the oldest first.

        Those of other desks' receivers count too. One in which any receiver heard is none: nothing was missed.

        A gap that ends when the period begins does not overlap it. An open gap reaches to the last heartbeat.
        """
        found = self._all(
            f"SELECT since, until, cause, origin FROM ({ALL_GAPS} UNION ALL SELECT *, NULL, '', '' FROM ({OPEN_GAPS}))"
            " WHERE until > ? AND since < ? ORDER BY since, id",
            (begins, ends),
        )
        with self._failures():
            heard_by = receivers_that_heard(self._db, [(since, until, origin) for since, until, _, origin in found])
        return [
            Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
            for (since, until, cause, _), desk in zip(found, heard_by, strict=True)
            if desk is None or (desk and cause == GapCause.REFUSED)  # what one refused is sent to no other
        ]

    def _by_key(self, table: Table, cells: tuple[Cell, ...]) -> dict[str, Cell]:
        return {column.key: cell for column, cell in zip(COLUMNS[table], cells, strict=False)}

    def _iterate(self, sql: str, values: Sequence[object] | dict[str, object]) -> Iterator[tuple[Any, ...]]:
        with self._failures():
            rows = self._db.execute(sql, values)
            self._iterations += 1
            try:
                for row in rows:  # noqa: UP028 - `yield from` would close the cursor, perhaps after the connection
                    yield row
            finally:
                self._iterations -= 1

    def _all(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        with self._failures():
            return self._db.execute(sql, values).fetchall()

    def _one(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> tuple[Any, ...] | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None
