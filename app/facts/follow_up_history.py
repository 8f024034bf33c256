"""Save and undo follow-ups of failed deliveries. Every saved state stays; the latest of a case counts.

A case is a shipment number of a carrier's day, or a visit. A follow-up of a visit is saved for the visit and for its
shipments of the desk's carrier, so that either keeps it if the match changes. A follow-up saved before the visit had
shipments applies to them once it has some, but not to listings of later days: those are other attempts.
"""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from app.domain.contract.storable_text import storable
from app.domain.follow_ups import AS_IS, LONGEST_NOTE, FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.changed_rows import ChangedRows
from app.facts.file.timestamps import utc_text

OF_SHIPMENT = "f.number = s.number AND f.date = d.date AND f.carrier = d.carrier"
"""SQL condition: follow-up `f` belongs to shipment `s` of day `d`."""

_ALSO_ITS_SHIPMENTS = "f.visit_id = v.id AND v.date >= d.date AND f.carrier IS NULL"
"""SQL condition: follow-up `f` of visit `v`, saved while it had no shipments, applies to its shipments of day `d`."""


def of_visit_itself(carrier: str = ":carrier") -> str:
    """Return the SQL condition that follow-up `f` belongs to visit `v`, and not to another carrier's desk."""
    return (
        f"f.visit_id = v.id AND (f.carrier IS NULL OR f.carrier = '' OR {carrier} IN ('', f.carrier)"
        " OR NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = v.id))"
    )


def shipments_of_visit(carrier: str = ":carrier") -> str:
    """Return the SQL source of the shipments of visit `v` at a carrier's desk; a condition may follow it."""
    return (
        "visit_shipment l CROSS JOIN shipment s ON s.id = l.shipment_id CROSS JOIN day d ON d.id = s.day_id"
        f" AND d.date <= v.date AND {carrier} IN ('', d.carrier)"
    )


VISITS_OF_SHIPMENT = (
    "visit_shipment l CROSS JOIN visit v ON v.id = l.visit_id"
    f" CROSS JOIN follow_up f ON {_ALSO_ITS_SHIPMENTS} WHERE l.shipment_id = s.id"
)
"""SQL source of the follow-ups of visits that apply to shipment `s`."""

LATEST_OF_SHIPMENT = (
    f"max(coalesce((SELECT max(f.id) FROM follow_up f WHERE {OF_SHIPMENT}), 0),"
    f" coalesce((SELECT max(f.id) FROM {VISITS_OF_SHIPMENT}), 0))"
)
"""SQL: the id of the latest follow-up of shipment `s` of day `d`; 0: none."""

LATEST_OF_VISIT = (
    f"max(coalesce((SELECT max(f.id) FROM follow_up f WHERE {of_visit_itself()}), 0),"
    f" coalesce((SELECT max(f.id) FROM {shipments_of_visit()}"
    f" CROSS JOIN follow_up f ON {OF_SHIPMENT} WHERE l.visit_id = v.id), 0))"
)
"""SQL: the id of the latest follow-up of visit `v` or of its shipments at a carrier's desk; 0: none."""

VISIT_FAILURE = "v.id || '_' || v.timestamp"
"""SQL: the name of the failure that visit `v` reports, the key of its newest notification."""

