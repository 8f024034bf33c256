"""Read all that the detail pane shows of one row."""

import json
from datetime import date, datetime

from app.board.follow_up_sql import LATEST_OF_SHIPMENT, at_desk
from app.board.projecting.decisions import ParcelReader
from app.board.reading.column_sql import STATE, TABLES, VIEWS
from app.board.reading.timeline import TimelineReader, follow_up_of
from app.domain.board.message_order import ordered_messages
from app.domain.board.parcel import Parcel
from app.domain.board.row import Explained, Mention
from app.domain.board.visit_time import visit_time
from app.domain.contract.json_text.storable_text import body_text
from app.domain.contract.outcomes import Outcome, QuarantineReason, Shortened, marked
from app.domain.contract.statuses import State, visit_state
from app.domain.days import Day, HistoryEntry, HistoryKind
from app.domain.follow_ups import FollowUp, FollowUpEntry
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.details import (
    Listed,
    ManifestDetail,
    NotificationDetail,
    NotificationLine,
    ShipmentDetail,
    ShipmentLine,
    VisitDetail,
    VisitLine,
)
from app.domain.views.queries import View
from app.facts.loads.day_facts import by_digest
from app.facts.messages import messages_of, moment_and_arrival
from app.facts.site_rules import site_rules

_SHOWN_STATUS = TABLES[Table.SHIPMENTS].columns["shown_status"]
_TO_ATTEND = {Table.SHIPMENTS: View.TO_ATTEND, Table.VISITS: View.TO_ATTEND_VISITS}


