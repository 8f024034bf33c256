"""Read the exports of a day, row by row."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from app.board.follow_up_sql import SAVED_ORDER, at_desk
from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import TABLES, named, site_day
from app.domain.column import Cell
from app.domain.contract.json_text.storable_text import body_text
from app.domain.contract.outcomes import Outcome, Shortened, marked
from app.domain.days import Day, Scope
from app.domain.views.columns import COLUMNS, Table
from app.facts.deviations import COLUMNS as DEVIATION_COLUMNS
from app.facts.file.database import utc_text
from app.facts.loads.day_facts import by_digest

_NOTIFICATIONS = {False: "notification", True: "facts.notification"}
"""SQL: the notifications without the addresses of identity photos, and with them."""


class ExportReader(BaseReader):
    """Yields the rows of a day, or those that the window shows."""

    def exported_shipments(
        self, day: date, carrier: str | None, *, with_documents: bool
    ) -> Iterator[tuple[tuple[Cell, ...], str | None]]:
        """Yield the shipments of a date, of all carriers where none is given, in the order in which each lists them.

        Each is its cells in the order of the exported columns, and its raw JSON; None unless `with_documents`.
        """
        sql = TABLES[Table.SHIPMENTS]
        cells = ", ".join(sql.columns[column.key] for column in COLUMNS[Table.SHIPMENTS] if column.is_exported)
        of: int | None = None
        sent: Mapping[bytes, str] = {}
        for row in self._iterate(
            f"SELECT s.manifest_id, s.digest, {cells}"
            f" FROM {sql.source} WHERE d.date = :date AND (:carrier IS NULL OR d.carrier = :carrier)"
            " ORDER BY d.carrier, s.position, s.id",
            {"date": day.isoformat(), "carrier": carrier},
        ):
            manifest, digest = row[:2]
            if with_documents and manifest != of:
                ((words,),) = self._all("SELECT words FROM manifest WHERE id = ?", (manifest,))
                of, sent = manifest, by_digest(words)
            yield row[2:], sent[digest] if with_documents else None

    def exported_visits(self, day: date, carrier: str | None) -> Iterator[tuple[tuple[Cell, ...], str, list[str]]]:
        """Yield the visits of a date by their time; with a carrier, without those that have only others' shipments.

        Each is its cells in the order of the exported columns, the body of its newest notification, and the numbers of
        its shipments.
        """
        sql = TABLES[Table.VISITS]
        cells = ", ".join(sql.columns[column.key] for column in COLUMNS[Table.VISITS] if column.is_exported)
        numbers = (
            "(SELECT json_group_array(number) FROM (SELECT DISTINCT number FROM visit_shipment"
            " JOIN shipment ON shipment.id = shipment_id WHERE visit_shipment.visit_id = v.id ORDER BY number))"
        )
        yield from (
            (row[2:], body_text(row[0]), json.loads(row[1]))
            for row in self._iterate(
                f"SELECT (SELECT body FROM facts.notification WHERE id = v.notification_id), {numbers}, {cells}"
                f" FROM {sql.source} WHERE {sql.of_the_day} ORDER BY v.at, v.id",
                named(Day(carrier or "", day)),
            )
        )

    def exported_notifications(self, day: date, *, identity_photos: bool = False) -> Iterator[tuple[Cell, ...]]:
        """Yield the applied notifications that are dated or arrived on a date, by arrival, in the exported columns.

        With `identity_photos`, bodies have their addresses.
        """
        yield from (
            (*row[:-1], body_text(row[-1]))
            for row in self._iterate(
                "SELECT visit_id, timestamp, event, status, received_at, repeats, outcome, body"
                f" FROM {_NOTIFICATIONS[identity_photos]}"
                " WHERE at IS NOT NULL AND (date = ? OR received_at >= ? AND received_at < ?) ORDER BY received_at, id",
                (day.isoformat(), *site_day(day, self.days())),
            )
        )

    def exported_rejected(self, day: date, *, identity_photos: bool = False) -> Iterator[tuple[Cell, ...]]:
        """Yield time, reason and body of what was quarantined on a day of the site; see `exported_notifications`."""
        begins, ends = site_day(day, self.days())
        yield from (
            (received_at, reason, marked(body_text(body), Shortened.stored(*shortened)))
            for received_at, reason, body, *shortened in self._iterate(
                "SELECT received_at, reason, body, size, digest, repeats"
                f" FROM {_NOTIFICATIONS[identity_photos]}"
                " WHERE outcome = ? AND received_at >= ? AND received_at < ? ORDER BY received_at, id",
                (Outcome.QUARANTINED, begins, ends),
            )
        )

    def exported_gaps(self, day: date) -> Iterator[tuple[Cell, ...]]:
        """Yield the reception gaps that overlap a day of the site."""
        for gap in self.gaps_touching(*site_day(day, self.days())):
            yield utc_text(gap.since), utc_text(gap.until), gap.cause

    def exported_deviations(self, day: date) -> Iterator[tuple[Cell, ...]]:
        """Yield the deviations from the contract whose period, first to last time, overlaps a day of the site."""
        begins, ends = site_day(day, self.days())
        yield from self._iterate(
            f"SELECT {DEVIATION_COLUMNS} FROM deviation WHERE last_at >= ? AND first_at < ? ORDER BY first_at, id",
            (begins, ends),
        )

    def exported_rows(
        self, table: Table, ids: Sequence[int], carriers: tuple[str, ...] = ()
    ) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of these rows in their order, as `cells` returns them; missing rows are skipped."""
        for start in range(0, len(ids), 1000):
            some = ids[start : start + 1000]
            cells = self.cells(table, some, carriers)
            yield from (cells[one] for one in some if one in cells)

    def exported_follow_ups(self, day: Day | Scope) -> Iterator[tuple[Cell, ...]]:
        """Yield the saved follow-ups of a day, the oldest first, in the order of the exported columns.

        For a visit without a shipment, the date is the visit's, and the numbers that it names stand for the number.
        """
        visits = TABLES[Table.VISITS]
        of_the_visits = f"SELECT v.id FROM {visits.source} WHERE {visits.of_the_day}"
        yield from self._iterate(
            "SELECT coalesce(f.date, v.date), f.carrier, coalesce(f.number, v.numbers, v.tracking_id), f.failure,"
            " f.next_step, nullif(f.note, ''), f.called_at, f.acknowledged_at, f.saved_by, f.saved_at,"
            " nullif(f.assigned_to, '')"
            " FROM follow_up AS f LEFT JOIN visit AS v ON v.id = f.visit_id"
            f" WHERE f.date = :date AND {at_desk('f.carrier')}"
            f" OR f.carrier IS NULL AND f.visit_id IN ({of_the_visits}) ORDER BY {SAVED_ORDER}",
            named(day),
        )

    def listings_of(self, number: str, day: date, carrier: str | None) -> list[tuple[str, int]]:
        """Return carrier and id of the shipments of a date with a number; `carrier` None: of all carriers."""
        return self._all(
            "SELECT d.carrier, s.id FROM shipment AS s CROSS JOIN day AS d ON d.id = s.day_id"
            " WHERE s.number = :number AND d.date = :date AND d.loaded_at IS NOT NULL"
            " AND (:carrier IS NULL OR d.carrier = :carrier) ORDER BY d.carrier, s.position",
            {"number": number, "date": day.isoformat(), "carrier": carrier},
        )

    def carriers_of(self, day: date) -> list[str]:
        """Return the carriers with a load of a date, in alphabetical order."""
        rows = self._all(
            "SELECT carrier FROM day WHERE date = ? AND loaded_at IS NOT NULL ORDER BY 1", (day.isoformat(),)
        )
        return [row[0] for row in rows]
