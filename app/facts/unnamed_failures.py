"""Give acknowledgements of old versions the names of the failures that they meant, once the board has these."""

import sqlite3

from app.facts.follow_up_history import LATEST_OF_SHIPMENT, VISIT_FAILURE

_NAME_FAILURES = (
    f"""
    UPDATE follow_up SET failures = (
        SELECT char(10) || s.failure || char(10) || coalesce(s.other_failure || char(10), '')
        FROM shipment s CROSS JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id
        WHERE s.failure IS NOT NULL AND {LATEST_OF_SHIPMENT} = follow_up.id
          AND coalesce(v.received_at, s.changed_at) <= follow_up.acknowledged_at LIMIT 1
    ) WHERE acknowledged_at IS NOT NULL AND failures IS NULL AND number IS NOT NULL
    """,
    f"""
    UPDATE follow_up SET failures = (
        SELECT char(10) || {VISIT_FAILURE} || char(10) FROM visit v
        WHERE v.id = follow_up.visit_id AND v.received_at <= follow_up.acknowledged_at
    ) WHERE acknowledged_at IS NOT NULL AND failures IS NULL AND visit_id IS NOT NULL
    """,
)
"""An acknowledgement without names covers the failures received before it."""


def has_unnamed_failures(db: sqlite3.Connection) -> bool:
    """Whether there are acknowledgements without names."""
    sql = "SELECT EXISTS (SELECT 1 FROM follow_up WHERE acknowledged_at IS NOT NULL AND failures IS NULL)"
    return bool(db.execute(sql).fetchone()[0])


def name_acknowledged_failures(db: sqlite3.Connection) -> None:
    """Name the failures of such acknowledgements, in a transaction with the board attached."""
    for statement in _NAME_FAILURES:
        db.execute(statement)