class DetailReader(TimelineReader):
    """Reads the details of a shipment, visit, manifest or notification."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return the details of a shipment; None: it no longer exists."""
        row = self._one(
            "SELECT shipment.number, day.carrier, shipment.digest, manifest.words"
            " FROM shipment JOIN day ON day.id = shipment.day_id JOIN manifest ON manifest.id = shipment.manifest_id"
            " WHERE shipment.id = ?",
            (row_id,),
        )
        cells = self.cells(Table.SHIPMENTS, [row_id]).get(row_id)
        if cells is None or row is None:
            return None
        number, carrier, digest, words = row
        history = tuple(
            HistoryEntry(datetime.fromisoformat(at), HistoryKind(kind), status_id, status, manifest)
            for at, kind, status_id, status, manifest in self._all(
                "SELECT at, kind, status_id, status, manifest FROM shipment_history WHERE shipment_id = ? ORDER BY id",
                (row_id,),
            )
        )
        why = self._explain(row_id, number)
        if why is None:
            return None
        return ShipmentDetail(
            row_id,
            self._by_key(Table.SHIPMENTS, cells),
            history,
            by_digest(words)[digest],
            why,
            self._visits_of(row_id, why),
            *self._followed_up(Table.SHIPMENTS, row_id),
            self._attempts(row_id),
            self._listing(why.row.leads_to),
            carrier,
        )

    def _listing(self, row_id: int | None) -> Listed | None:
        """Return the day and manifest of a shipment; None: no such shipment."""
        row = self._one(
            "SELECT d.carrier, d.date, m.number FROM shipment s JOIN day d ON d.id = s.day_id"
            " LEFT JOIN manifest m ON m.id = s.manifest_id WHERE s.id = ?",
            (row_id,),
        )
        if row is None or row_id is None:
            return None
        carrier, day, manifest = row
        return Listed(row_id, Day(carrier, date.fromisoformat(day)), None if manifest is None else str(manifest))

    def _explain(self, shipment_id: int, number: str) -> Explained | None:
        """Run the rule for a number, and return its explanation of one row; None: it no longer exists."""
        with self.snapshot():
            facts = ParcelReader(self._db)
            for listings, visits in facts.parcels([number]):
                return Parcel([listing for listing, _ in listings], visits, facts.site.board).explained(shipment_id)
        return None

    def _visits_of(self, shipment_id: int, why: Explained) -> tuple[VisitLine, ...]:
        rows = self._all(
            "SELECT v.id, v.date, v.timestamp, v.status, v.driver, v.check_in_at, v.check_out_at, v.check_in_distance,"
            " v.dwell, v.received_at, l.mention, v.route, v.photo_evidence, v.photo_identity FROM ("
            " SELECT visit_id, NULL AS mention FROM visit_shipment WHERE shipment_id = :id"
            " UNION ALL SELECT visit_id, mention FROM visit_mention WHERE shipment_id = :id"
            ") l JOIN visit v ON v.id = l.visit_id ORDER BY v.at, v.id",
            {"id": shipment_id},
        )
        return tuple(
            VisitLine(
                one,
                date.fromisoformat(day),
                closed,
                status,
                visit_state(status),
                driver,
                came,
                left,
                metres,
                dwell,
                datetime.fromisoformat(at),
                why.decision.visit is not None and why.decision.visit.visit_id == one,
                Mention(mention) if mention else None,
                *more,
            )
            for one, day, closed, status, driver, came, left, metres, dwell, at, mention, *more in rows
        )

    def _followed_up(
        self, table: Table, row_id: int, carriers: tuple[str, ...] = ()
    ) -> tuple[FollowUp | None, tuple[FollowUpEntry, ...], bool]:
        """Return the latest follow-up, all follow-ups, and whether the row needs attention."""
        sql = TABLES[table]
        row = self._one(
            f"SELECT {VIEWS[_TO_ATTEND[table]]} FROM {sql.source} WHERE {sql.id} = :id",
            {"id": row_id, "carriers": json.dumps(carriers)},
        )
        entries = self._follow_ups(table, row_id, carriers)
        return entries[-1].state if entries else None, entries, bool(row and row[0])

    def visit(self, row_id: int, carriers: tuple[str, ...] = ()) -> VisitDetail | None:
        """Return the details of a visit for a desk of these carriers; None: it does not exist."""
        cells = self.cells(Table.VISITS, [row_id], carriers).get(row_id)
        row = self._one(
            "SELECT v.status, check_out_distance, body, v.date"
            " FROM visit v JOIN notification n ON n.id = notification_id WHERE v.id = ?",
            (row_id,),
        )
        if cells is None or row is None:
            return None
        shipments = self._all(
            f"SELECT s.id, d.carrier, d.date, s.number, s.recipient, {_SHOWN_STATUS}, {STATE},"
            f" d.date = :date AND {at_desk('d.carrier')} AND {VIEWS[View.TO_ATTEND]},"
            f" f.id, {', '.join(f'f.{column.key}' for column in FOLLOW_UP_COLUMNS)}"
            f" FROM {TABLES[Table.SHIPMENTS].source} JOIN visit_shipment l ON l.shipment_id = s.id"
            f" LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}"
            " WHERE l.visit_id = :id ORDER BY d.date, d.carrier, s.position",
            {"id": row_id, "date": row[3], "carriers": json.dumps(carriers)},
        )
        latest, entries, is_to_attend = self._followed_up(Table.VISITS, row_id, carriers)
        return VisitDetail(
            row_id,
            self._by_key(Table.VISITS, cells),
            visit_state(row[0]),
            row[1],
            tuple(
                ShipmentLine(
                    one,
                    Day(whose, date.fromisoformat(day)),
                    number,
                    recipient,
                    status,
                    State(state),
                    follow_up_of(tuple(follow_up_cells)) if follow_up else None,
                )
                for one, whose, day, number, recipient, status, state, _, follow_up, *follow_up_cells in shipments
            ),
            self._messages_of(row_id),
            body_text(row[2]),
            latest,
            entries,
            is_to_attend or any(one[7] for one in shipments),
            carriers,
            self._mentioned(row_id),
        )

    def _messages_of(self, visit_id: int) -> tuple[NotificationLine, ...]:
        """Return the notifications of a visit in the rule's order; others go by their timestamps."""
        rows = self._all(
            "SELECT id, timestamp, status, received_at, outcome, repeats,"
            " coalesce(nullif(coalesce(moment, at), ''), received_at) FROM notification WHERE visit_id = ? ORDER BY id",
            (visit_id,),
        )
        with self._failures():
            zone = site_rules(self._db).sender_zone
            visit = messages_of(self._db, [visit_id], zone).get(visit_id)
        rows.sort(key=lambda row: moment_and_arrival(row[6], row[3], zone))
        ids = [] if visit is None else visit.ids
        by_stamp = [row[0] for row in rows if row[0] in ids]
        meant = by_stamp
        if visit is not None:
            messages = visit.facts.messages
            times = [visit_time(one.moment, one.arrival) for one in messages]
            order, is_doubtful = ordered_messages(messages, times)
            meant = [ids[place] for place in order] if is_doubtful else by_stamp
        is_other_order = meant != by_stamp
        if is_other_order:
            rows.sort(key=lambda row: meant.index(row[0]) if row[0] in meant else -1)
        return tuple(
            NotificationLine(
                one, timestamp, status, visit_state(status), datetime.fromisoformat(at), Outcome(what), repeats,
                is_put_in_order=is_other_order and one in ids,
            )
            for one, timestamp, status, at, what, repeats, _ in rows
        )  # fmt: skip

    def _mentioned(self, visit_id: int) -> tuple[ShipmentLine, ...]:
        """Return the shipments whose timelines mention a visit that does not decide them."""
        rows = self._all(
            f"SELECT s.id, d.carrier, d.date, s.number, s.recipient, {_SHOWN_STATUS}, {STATE}, l.mention"
            f" FROM {TABLES[Table.SHIPMENTS].source} JOIN visit_mention l ON l.shipment_id = s.id"
            " WHERE l.visit_id = ? ORDER BY d.date, d.carrier, s.position",
            (visit_id,),
        )
        return tuple(
            ShipmentLine(
                one, Day(whose, date.fromisoformat(day)), number, recipient, status, State(state),
                mention=Mention(mention),
            )
            for one, whose, day, number, recipient, status, state, mention in rows
        )  # fmt: skip

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return the details of a notification; None: it does not exist."""
        cells = self.cells(Table.NOTIFICATIONS, [row_id]).get(row_id)
        row = self._one(
            "SELECT outcome, reason, received_at, path, headers, body,"
            " (SELECT date FROM visit WHERE visit.id = visit_id), size, digest, repeats FROM notification WHERE id = ?",
            (row_id,),
        )
        if cells is None or row is None:
            return None
        outcome, reason, received_at, path, headers, body, visit_date, *columns = row
        shortened = Shortened.stored(*columns)
        return NotificationDetail(
            row_id,
            self._by_key(Table.NOTIFICATIONS, cells),
            Outcome(outcome),
            QuarantineReason(reason) if reason else None,
            datetime.fromisoformat(received_at),
            path,
            tuple((name, value) for name, value in json.loads(headers)),
            marked(body_text(body), shortened),
            date.fromisoformat(visit_date) if visit_date else None,
            shortened,
        )

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return the details of a manifest; None: it no longer exists."""
        cells = self.cells(Table.MANIFESTS, [row_id]).get(row_id)
        row = self._one("SELECT raw FROM manifest WHERE id = ?", (row_id,))
        if cells is None or row is None:
            return None
        return ManifestDetail(row_id, self._by_key(Table.MANIFESTS, cells), row[0])
