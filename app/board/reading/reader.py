"""Everything that the window and the exports read: ids first, cells only for visible rows."""

import json
from array import array
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from app.board.reading.cases import CaseReader
from app.board.reading.column_sql import TABLES, VISIT_STATE, day_values, site_day, total_of
from app.board.reading.day_figures import FigureReader
from app.board.reading.day_report import PaceReader, report_of
from app.board.reading.drops import last_drop
from app.board.reading.export_rows import ExportReader
from app.board.reading.query_sql import (
    FIRST_SCANNED,
    MAX_SCANNED,
    NO_LIMIT,
    FirstRows,
    FoundRows,
    RowSource,
    is_scan_complete,
    row_count,
    row_ids,
    value_counts,
    words_of,
)
from app.board.reading.row_details import DetailReader
from app.board.reading.search import SearchReader
from app.domain.column import Cell
from app.domain.contract.deviations import DeviationRow
from app.domain.contract.outcomes import Outcome
from app.domain.contract.statuses import State
from app.domain.days import CarrierAnswer, Day, DayState, Scope, Skipped, SkipReason
from app.domain.reception.alerts import Arrival
from app.domain.reception.gaps import Gap
from app.domain.reception.receiver_status import FirstReception
from app.domain.reception.recovery import Recovery
from app.domain.settings import Settings
from app.domain.views.columns import Table
from app.domain.views.queries import WORKED_THROUGH, RowQuery, View
from app.domain.views.report import DayReport
from app.facts.deviations import deviations
from app.facts.gaps import Heartbeat, gaps, last_heartbeat, refused_since
from app.facts.recovery.recovery_log import last_recovery
from app.facts.sharing.receiver_times import receivers
from app.facts.site_rules import first_reception, last_received_at

_IN_USE = timedelta(days=30)
_MAX_ARRIVALS = 500
_DERIVED = """
    n.id < coalesce((
        SELECT min(kept.id) FROM visit_to_derive CROSS JOIN notification AS kept USING (visit_id)
        LEFT JOIN visit ON visit.id = kept.visit_id WHERE kept.id > coalesce(visit.notification_id, 0)
    ), 9223372036854775807)
"""
"""SQL condition: the notification precedes the first one that the board has not applied."""
_ARRIVALS = f"""
    SELECT n.id, iif(n.outcome = '{Outcome.STORED}', n.visit_id, NULL),
           iif(n.outcome = '{Outcome.STORED}', v.date, n.date), v.driver, coalesce(v.contact, (
               SELECT s.recipient FROM visit_shipment AS m JOIN shipment AS s ON s.id = m.shipment_id
               WHERE m.visit_id = v.id AND s.recipient IS NOT NULL ORDER BY s.id LIMIT 1
           ), v.title), n.status, n.received_at, n.size IS NOT NULL
    FROM notification n LEFT JOIN visit v ON v.id = n.visit_id
    WHERE n.id > ? AND {_DERIVED} AND (n.outcome = '{Outcome.QUARANTINED}' OR n.outcome = '{Outcome.STORED}'
                        AND n.id = v.notification_id AND {VISIT_STATE} = '{State.EXCEPTION}')
    ORDER BY n.id LIMIT {_MAX_ARRIVALS}
"""


