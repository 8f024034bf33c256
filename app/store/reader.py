"""What the desk and the exports read: ids first, cells only for the rows that are looked at."""

import json
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.columns import COLUMNS, Table
from app.domain.days import Answer, Day, DayState, HistoryEntry, HistoryKind, Skipped, SkipReason
from app.domain.details import (
    Cell,
    ManifestDetail,
    NewsLine,
    NotificationDetail,
    ShipmentDetail,
    ShipmentLine,
    VisitDetail,
    VisitLine,
)
from app.domain.listening import Gap
from app.domain.notifications import Outcome, QuarantineReason, body_text
from app.domain.queries import VIEW_TABLES, RowQuery, View
from app.domain.statuses import Mark, State, visit_state
from app.store.failures import store_failures
from app.store.gaps import Heartbeat, gaps, last_heartbeat
from app.store.opening import opened_for_reading
from app.store.rows import STATE, TABLES, VIEWS, day_values, row_ids, site_day
from app.store.site import site_zone

_SHOWN_STATUS = TABLES[Table.SHIPMENTS].columns["shown_status"]


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
        loaded_at = _moment(row[3]) if row[3] else None
        return DayState(day, Answer(row[1]), _moment(row[2]), loaded_at, row[4], row[5], skipped)

    def row_ids(self, query: RowQuery, today: date) -> "array[int]":
        """Return the ids of the rows that a query means, in its order; `today` is the site's."""
        sql = row_ids(query, today, self.zone())
        return array("q", [row[0] for row in self._all(sql.text, sql.values)])

    def cells(self, table: Table, ids: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the table's columns.

        Behind them three more: the `State` of the row's status, when the row last changed (UTC), and its `Mark`.
        """
        sql = TABLES[table]
        expressions = [*(sql.columns[column.key] for column in COLUMNS[table]), *sql.extras]
        rows = self._all(
            f"SELECT {sql.id}, {', '.join(expressions)} FROM {sql.source}"  # noqa: S608 - our own expressions
            f" WHERE {sql.id} IN ({', '.join('?' * len(ids))})",
            list(ids),
        )
        return {row[0]: row[1:] for row in rows}

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return how many rows of the day each view holds; ALL counts shipments."""
        counts: dict[View, int] = {}
        values = day_values(day, today, self.zone())
        for table in (Table.SHIPMENTS, Table.VISITS):
            views = [view for view in VIEWS if VIEW_TABLES[view] is table]
            sums = ", ".join(f"coalesce(sum({VIEWS[view]}), 0)" for view in views)
            sql = TABLES[table]
            row = self._one(f"SELECT {sums} FROM {sql.source} WHERE {sql.of_the_day}", values)  # noqa: S608
            counts |= dict(zip(views, row or [0] * len(views), strict=True))
        return counts

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
        row = self._one(
            "SELECT raw, copies FROM shipment JOIN shipment_document USING (id) WHERE shipment.id = ?", (row_id,)
        )
        cells = self.cells(Table.SHIPMENTS, [row_id]).get(row_id)
        if cells is None or row is None:
            return None
        history = tuple(
            HistoryEntry(_moment(at), HistoryKind(kind), status_id, status, manifest)
            for at, kind, status_id, status, manifest in self._all(
                "SELECT at, kind, status_id, status, manifest FROM shipment_history WHERE shipment_id = ? ORDER BY id",
                (row_id,),
            )
        )
        state, _, mark = cells[-3:]
        return ShipmentDetail(
            row_id,
            self._by_key(Table.SHIPMENTS, cells),
            history,
            row[0],
            row[1],
            State(str(state)),
            Mark(str(mark)) if mark else None,
            self._visits_of(row_id),
        )

    def _visits_of(self, shipment_id: int) -> tuple[VisitLine, ...]:
        rows = self._all(
            "SELECT v.id, v.timestamp, v.status, v.driver, v.check_in_at, v.check_out_at, v.check_in_distance, v.dwell,"
            " v.received_at, s.visit_leads AND s.visit_id = v.id"
            " FROM visit_shipment l JOIN visit v ON v.id = l.visit_id JOIN shipment s ON s.id = l.shipment_id"
            " WHERE l.shipment_id = ? ORDER BY v.at, v.id",
            (shipment_id,),
        )
        return tuple(
            VisitLine(
                one, closed, status, visit_state(status), driver, came, left, metres, dwell, _moment(at), bool(leads)
            )
            for one, closed, status, driver, came, left, metres, dwell, at, leads in rows
        )

    def visit(self, row_id: int) -> VisitDetail | None:
        """Return all that is known of one visit; None where it is not there."""
        cells = self.cells(Table.VISITS, [row_id]).get(row_id)
        row = self._one(
            "SELECT v.status, check_out_distance, body FROM visit v JOIN notification n ON n.id = notification_id"
            " WHERE v.id = ?",
            (row_id,),
        )
        if cells is None or row is None:
            return None
        shipments = self._all(
            f"SELECT s.id, d.carrier, d.date, s.number, s.recipient, {_SHOWN_STATUS}, {STATE}"  # noqa: S608 - our own
            f" FROM {TABLES[Table.SHIPMENTS].source} JOIN visit_shipment l ON l.shipment_id = s.id"
            " WHERE l.visit_id = ? ORDER BY d.date, d.carrier, s.position",
            (row_id,),
        )
        news = self._all(
            "SELECT id, timestamp, status, received_at, outcome, repeats FROM notification WHERE visit_id = ?"
            " ORDER BY at, id",
            (row_id,),
        )
        return VisitDetail(
            row_id,
            self._by_key(Table.VISITS, cells),
            visit_state(row[0]),
            row[1],
            tuple(
                ShipmentLine(one, Day(carrier, date.fromisoformat(day)), number, recipient, status, State(state))
                for one, carrier, day, number, recipient, status, state in shipments
            ),
            tuple(
                NewsLine(one, timestamp, status, visit_state(status), _moment(at), Outcome(what), repeats)
                for one, timestamp, status, at, what, repeats in news
            ),
            body_text(row[2]),
        )

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of one notification; None where it is not there."""
        cells = self.cells(Table.NOTIFICATIONS, [row_id]).get(row_id)
        row = self._one(
            "SELECT outcome, reason, received_at, path, headers, body FROM notification WHERE id = ?", (row_id,)
        )
        if cells is None or row is None:
            return None
        outcome, reason, received_at, path, headers, body = row
        return NotificationDetail(
            row_id,
            self._by_key(Table.NOTIFICATIONS, cells),
            Outcome(outcome),
            QuarantineReason(reason) if reason else None,
            _moment(received_at),
            path,
            tuple((name, value) for name, value in json.loads(headers)),
            body_text(body),
        )

    def gaps(self, limit: int = 50) -> list[Gap]:
        """Return the latest times in which nobody listened, newest first."""
        with store_failures(self._path):
            return gaps(self._db, limit)

    def heartbeat(self) -> Heartbeat | None:
        """Return when somebody last listened; None where nobody ever did."""
        with store_failures(self._path):
            return last_heartbeat(self._db)

    def last_kept_at(self) -> datetime | None:
        """Return when a notification was last kept; None where none ever was."""
        row = self._one("SELECT max(received_at) FROM notification")
        return _moment(row[0]) if row and row[0] else None

    def quarantined(self) -> int:
        """Return how many notifications are quarantined and were not applied since."""
        row = self._one("SELECT count(*) FROM notification WHERE outcome = ?", (Outcome.QUARANTINED,))
        return row[0] if row else 0

    def loaded_days(self, first: date, last: date) -> list[Day]:
        """Return the cached days of all carriers with a date from `first` to `last`, the newest first."""
        rows = self._all(
            "SELECT carrier, date FROM day WHERE loaded_at IS NOT NULL AND date BETWEEN ? AND ? ORDER BY date DESC, id",
            (first.isoformat(), last.isoformat()),
        )
        return [Day(carrier, date.fromisoformat(day)) for carrier, day in rows]

    def version(self) -> int:
        """Return a number that is another one once any other connection has written."""
        row = self._one("PRAGMA data_version")
        return row[0] if row else 0

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

    def exported_visits(self, day: date, carrier: str | None) -> Iterator[tuple[tuple[Cell, ...], str, list[str]]]:
        """Go through the visits of a date by their time; with a carrier, not those of another one's shipments alone.

        Each is its cells in the order of the columns, its newest notification's body, and its shipments' numbers.
        """
        sql = TABLES[Table.VISITS]
        cells = ", ".join(sql.columns[column.key] for column in COLUMNS[Table.VISITS])
        numbers = (
            "(SELECT json_group_array(number) FROM (SELECT DISTINCT number FROM visit_shipment"
            " JOIN shipment ON shipment.id = shipment_id WHERE visit_shipment.visit_id = v.id ORDER BY number))"
        )
        yield from (
            (row[2:], body_text(row[0]), json.loads(row[1]))
            for row in self._each(
                f"SELECT (SELECT body FROM notification WHERE id = v.notification_id), {numbers}, {cells}"  # noqa: S608
                f" FROM {sql.source} WHERE {sql.of_the_day} ORDER BY v.at, v.id",
                {"date": day.isoformat(), "carrier": carrier or ""},
            )
        )

    def exported_notifications(self, day: date) -> Iterator[tuple[Cell, ...]]:
        """Go through what was applied of a date, in the order of arrival, in the order of the exported columns."""
        yield from (
            (*row[:-1], body_text(row[-1]))
            for row in self._each(
                "SELECT visit_id, timestamp, event, status, received_at, repeats, outcome, body FROM notification"
                " WHERE date = ? ORDER BY received_at, id",
                (day.isoformat(),),
            )
        )

    def exported_rejected(self, day: date) -> Iterator[tuple[Cell, ...]]:
        """Go through what was quarantined on a day of the site."""
        begins, ends = site_day(day, self.zone())
        yield from (
            (row[0], row[1], body_text(row[2]))
            for row in self._each(
                "SELECT received_at, reason, body FROM notification WHERE outcome = ? AND received_at >= ?"
                " AND received_at < ? ORDER BY received_at, id",
                (Outcome.QUARANTINED, begins, ends),
            )
        )

    def exported_gaps(self, day: date) -> Iterator[tuple[Cell, ...]]:
        """Go through the times without ears that touch a day of the site."""
        begins, ends = site_day(day, self.zone())
        yield from self._each(
            "SELECT since, until, cause FROM gap WHERE until >= ? AND since < ? ORDER BY since, id", (begins, ends)
        )

    def exported_rows(self, table: Table, ids: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
        """Go through these rows in their order, for an export of what the window shows."""
        for start in range(0, len(ids), 1000):
            some = ids[start : start + 1000]
            cells = self.cells(table, some)
            yield from (cells[one][: len(COLUMNS[table])] for one in some if one in cells)

    def _by_key(self, table: Table, cells: tuple[Cell, ...]) -> dict[str, Cell]:
        return {column.key: cell for column, cell in zip(COLUMNS[table], cells, strict=False)}

    def _each(self, sql: str, values: Sequence[object] | dict[str, object]) -> Iterator[tuple[Any, ...]]:
        with store_failures(self._path):
            yield from self._db.execute(sql, values)

    def zone(self) -> ZoneInfo:
        """Return the site's zone, by which visits were weighed; UTC where it was never settled."""
        with store_failures(self._path):
            return ZoneInfo(site_zone(self._db) or "UTC")

    def _all(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        with store_failures(self._path):
            return self._db.execute(sql, values).fetchall()

    def _one(self, sql: str, values: Sequence[object] | dict[str, object] = ()) -> tuple[Any, ...] | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
