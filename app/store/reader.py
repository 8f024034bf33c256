"""What the desk and the exports read: ids first, cells only for the rows that are looked at."""

import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from app.domain.columns import COLUMNS, Table
from app.domain.days import Answer, Day, DayState, HistoryEntry, HistoryKind, Skipped, SkipReason
from app.domain.details import Cell, ManifestDetail, ShipmentDetail
from app.domain.queries import RowQuery, View
from app.store.failures import store_failures
from app.store.opening import opened_for_reading
from app.store.rows import STATE, TABLES, VIEWS, row_ids


class Reader:
    """Asks the file. It never writes, and belongs to the thread that opened it.

    Every method raises `StoreError` where the file cannot be read.
    """

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        """Take an open connection; `opened` is the way to get one."""
        self._db = db
        self._path = path

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator["Reader"]:
        """Open the file for the length of a block."""
        with ExitStack() as stack:
            with store_failures(path):
                db = stack.enter_context(opened_for_reading(path))
            yield cls(db, path)

    def carriers(self) -> list[str]:
        """Return the carriers of the cached days, the one last asked for first."""
        rows = self._all(
            "SELECT carrier FROM day WHERE loaded_at IS NOT NULL GROUP BY carrier"
            " ORDER BY max(answered_at) DESC, carrier"
        )
        return [row[0] for row in rows]

    def day_state(self, day: Day) -> DayState | None:
        """Return what is known of a day; None where it was never asked for, or never answered."""
        row = self._one(
            "SELECT id, answer, answered_at, loaded_at,"
            " (SELECT count(*) FROM shipment WHERE day_id = day.id AND gone_at IS NULL),"
            " (SELECT count(*) FROM shipment WHERE day_id = day.id AND gone_at IS NOT NULL)"
            " FROM day WHERE carrier = ? AND date = ?",
            (day.carrier, day.date.isoformat()),
        )
        if row is None:
            return None
        skipped = tuple(
            Skipped(number, manifest, SkipReason(reason), fields)
            for number, manifest, reason, fields in self._all(
                "SELECT number, manifest, reason, fields FROM skipped WHERE day_id = ? ORDER BY id", (row[0],)
            )
        )
        loaded_at = datetime.fromisoformat(row[3]) if row[3] else None
        return DayState(day, Answer(row[1]), datetime.fromisoformat(row[2]), loaded_at, row[4], row[5], skipped)

    def row_ids(self, query: RowQuery, today: date) -> "array[int]":
        """Return the ids of the rows that a query means, in its order; `today` is the site's."""
        sql = row_ids(query, today)
        return array("q", [row[0] for row in self._all(sql.text, sql.values)])

    def cells(self, table: Table, ids: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the table's columns.

        Shipments have two more behind them: the `State` of the shown status, and when the row last changed (UTC).
        """
        sql = TABLES[table]
        expressions = [sql.columns[column.key] for column in COLUMNS[table]]
        if table is Table.SHIPMENTS:
            expressions += [STATE, "s.changed_at"]
        rows = self._all(
            f"SELECT {sql.id}, {', '.join(expressions)} FROM {sql.source}"  # noqa: S608 - our own expressions
            f" WHERE {sql.id} IN ({', '.join('?' * len(ids))})",
            list(ids),
        )
        return {row[0]: row[1:] for row in rows}

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return how many shipments of the day each view holds."""
        sums = ", ".join(f"coalesce(sum({condition}), 0)" for condition in VIEWS.values())
        row = self._one(
            f"SELECT {sums} FROM {TABLES[Table.SHIPMENTS].source} WHERE d.carrier = :carrier AND d.date = :date",  # noqa: S608
            {"carrier": day.carrier, "date": day.date.isoformat(), "today": today.isoformat()},
        )
        return dict(zip(VIEWS, row or [0] * len(VIEWS), strict=True))

    def declared_value(self, table: Table, ids: Sequence[int]) -> float:
        """Return the sum of the declared values of these rows; texts that are no number count nothing."""
        sql = TABLES[table]
        total = 0.0
        for start in range(0, len(ids), 30_000):  # below SQLite's limit of 32,766 values
            some = list(ids[start : start + 30_000])
            row = self._one(
                f"SELECT total({sql.columns['declared_value']}) FROM {sql.source}"  # noqa: S608 - our own expressions
                f" WHERE {sql.id} IN ({', '.join('?' * len(some))})",
                some,
            )
            total += row[0] if row else 0.0
        return total

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of one shipment; None where it is no longer there."""
        cells = self.cells(Table.SHIPMENTS, [row_id]).get(row_id)
        row = self._one(
            "SELECT raw, copies FROM shipment JOIN shipment_document USING (id) WHERE shipment.id = ?", (row_id,)
        )
        if cells is None or row is None:
            return None
        history = tuple(
            HistoryEntry(datetime.fromisoformat(at), HistoryKind(kind), status_id, status, manifest)
            for at, kind, status_id, status, manifest in self._all(
                "SELECT at, kind, status_id, status, manifest FROM shipment_history WHERE shipment_id = ? ORDER BY id",
                (row_id,),
            )
        )
        return ShipmentDetail(row_id, self._by_key(Table.SHIPMENTS, cells), history, row[0], row[1])

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of one manifest; None where it is no longer there."""
        cells = self.cells(Table.MANIFESTS, [row_id]).get(row_id)
        row = self._one("SELECT raw FROM manifest WHERE id = ?", (row_id,))
        if cells is None or row is None:
            return None
        return ManifestDetail(row_id, self._by_key(Table.MANIFESTS, cells), row[0])

    def exported_shipments(
        self, day: date, carrier: str | None, *, with_documents: bool
    ) -> Iterator[tuple[tuple[Cell, ...], str | None]]:
        """Go through the shipments of a date in the carriers' order.

        Each is its cells in the order of the columns, and its raw JSON.

        Args:
            day: the date that was asked for.
            carrier: one carrier's alone; None: all of them.
            with_documents: whether the raw JSON is wanted; it is None otherwise.
        """
        sql = TABLES[Table.SHIPMENTS]
        cells = ", ".join(sql.columns[column.key] for column in COLUMNS[Table.SHIPMENTS])
        document = "(SELECT raw FROM shipment_document WHERE id = s.id)" if with_documents else "NULL"
        with store_failures(self._path):
            for row in self._db.execute(
                f"SELECT {document}, {cells} FROM {sql.source}"  # noqa: S608 - our own expressions
                " WHERE d.date = :date AND (:carrier IS NULL OR d.carrier = :carrier)"
                " ORDER BY d.carrier, s.position, s.id",
                {"date": day.isoformat(), "carrier": carrier},
            ):
                yield row[1:], row[0]

    def exported_rows(self, table: Table, ids: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
        """Go through these rows in their order, for an export of what the window shows."""
        for start in range(0, len(ids), 1000):
            some = ids[start : start + 1000]
            cells = self.cells(table, some)
            yield from (cells[one][: len(COLUMNS[table])] for one in some if one in cells)

    def _by_key(self, table: Table, cells: tuple[Cell, ...]) -> dict[str, Cell]:
        return {column.key: cell for column, cell in zip(COLUMNS[table], cells, strict=False)}

    def _all(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        with store_failures(self._path):
            return self._db.execute(sql, values).fetchall()

    def _one(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> tuple[Any, ...] | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None