class Reader(
    CaseReader,
    DetailReader,
    ExportReader,
    FigureReader,
    PaceReader,
    SearchReader,
):
    """Reads days, queries, counts and the state of the receiver, and all that its base classes read.

    The window's main thread reads cells, single rows, days and what notices are about; what goes through all rows of a
    day (ids, counts, sums, figures, places, calls) takes longer, and is left to the query thread.
    """

    def carriers(self) -> list[str]:
        """Return the carriers of the loaded days, the one last asked first."""
        rows = self._all(
            "SELECT carrier FROM day WHERE loaded_at IS NOT NULL GROUP BY carrier"
            " ORDER BY max(answered_at) DESC, carrier"
        )
        return [row[0] for row in rows]

    def carriers_of_desk(self, settings: Settings, now: datetime) -> list[str]:
        """Return the codes of the setting `carriers`; without any, the last one used and those of the last 30 days.

        The latter are those that this store ever asked itself: what other desks say that they asked may be no carrier.
        """
        if settings.carriers:
            return settings.carriers.split(",")
        rows = self._all(
            "SELECT carrier FROM day WHERE loaded_at >= ? AND EXISTS (SELECT 1 FROM facts.load AS l WHERE"
            " l.carrier = day.carrier AND (l.origin IS NULL OR l.origin IN (SELECT origin FROM facts.own_origin)))"
            " GROUP BY carrier ORDER BY max(loaded_at) DESC, carrier",
            ((now - _IN_USE).isoformat(),),
        )
        return list(dict.fromkeys(filter(None, (settings.carrier, *(row[0] for row in rows)))))

    def day_state(self, day: Day) -> DayState | None:
        """Return the state of a day; None: it was never asked for, or never answered."""
        row = self._one(
            "SELECT id, answer, answered_at, loaded_at, (SELECT count(*) FROM shipment WHERE day_id = day.id),"
            " (SELECT count(*) FROM shipment WHERE day_id = day.id AND gone_at IS NOT NULL)"
            " FROM day WHERE carrier = ? AND date = ? AND (first_loaded_at IS NOT NULL OR answer <> ?)",
            (day.carrier, day.date.isoformat(), CarrierAnswer.MANIFESTS),
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
        drop = last_drop(self._all, row[0]) if row[5] else None
        return DayState(
            day,
            CarrierAnswer(row[1]),
            datetime.fromisoformat(row[2]),
            loaded_at,
            row[4] - row[5],
            row[5],
            skipped,
            drop,
        )

    def row_ids(self, query: RowQuery, today: date, limit: int = NO_LIMIT) -> "array[int]":
        """Return the ids of a query's rows in its order, at most `limit`; `today` is the site's date."""
        days, spots = self.days(), self._spots_for(query)

        def ids(among: RowSource | None = None) -> "array[int]":
            sql = row_ids(query, today, days, spots, limit, among)
            ((found,),) = self._all(sql.text, sql.values)
            return array("q", json.loads(found))

        words = words_of(query.search)
        if query.table is not Table.SHIPMENTS or not words:
            return ids()
        is_listed = not query.sort and query.view not in WORKED_THROUGH and len(query.day.carriers) == 1
        rows_to_scan = FIRST_SCANNED if limit != NO_LIMIT and is_listed and is_scan_complete(words) else 0
        while 0 < rows_to_scan <= MAX_SCANNED:
            first = ids(FirstRows(rows_to_scan))
            if len(first) == limit:
                return first
            # 1.5 times as many as should hold enough
            rows_to_scan = 3 * rows_to_scan * limit // (2 * len(first)) if first else 0
        few = self.find_few(words)
        return ids() if few is None else ids(FoundRows(json.dumps(few)))

    def count(self, query: RowQuery, today: date) -> int:
        """Return the number of a query's rows; `today` is the site's date."""
        sql = row_count(query, today, self.days(), self._spots_for(query))
        row = self._one(sql.text, sql.values)
        return row[0] if row else 0

    def value_counts(self, query: RowQuery, key: str, today: date, most: int) -> list[tuple[Cell, int]]:
        """Return the values of a column in a query's rows, at most so many, with how many rows hold each."""
        sql = value_counts(query, key, most, today, self.days(), self._spots_for(query))
        return self._all(sql.text, sql.values)

    def _spots_for(self, query: RowQuery) -> str:
        return self._one_spot(query.day) if query.view is View.ONE_SPOT else "[]"

    def sums(self, table: Table, ids: Sequence[int], keys: Sequence[str]) -> list[float]:
        """Return the sums of these columns over these rows, without values that are texts."""
        sql = TABLES[table]
        totals = [0.0] * len(keys)
        figures = ", ".join(total_of(sql.columns[key]) for key in keys)
        for start in range(0, len(ids), 30_000):  # below SQLite's limit of 32,766 values
            some = list(ids[start : start + 30_000])
            row = self._one(
                f"SELECT {figures} FROM {sql.source} WHERE {sql.id} IN ({', '.join('?' * len(some))})", some
            )
            totals = [round(one + more, 2) for one, more in zip(totals, row or (), strict=True)]
        return totals

    def report(self, day: Day | Scope, today: date) -> DayReport:
        """Return the report of a day from one snapshot; `today` is the site's date, for promised dates."""
        with self.snapshot():
            values = day_values(day, today, self.days())
            gaps = self.gaps_touching(str(values["day_begins"]), str(values["day_ends"]))
            counted = (
                self.figures(day),
                self.nothing_missing(day),
                self.view_counts(day, today),
            )
            return report_of(day, lambda sql: self._all(sql, values), *counted, gaps)

    def gaps(self, limit: int = 50) -> list[Gap]:
        """Return the latest ended reception gaps, newest first."""
        with self._failures():
            return gaps(self._db, limit)

    def other_receivers(self) -> list[tuple[str, datetime]]:
        """Return the receivers of other desks: each desk, and until when it heard (UTC), the latest first."""
        with self._failures():
            return receivers(self._db)

    def first_reception(self) -> FirstReception:
        """Return when a receiver first listened and when the first notification arrived; retention keeps both."""
        with self._failures():
            return first_reception(self._db)

    def refused_since(self) -> datetime | None:
        """Return since when a receiver refuses notifications for their token (UTC); None: none does."""
        with self._failures():
            return refused_since(self._db)

    def deviations(self) -> list[DeviationRow]:
        """Return the deviations from the contract, the latest first."""
        with self._failures():
            return deviations(self._db)

    def heartbeat(self, port: int | None = None) -> Heartbeat | None:
        """Return the last heartbeat at a port, or at any if that has none; None: no receiver ever listened."""
        with self._failures():
            return last_heartbeat(self._db, port)

    def recovery(self) -> Recovery | None:
        """Return the last recovery of the facts; None: none."""
        with self._failures():
            return last_recovery(self._db)

    def last_received_at(self) -> datetime | None:
        """Return when the last stored notification arrived (UTC); None: none."""
        with self._failures():
            return last_received_at(self._db)

    def quarantined(self) -> int:
        """Return the number of notifications in quarantine."""
        row = self._one("SELECT count(*) FROM notification WHERE outcome = ?", (Outcome.QUARANTINED,))
        return row[0] if row else 0

    def shortened_at(self) -> datetime | None:
        """Return when the last quarantined notification arrived whose body is not kept whole (UTC); None: none."""
        row = self._one(
            "SELECT max(received_at) FROM notification WHERE outcome = ? AND size IS NOT NULL", (Outcome.QUARANTINED,)
        )
        return datetime.fromisoformat(row[0]) if row and row[0] else None

    def quarantined_on(self) -> date | None:
        """Return the date on whose desk the latest quarantined notification appears; None: none."""
        row = self._one(
            "SELECT date, received_at FROM notification"
            f" WHERE outcome = '{Outcome.QUARANTINED}' ORDER BY received_at DESC LIMIT 1"
        )
        if row is None:
            return None
        return date.fromisoformat(row[0]) if row[0] else self.days().day_of(datetime.fromisoformat(row[1]))

    def last_notification(self) -> int:
        """Return the id of the last notification up to which the board has applied all; 0: none."""
        row = self._one(f"SELECT max(n.id) FROM notification AS n WHERE {_DERIVED}")
        return (row and row[0]) or 0

    def arrivals(self, after: int) -> list[Arrival]:
        """Return the failed visits and quarantined notifications after a notification, oldest first, at most 500.

        Late notifications that changed no visit are left out. The window raises an alert for each.
        """
        return [
            Arrival(
                one,
                visit,
                date.fromisoformat(day) if day else None,
                driver,
                contact,
                status,
                datetime.fromisoformat(at),
                is_shortened=bool(is_shortened),
            )
            for one, visit, day, driver, contact, status, at, is_shortened in self._all(_ARRIVALS, (after,))
        ]

    def days_before(self, day: date) -> int:
        """Count the dates that were last loaded, or whose notifications arrived, before that day of the site."""
        row = self._one(
            "SELECT count(date) FROM (SELECT date FROM day WHERE loaded_at < :begins"
            " UNION SELECT date FROM notification WHERE received_at < :begins)",
            {"begins": site_day(day, self.days())[0][:19]},  # loads store the fraction in another format
        )
        return int(row[0]) if row else 0

    def loaded_days(self, first: date, last: date) -> list[Day]:
        """Return the loaded days of all carriers with dates from `first` to `last`, the newest first."""
        rows = self._all(
            "SELECT carrier, date FROM day WHERE date BETWEEN ? AND ? AND loaded_at IS NOT NULL"
            " ORDER BY date DESC, carrier",
            (first.isoformat(), last.isoformat()),
        )
        return [Day(carrier, date.fromisoformat(day)) for carrier, day in rows]

    def lost_days(self) -> list[Day]:
        """Return the days whose last load a recovery lost, completely or in part, the newest first."""
        rows = self._all(
            "SELECT carrier, date FROM day WHERE answer = ?"
            " AND (first_loaded_at IS NULL OR loaded_at < answered_at) ORDER BY date DESC, carrier",
            (CarrierAnswer.MANIFESTS,),
        )
        return [Day(carrier, date.fromisoformat(day)) for carrier, day in rows]
