"""What was kept of a row over time: its follow-ups, and what became of its number on other days."""

from datetime import date, datetime
from typing import Any

from app.domain.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.days import Day
from app.domain.details import Attempt
from app.domain.followups import FailureReason, FollowUp, FollowUpEntry, NextStep
from app.domain.statuses import State
from app.store.asking import Asking
from app.store.followups import LATEST_OF_SHIPMENT
from app.store.rows import STATE, TABLES

_MOST_ATTEMPTS = 30
_OF_SHIPMENT = """
    SELECT f.id FROM shipment s JOIN day d ON d.id = s.day_id
    JOIN follow_up f ON f.number = s.number AND f.date = d.date AND f.carrier = d.carrier WHERE s.id = :id
    UNION
    SELECT f.id FROM visit_shipment l JOIN follow_up f ON f.visit_id = l.visit_id WHERE l.shipment_id = :id
"""
_OF_VISIT = """
    SELECT id FROM follow_up WHERE visit_id = :id
    UNION
    SELECT f.id FROM visit_shipment l JOIN shipment s ON s.id = l.shipment_id JOIN day d ON d.id = s.day_id
    JOIN follow_up f ON f.number = s.number AND f.date = d.date AND f.carrier = d.carrier WHERE l.visit_id = :id
"""
_TIMELINES = {
    table: f"""
        SELECT saved_at, saved_by, {", ".join(column.key for column in FOLLOW_UP_COLUMNS)} FROM follow_up
        WHERE id IN (SELECT max(id) FROM follow_up WHERE id IN ({whose}) GROUP BY edit) ORDER BY id
    """  # noqa: S608 - our own expressions
    for table, whose in ((Table.SHIPMENTS, _OF_SHIPMENT), (Table.VISITS, _OF_VISIT))
}
"""One line for each edit, however many shipments of a visit it was about."""
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
    ORDER BY d.date DESC, d.carrier LIMIT {_MOST_ATTEMPTS}
"""  # noqa: S608 - our own expressions


def follow_up_of(kept: tuple[Any, ...]) -> FollowUp:
    """Return a follow-up of the cells that keep it, in the order of the columns of follow-ups."""
    failure, note, called_at, next_step, acknowledged_at, acknowledged_by = kept
    return FollowUp(
        FailureReason(failure) if failure else None,
        note or "",
        datetime.fromisoformat(called_at) if called_at else None,
        NextStep(next_step) if next_step else None,
        datetime.fromisoformat(acknowledged_at) if acknowledged_at else None,
        acknowledged_by or "",
    )


class Timeline(Asking):
    """Reads it."""

    def _follow_ups(self, table: Table, row_id: int) -> tuple[FollowUpEntry, ...]:
        return tuple(
            FollowUpEntry(datetime.fromisoformat(at), by, follow_up_of(tuple(kept)))
            for at, by, *kept in self._all(_TIMELINES[table], {"id": row_id})
        )

    def _attempts(self, row_id: int) -> tuple[Attempt, ...]:
        """Return what became of a shipment's number on other days; once a day, though it be listed twice."""
        return tuple(
            Attempt(
                one,
                Day(carrier, date.fromisoformat(day)),
                status,
                State(state),
                timestamp,
                driver,
                follow_up_of(tuple(kept)) if follow_up else None,
            )
            for one, carrier, day, status, state, timestamp, driver, follow_up, *kept in self._all(
                _ATTEMPTS, {"id": row_id}
            )
        )