_GIVEN = """
    WITH given AS (
        SELECT DISTINCT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS carrier
        FROM json_each(:visits)
    )
"""
_CHOSEN = f"""
    {_GIVEN}, chosen AS (
        SELECT s.id FROM json_each(:shipments) AS one CROSS JOIN shipment s ON s.id = one.value
        UNION
        SELECT s.id FROM given CROSS JOIN visit v ON v.id = given.id
        CROSS JOIN {shipments_of_visit("given.carrier")} WHERE l.visit_id = v.id
    )
"""
_STATE_AFTER = """
    :edit, :at, :by,
    CASE WHEN :sets_failure THEN :failure ELSE f.failure END,
    CASE WHEN :sets_note THEN :note ELSE coalesce(f.note, '') END,
    CASE WHEN :sets_called THEN :called_at ELSE f.called_at END,
    CASE WHEN :sets_next_step THEN :next_step ELSE f.next_step END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_at ELSE f.acknowledged_at END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_by ELSE coalesce(f.acknowledged_by, '') END,
    CASE WHEN NOT :sets_acknowledged THEN f.failures WHEN :acknowledged_at IS NOT NULL THEN {failures} END,
    CASE WHEN :sets_remind THEN :remind_at WHEN :acknowledged_at IS NULL THEN f.remind_at END
"""
_SAVED = (
    "edit, saved_at, saved_by, failure, note, called_at, next_step, acknowledged_at, acknowledged_by, failures,"
    " remind_at"
)
_FAILURES_OF_SHIPMENT = """
    (SELECT char(10) || group_concat(s.failure || coalesce(char(10) || s.other_failure, ''), char(10)) || char(10)
     FROM shipment s LEFT JOIN visit v ON v.id = s.visit_id
     WHERE s.number = one.number AND +s.day_id = d.id AND coalesce(v.received_at, '') <= :at)
"""
_FAILURE_OF_VISIT = f"CASE WHEN v.received_at <= :at THEN char(10) || {VISIT_FAILURE} || char(10) END"
"""An acknowledgement names the failures known when it was made; a later failure needs another one."""
_SAVE = (
    f"""
    INSERT INTO follow_up (visit_id, carrier, {_SAVED})
    {_GIVEN}
    SELECT v.id,
        CASE WHEN EXISTS (SELECT 1 FROM {shipments_of_visit("''")} WHERE l.visit_id = v.id) THEN given.carrier END,
        {_STATE_AFTER.format(failures=_FAILURE_OF_VISIT)}
    FROM given CROSS JOIN visit v ON v.id = given.id
    LEFT JOIN follow_up f ON f.id = (SELECT max(f.id) FROM follow_up f WHERE {of_visit_itself("given.carrier")})
    """,
    f"""
    INSERT INTO follow_up (carrier, date, number, {_SAVED})
    {_CHOSEN}
    SELECT d.carrier, d.date, one.number, {_STATE_AFTER.format(failures=_FAILURES_OF_SHIPMENT)}
    FROM (
        SELECT DISTINCT s.day_id, s.number FROM chosen CROSS JOIN shipment s ON s.id = chosen.id
    ) AS one CROSS JOIN day d ON d.id = one.day_id
    LEFT JOIN follow_up f ON f.id = (
        SELECT max({LATEST_OF_SHIPMENT}) FROM shipment s WHERE s.number = one.number AND +s.day_id = d.id
    )
    """,
)
"""Visits first, so that within one edit the rows of their shipments are the later ones."""
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
"""
_UNDO = f"""
    DELETE FROM follow_up AS mine WHERE edit = :edit AND NOT EXISTS (
        SELECT 1 FROM follow_up f
        WHERE f.number = mine.number AND f.date = mine.date AND f.carrier = mine.carrier AND f.edit > :edit
    ) AND NOT EXISTS (
        SELECT 1 FROM follow_up f
        WHERE f.visit_id = mine.visit_id AND coalesce(f.carrier = mine.carrier, true) AND f.edit > :edit
    ) AND NOT EXISTS (
        SELECT 1 FROM day d CROSS JOIN shipment s ON s.number = mine.number AND +s.day_id = d.id
        CROSS JOIN {VISITS_OF_SHIPMENT} AND d.carrier = mine.carrier AND d.date = mine.date AND f.edit > :edit
    ) AND NOT EXISTS (
        SELECT 1 FROM visit v CROSS JOIN {shipments_of_visit("coalesce(mine.carrier, '')")}
        CROSS JOIN follow_up f ON {OF_SHIPMENT} WHERE v.id = mine.visit_id AND l.visit_id = v.id AND f.edit > :edit
    )
"""
"""Keeps rows with a later edit of the same case, of a visit that applies to the shipment, or of its shipments."""


def save_edit(db: sqlite3.Connection, subjects: Sequence[Subject], edit: FollowUpEdit, at: datetime, by: str) -> int:
    """Apply an edit to the follow-ups of these rows, in the caller's transaction.

    Args:
        db: of the facts, with the board attached.
        subjects: shipments and visits; rows of other tables and rows that no longer exist are skipped.
        edit: the fields to change.
        at: when the user asked for it, UTC; an acknowledgement covers the failures received by then.
        by: the user's name.

    Returns:
        The number of the edit, for `undo_edit`; 0: nothing was changed.
    """
    if edit == FollowUpEdit():
        return 0
    last = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'follow_up'").fetchone()
    number: int = last[0] + 1 if last else 1  # the id of its first row, which is never reused
    moment = utc_text(at)
    values = {
        "edit": number,
        "at": moment,
        "by": storable(by),
        "shipments": json.dumps([one.row_id for one in subjects if one.table is Table.SHIPMENTS]),
        "visits": json.dumps([(one.row_id, one.carrier) for one in subjects if one.table is Table.VISITS]),
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
        "sets_remind": edit.remind_at is not AS_IS,
        "remind_at": utc_text(edit.remind_at) if isinstance(edit.remind_at, datetime) else None,
    }
    return number if sum(db.execute(statement, values).rowcount for statement in _SAVE) else 0


def undo_edit(db: sqlite3.Connection, edit: int) -> tuple[int, ChangedRows]:
    """Remove what an edit saved, except in cases that have a later edit, in the caller's transaction.

    Returns:
        The number of follow-ups removed, and the rows to read again.
    """
    changed = rows_of_edit(db, edit)
    return db.execute(_UNDO, {"edit": edit}).rowcount, changed


def rows_of_edit(db: sqlite3.Connection, edit: int) -> ChangedRows:
    """Return the rows that show an edit."""
    visits, shipments = ({row[0] for row in db.execute(sql, {"edit": edit})} for sql in (_VISITS_OF, _SHIPMENTS_OF))
    return ChangedRows(visits, shipments)
