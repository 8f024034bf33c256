"""What of the facts the board does not follow yet, it follows: after a kill, an update, or the loss of the board."""

import logging
import sqlite3
import zlib

from app.domain.days import Day
from app.domain.unhandled import report_unhandled
from app.store.following import follow_day, follow_some
from app.store.followups import LATEST_OF_SHIPMENT, VISIT_FAILURE
from app.store.isolating import in_savepoint, raise_if_of_store
from app.store.journal import is_anything_left

_NAME_ACKNOWLEDGED = (
    f"""
    UPDATE follow_up SET failures = (
        SELECT char(10) || s.failure || char(10) || coalesce(s.other_failure || char(10), '')
        FROM shipment s CROSS JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id
        WHERE s.failure IS NOT NULL AND {LATEST_OF_SHIPMENT} = follow_up.id
          AND coalesce(v.received_at, s.changed_at) <= follow_up.acknowledged_at LIMIT 1
    ) WHERE acknowledged_at IS NOT NULL AND failures IS NULL AND number IS NOT NULL
    """,  # noqa: S608 - our own expressions
    f"""
    UPDATE follow_up SET failures = (
        SELECT char(10) || {VISIT_FAILURE} || char(10) FROM visit v
        WHERE v.id = follow_up.visit_id AND v.received_at <= follow_up.acknowledged_at
    ) WHERE acknowledged_at IS NOT NULL AND failures IS NULL AND visit_id IS NOT NULL
    """,  # noqa: S608 - our own expression
)
"""An acknowledgement from before failures had names is of what had come by then."""


_log = logging.getLogger(__name__)


def catch_up(db: sqlite3.Connection, day: Day) -> bool:
    """Have the board show a day that is to be loaded as its loads left it, in a transaction.

    Returns:
        False where no day can be made of what is kept of them.
    """
    try:
        in_savepoint(db, lambda: follow_day(db, day))
    except (ValueError, LookupError, TypeError, zlib.error) as error:
        _log.warning("What is kept of the day %s of %s is not whole: %r", day.date, day.carrier, error)
        return False
    return True


def derive_some(db: sqlite3.Connection) -> bool:
    """Have the board follow some of the facts, in a transaction; return whether more is left."""
    try:
        follow_some(db)
    except Exception as error:  # noqa: BLE001 - it is reported; what is left stays noted, and the store is open
        raise_if_of_store(error)
        report_unhandled(error)
        return False
    if is_anything_left(db):
        return True
    for statement in _NAME_ACKNOWLEDGED:
        db.execute(statement)
    return False
