"""All that is known of one row: what the pane beside the table shows."""

import json
from datetime import date, datetime

from app.domain.columns import Table
from app.domain.days import Day, HistoryEntry, HistoryKind
from app.domain.details import (
    ManifestDetail,
    NewsLine,
    NotificationDetail,
    ShipmentDetail,
    ShipmentLine,
    VisitDetail,
    VisitLine,
)
from app.domain.followups import FollowUp, FollowUpEntry
from app.domain.notifications import Outcome, QuarantineReason, body_text
from app.domain.queries import View
from app.domain.statuses import Mark, State, visit_state
from app.store.rows import STATE, TABLES, VIEWS
from app.store.timeline import Timeline

_SHOWN_STATUS = TABLES[Table.SHIPMENTS].columns["shown_status"]
_TO_ATTEND = {Table.SHIPMENTS: View.TO_ATTEND, Table.VISITS: View.TO_ATTEND_VISITS}


class Details(Timeline):
    """Reads one shipment, visit, manifest or notification."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of one shipment; None where it is no longer there."""
        row = self._one("SELECT raw, copies FROM shipment JOIN document USING (id) WHERE shipment.id = ?", (row_id,))
        cells = self.cells(Table.SHIPMENTS, [row_id]).get(row_id)
        if cells is None or row is None:
            return None
        history = tuple(
            HistoryEntry(datetime.fromisoformat(at), HistoryKind(kind), status_id, status, manifest)
            for at, kind, status_id, status, manifest in self._all(
                "SELECT at, kind, status_id, status, manifest FROM shipment_history WHERE shipment_id = ? ORDER BY id",
                (row_id,),
            )
        )
        state, _, mark, _ = cells[-4:]
        return ShipmentDetail(
            row_id,
            self._by_key(Table.SHIPMENTS, cells),
            history,
            row[0],
            row[1],
            State(str(state)),
            Mark(str(mark)) if mark else None,
            self._visits_of(row_id),
            *self._followed_up(Table.SHIPMENTS, row_id),
            self._attempts(row_id),
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
                one,
                closed,
                status,
                visit_state(status),
                driver,
                came,
                left,
                metres,
                dwell,
                datetime.fromisoformat(at),
                bool(leads),
            )
            for one, closed, status, driver, came, left, metres, dwell, at, leads in rows
        )

    def _followed_up(self, table: Table, row_id: int) -> tuple[FollowUp | None, tuple[FollowUpEntry, ...], bool]:
        """Return the latest follow-up, all of them, and whether the row is to attend."""
        sql = TABLES[table]
        row = self._one(
            f"SELECT {VIEWS[_TO_ATTEND[table]]} FROM {sql.source} WHERE {sql.id} = ?",  # noqa: S608 - our own
            (row_id,),
        )
        entries = self._follow_ups(table, row_id)
        return entries[-1].state if entries else None, entries, bool(row and row[0])

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
                NewsLine(
                    one, timestamp, status, visit_state(status), datetime.fromisoformat(at), Outcome(what), repeats
                )
                for one, timestamp, status, at, what, repeats in news
            ),
            body_text(row[2]),
            *self._followed_up(Table.VISITS, row_id),
        )

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of one notification; None where it is not there."""
        cells = self.cells(Table.NOTIFICATIONS, [row_id]).get(row_id)
        row = self._one(
            "SELECT outcome, reason, received_at, path, headers, body,"
            " (SELECT date FROM visit WHERE visit.id = visit_id) FROM notification WHERE id = ?",
            (row_id,),
        )
        if cells is None or row is None:
            return None
        outcome, reason, received_at, path, headers, body, visit_date = row
        return NotificationDetail(
            row_id,
            self._by_key(Table.NOTIFICATIONS, cells),
            Outcome(outcome),
            QuarantineReason(reason) if reason else None,
            datetime.fromisoformat(received_at),
            path,
            tuple((name, value) for name, value in json.loads(headers)),
            body_text(body),
            date.fromisoformat(visit_date) if visit_date else None,
        )

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of one manifest; None where it is no longer there."""
        cells = self.cells(Table.MANIFESTS, [row_id]).get(row_id)
        row = self._one("SELECT raw FROM manifest WHERE id = ?", (row_id,))
        if cells is None or row is None:
            return None
        return ManifestDetail(row_id, self._by_key(Table.MANIFESTS, cells), row[0])
