"""Follow-ups: what the desk itself keeps of failed deliveries, state after state; the latest of a case counts.

A case is one shipment number of a carrier's day, or a visit that belongs to no shipment. Once such a visit gets
shipments, what was kept of it is theirs as well.
"""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from app.domain.columns import Table
from app.domain.details import Subject
from app.domain.followups import AS_IS, LONGEST_NOTE, FollowUpEdit
from app.domain.wire import storable
from app.store.notifications import Kept
from app.store.times import written

LATEST_OF_SHIPMENT = (
    "max("
    "coalesce((SELECT max(id) FROM follow_up WHERE number = s.number AND date = d.date AND carrier = d.carrier), 0),"
    " coalesce((SELECT max(own.id) FROM visit_shipment l CROSS JOIN follow_up own ON own.visit_id = l.visit_id"
    " WHERE l.shipment_id = s.id), 0))"
)
"""The id of the latest follow-up of a shipment `s` of a day `d`; 0 where it has none."""

LATEST_OF_VISIT = (
    "max(coalesce((SELECT max(id) FROM follow_up WHERE visit_id = v.id), 0),"
    " coalesce((SELECT max(own.id) FROM visit_shipment l CROSS JOIN shipment s ON s.id = l.shipment_id"
    " CROSS JOIN day d ON d.id = s.day_id CROSS JOIN follow_up own ON own.number = s.number AND own.date = d.date"
    " AND own.carrier = d.carrier WHERE l.visit_id = v.id), 0))"
)
"""The id of the latest follow-up of a visit `v` or of its shipments; 0 where there is none."""

_CHOSEN = """
    WITH chosen AS (
        SELECT s.id FROM json_each(:shipments) AS given CROSS JOIN shipment s ON s.id = given.value
        UNION
        SELECT l.shipment_id FROM json_each(:visits) AS given CROSS JOIN visit_shipment l ON l.visit_id = given.value
    )
"""
_STATE_AFTER = """
    :edit, :at, :by,
    CASE WHEN :sets_failure THEN :failure ELSE f.failure END,
    CASE WHEN :sets_note THEN :note ELSE coalesce(f.note, '') END,
    CASE WHEN :sets_called THEN :called_at ELSE f.called_at END,
    CASE WHEN :sets_next_step THEN :next_step ELSE f.next_step END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_at ELSE f.acknowledged_at END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_by ELSE coalesce(f.acknowledged_by, '') END
"""
_SAVED = "edit, saved_at, saved_by, failure, note, called_at, next_step, acknowledged_at, acknowledged_by"
_SAVE = (
    f"""
    INSERT INTO follow_up (carrier, date, number, {_SAVED})
    {_CHOSEN}
    SELECT d.carrier, d.date, s.number, {_STATE_AFTER}
    FROM (
        SELECT min(s.id) AS id FROM chosen CROSS JOIN shipment s ON s.id = chosen.id GROUP BY s.day_id, s.number
    ) AS one CROSS JOIN shipment s ON s.id = one.id CROSS JOIN day d ON d.id = s.day_id
    LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}
    """,  # noqa: S608 - our own expressions
    f"""
    INSERT INTO follow_up (visit_id, {_SAVED})
    SELECT v.id, {_STATE_AFTER}
    FROM (SELECT DISTINCT value FROM json_each(:visits)) AS given CROSS JOIN visit v ON v.id = given.value
    LEFT JOIN follow_up f ON f.id = (SELECT max(id) FROM follow_up WHERE visit_id = v.id)
    WHERE NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = v.id)
    """,  # noqa: S608 - our own expressions
)
_SHIPMENTS_OF = """
    SELECT s.id FROM follow_up f CROSS JOIN day d ON d.carrier = f.carrier AND d.date = f.date
    CROSS JOIN shipment s ON s.number = f.number AND +s.day_id = d.id WHERE f.edit = :edit
    UNION
    SELECT l.shipment_id FROM follow_up f CROSS JOIN visit_shipment l ON l.visit_id = f.visit_id WHERE f.edit = :edit
"""
_VISITS_OF = f"""
    SELECT visit_id FROM follow_up WHERE edit = :edit AND visit_id IS NOT NULL
    UNION
    SELECT visit_id FROM visit_shipment WHERE shipment_id IN ({_SHIPMENTS_OF})
"""  # noqa: S608 - our own expressions
_TAKE_BACK = """
    DELETE FROM follow_up WHERE edit = :edit AND NOT EXISTS (
        SELECT 1 FROM follow_up AS later
        WHERE later.number = follow_up.number AND later.date = follow_up.date AND later.carrier = follow_up.carrier
          AND later.id > follow_up.id
    ) AND NOT EXISTS (
        SELECT 1 FROM follow_up AS later WHERE later.visit_id = follow_up.visit_id AND later.id > follow_up.id
    )
"""


def save_edit(db: sqlite3.Connection, subjects: Sequence[Subject], edit: FollowUpEdit, at: datetime, by: str) -> int:
    """Change the follow-ups of these rows, each from how it is.

    Args:
        db: in a transaction.
        subjects: shipments, and visits, which stand for their shipments where they have some; others and those that
            are no longer there are passed over.
        edit: what is changed in each.
        at: when, UTC.
        by: who.

    Returns:
        The number of the edit, by which it can be taken back; 0 where it changed nothing.
    """
    if edit == FollowUpEdit():
        return 0
    last = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'follow_up'").fetchone()
    number: int = last[0] + 1 if last else 1  # that of its first row, so that none is given twice
    moment = written(at)
    values = {
        "edit": number,
        "at": moment,
        "by": storable(by),
        "shipments": json.dumps([one.row_id for one in subjects if one.table is Table.SHIPMENTS]),
        "visits": json.dumps([one.row_id for one in subjects if one.table is Table.VISITS]),
        "sets_failure": edit.reason is not AS_IS,
        "failure": None if edit.reason is AS_IS else edit.reason,
        "sets_note": edit.note is not AS_IS,
        "note": "" if edit.note is AS_IS else storable(edit.note.strip()[:LONGEST_NOTE]),
        "sets_called": edit.is_called is not AS_IS,
        "called_at": moment if edit.is_called is True else None,
        "sets_next_step": edit.next_step is not AS_IS,
        "next_step": None if edit.next_step is AS_IS else edit.next_step,
        "sets_acknowledged": edit.is_acknowledged is not AS_IS,
        "acknowledged_at": moment if edit.is_acknowledged is True else None,
        "acknowledged_by": storable(by) if edit.is_acknowledged is True else "",
    }
    return number if sum(db.execute(statement, values).rowcount for statement in _SAVE) else 0


def take_back(db: sqlite3.Connection, edit: int) -> Kept:
    """Remove what an edit saved, where nothing was saved of the same case since; the state before it counts again.

    Returns:
        The rows of the tables that may look otherwise now.
    """
    touched = rows_of(db, edit)
    db.execute(_TAKE_BACK, {"edit": edit})
    return touched


def rows_of(db: sqlite3.Connection, edit: int) -> Kept:
    """Return the rows of the tables that show what an edit saved."""
    visits, shipments = ({row[0] for row in db.execute(sql, {"edit": edit})} for sql in (_VISITS_OF, _SHIPMENTS_OF))
    return Kept(visits, shipments)
