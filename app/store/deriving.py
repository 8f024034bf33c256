"""What is not yet worked out in a file is: by another version of the rule, or by a process that ended before."""

import logging
import sqlite3

from app.domain.unhandled import report_unhandled
from app.store.deciding import derive_all
from app.store.following import follow_some
from app.store.followups import LATEST_OF_SHIPMENT, VISIT_FAILURE
from app.store.isolating import raise_if_of_store
from app.store.stored import RULE

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


def derive_by_this_rule(connection: sqlite3.Connection) -> None:
    """Work out what the rule says of everything that the file keeps, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        derive_all(connection)
        for statement in _NAME_ACKNOWLEDGED:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {RULE}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    _log.info("All rows were worked out by version %d of the rule", RULE)


def derive_left(connection: sqlite3.Connection) -> None:
    """Work out what the notifications say that a process left, or has just kept; a few visits in a transaction."""
    is_left = True
    while is_left:
        connection.execute("BEGIN IMMEDIATE")
        try:
            is_left = bool(follow_some(connection).visits)
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - it is reported; what is left stays noted, and the file is opened
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise_if_of_store(error)
            report_unhandled(error)
            return
