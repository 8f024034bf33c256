"""What the desk and the exports read: ids first, cells only for the rows that are looked at."""

from array import array
from collections.abc import Sequence
from datetime import date, datetime

from app.domain.columns import Table
from app.domain.days import Answer, Day, DayState, Skipped, SkipReason
from app.domain.listening import Gap
from app.domain.notifications import Outcome
from app.domain.queries import VIEW_TABLES, RowQuery, View
from app.store.details import Details
from app.store.exported import Exported
from app.store.failures import store_failures
from app.store.gaps import Heartbeat, gaps, last_heartbeat
from app.store.rows import TABLES, VIEWS, day_values, row_ids


class Reader(Details, Exported):
    """Reads days, queries, counts and how it stands with the receiver, beside what its parts read."""

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
        sql = row_ids(query, today, self.zone())
        return array("q", [row[0] for row in self._all(sql.text, sql.values)])

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
        return datetime.fromisoformat(row[0]) if row and row[0] else None

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
