"""Read the follow-ups of a row, and the listings of its number on other days."""

import json
from datetime import date, datetime
from typing import Any

from app.board.follow_up_sql import (
    LATEST_OF_SHIPMENT,
    OF_SHIPMENT,
    SAVED_ORDER,
    VISITS_OF_SHIPMENT,
    of_visit_itself,
    shipments_of_visit,
)
from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import STATE, TABLES
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.follow_ups import FollowUp, FollowUpEntry, known_step
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.details import Attempt

_MAX_ATTEMPTS = 30
_OF_SHIPMENT = f"""
    SELECT f.id FROM shipment s JOIN day d ON d.id = s.day_id JOIN follow_up f ON {OF_SHIPMENT} WHERE s.id = :id
    UNION
    SELECT f.id FROM shipment s JOIN day d ON d.id = s.day_id CROSS JOIN {VISITS_OF_SHIPMENT} AND s.id = :id
"""
_OF_VISIT = f"""
    SELECT f.id FROM visit v JOIN follow_up f ON {of_visit_itself()} WHERE v.id = :id
    UNION
    SELECT f.id FROM visit v CROSS JOIN {shipments_of_visit()} CROSS JOIN follow_up f ON {OF_SHIPMENT}
    WHERE v.id = :id AND l.visit_id = v.id
"""
_COLUMNS = ", ".join(column.key for column in FOLLOW_UP_COLUMNS)
_HAS_SEVERAL = (
    "(SELECT count(DISTINCT s.number) > 1 FROM visit v CROSS JOIN"
    f" {shipments_of_visit()} WHERE v.id = :id AND l.visit_id = v.id)"
)
_TIMELINES = {
    table: f"""
        SELECT saved_at, saved_by, coalesce(desk, ''), edit, visit_id, carrier, date, number, {is_one_of_many},
            {_COLUMNS}
        FROM follow_up f WHERE id IN ({whose}) ORDER BY {SAVED_ORDER}
    """
    for table, whose, is_one_of_many in (
        (Table.SHIPMENTS, _OF_SHIPMENT, "0"),
        (Table.VISITS, _OF_VISIT, _HAS_SEVERAL),
    )
}
_ATTEMPTS = f"""
    SELECT s.id, d.carrier, d.date, {TABLES[Table.SHIPMENTS].columns["shown_status"]}, {STATE},
           v.timestamp, v.driver, f.id, {", ".join(f"f.{column.key}" for column in FOLLOW_UP_COLUMNS)}
    FROM {TABLES[Table.SHIPMENTS].source} LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}
    WHERE d.loaded_at IS NOT NULL AND s.id IN (
        SELECT id FROM (
            SELECT other.id, row_number() OVER (
                PARTITION BY other.day_id ORDER BY other.gone_at IS NOT NULL, other.position
            ) AS place
            FROM shipment own JOIN shipment other ON other.number = own.number AND other.day_id <> own.day_id
            WHERE own.id = :id
        )
        WHERE place = 1
    )
    ORDER BY d.date DESC, d.carrier LIMIT {_MAX_ATTEMPTS}
"""


def follow_up_of(cells: tuple[Any, ...]) -> FollowUp:
    """Return the follow-up of these cells, in the order of `FOLLOW_UP_COLUMNS`."""
    failure, note, called_at, next_step, acknowledged_at, acknowledged_by, remind_at, assigned_to = cells
    return FollowUp(
        failure or None,
        note or "",
        datetime.fromisoformat(called_at) if called_at else None,
        known_step(next_step),
        datetime.fromisoformat(acknowledged_at) if acknowledged_at else None,
        acknowledged_by or "",
        datetime.fromisoformat(remind_at) if remind_at else None,
        assigned_to or "",
    )


class TimelineReader(BaseReader):
    """Reads the timeline of a row."""

    def _follow_ups(self, table: Table, row_id: int, carriers: tuple[str, ...] = ()) -> tuple[FollowUpEntry, ...]:
        """Return the saved follow-ups of a row, oldest first; `carriers` is whose desk shows a visit.

        If an edit covers a visit and its shipments, only the entries of the shipments are returned.
        """
        rows = self._all(_TIMELINES[table], {"id": row_id, "carriers": json.dumps(carriers)})
        of_shipments = {edit for _, _, _, edit, visit_id, *_ in rows if visit_id is None}
        entries: list[FollowUpEntry] = []
        latest: dict[tuple[object, ...], FollowUp] = {}
        of_visit = FollowUp()
        """The last follow-up of the visit while it had no shipments, with which those of its shipments begin."""
        for at, by, desk, edit, visit_id, whose, day, number, is_one_of_many, *cells in rows:
            state = follow_up_of(tuple(cells))
            case = (visit_id,) if visit_id is not None else (whose, day, number)
            named = number if is_one_of_many else None
            entry = FollowUpEntry(datetime.fromisoformat(at), by, state, latest.get(case, of_visit), edit, named, desk)
            if visit_id is not None and whose is None:
                latest, of_visit = {}, state
            latest[case] = state
            if visit_id is None or edit not in of_shipments:
                entries.append(entry)
        return tuple(entries)

    def _attempts(self, row_id: int) -> tuple[Attempt, ...]:
        """Return the listings of a shipment's number on other days, one for each day."""
        return tuple(
            Attempt(
                one,
                Day(carrier, date.fromisoformat(day)),
                status,
                State(state),
                timestamp,
                driver,
                follow_up_of(tuple(cells)) if follow_up else None,
            )
            for one, carrier, day, status, state, timestamp, driver, follow_up, *cells in self._all(
                _ATTEMPTS, {"id": row_id}
            )
        )
