"""Save and undo follow-ups of failed deliveries. Every saved state stays; the latest of a case counts.

The latest is the one with the latest time, then origin, then number there, so that desks that took over each other's
follow-ups agree in whatever order they did. One that is saved here is later than those of its case that are known here,
also where another desk's clock, or this one before it was set back, is ahead.

A case is a shipment number of a carrier's day, or a visit. A follow-up of a visit is saved for the visit and for its
shipments of the desk's carriers, so that either keeps it if the match changes; that of the visit is every desk's where
this one has several carriers. A follow-up saved before the visit had
shipments applies to them once it has some, but not to listings of later days: those are other attempts.
"""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.board.follow_up_sql import (
    LATEST_OF_SHIPMENT,
    OF_SHIPMENT,
    SAVED_ORDER,
    TIME,
    VISIT_FAILURE,
    VISITS_OF_SHIPMENT,
    latest_id,
    of_visit_itself,
    order_of_shipment,
    shipments_of_visit,
)
from app.domain.contract.json_text.storable_text import storable
from app.domain.follow_ups import AS_IS, LONGEST_NOTE, FollowUpEdit
from app.domain.relay.shared_fact import LONGEST_NAME
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.file.database import utc_text
from app.facts.journal import ChangedRows

_GIVEN = """
    WITH given AS (
        SELECT DISTINCT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS carriers
        FROM json_each(:visits)
    )
"""
_CHOSEN = f"""
    {_GIVEN}, chosen AS (
        SELECT s.id FROM json_each(:shipments) AS one CROSS JOIN shipment s ON s.id = one.value
        UNION
        SELECT s.id FROM given CROSS JOIN visit v ON v.id = given.id
        CROSS JOIN {shipments_of_visit("given.carriers")} WHERE l.visit_id = v.id
    )
"""
_STATE_AFTER = """
    :edit, :at, :by, :decides_at, :sets,
    CASE WHEN :sets_failure THEN :failure ELSE f.failure END,
    CASE WHEN :sets_note THEN :note ELSE coalesce(f.note, '') END,
    CASE WHEN :sets_called THEN :called_at ELSE f.called_at END,
    CASE WHEN :sets_next_step THEN :next_step ELSE f.next_step END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_at ELSE f.acknowledged_at END,
    CASE WHEN :sets_acknowledged THEN :acknowledged_by ELSE coalesce(f.acknowledged_by, '') END,
    CASE WHEN NOT :sets_acknowledged THEN f.failures WHEN :acknowledged_at IS NOT NULL THEN {failures} END,
    CASE WHEN :sets_remind THEN :remind_at WHEN :acknowledged_at IS NULL THEN f.remind_at END,
    CASE WHEN :sets_assigned THEN :assigned_to ELSE coalesce(f.assigned_to, '') END
"""
_SAVED = (
    "edit, saved_at, saved_by, decides_at, sets, failure, note, called_at, next_step, acknowledged_at, acknowledged_by,"
    " failures, remind_at, assigned_to"
)
_SETS = {
    "failure": "sets_failure",
    "note": "sets_note",
    "called_at": "sets_called",
    "next_step": "sets_next_step",
    "acknowledged_at": "sets_acknowledged",
    "remind_at": "sets_remind",
    "assigned_to": "sets_assigned",
}
"""What an edit may set, and the parameter that says whether it does."""
_FAILURES_OF_SHIPMENT = """
    (SELECT char(10) || group_concat(s.failure || coalesce(char(10) || s.other_failure, ''), char(10)) || char(10)
     FROM shipment s
     WHERE s.number = one.number AND +s.day_id = d.id)
"""
_FAILURE_OF_VISIT = f"char(10) || {VISIT_FAILURE} || char(10)"
"""An acknowledgement names the failures known when it was made; a later failure needs another one."""
_SAVE = (
    f"""
    INSERT INTO follow_up (visit_id, carrier, {_SAVED})
    {_GIVEN}
    SELECT v.id,
        CASE WHEN EXISTS (SELECT 1 FROM {shipments_of_visit("'[]'")} WHERE l.visit_id = v.id)
            THEN iif(json_array_length(given.carriers) = 1, json_extract(given.carriers, '$[0]'), '') END,
        {_STATE_AFTER.format(failures=_FAILURE_OF_VISIT)}
    FROM given CROSS JOIN visit v ON v.id = given.id
    LEFT JOIN follow_up f ON f.id = (
        SELECT {latest_id(f"max({SAVED_ORDER})")} FROM follow_up f WHERE {of_visit_itself("given.carriers")}
    )
    """,
    f"""
    INSERT INTO follow_up (carrier, date, number, {_SAVED})
    {_CHOSEN}
    SELECT d.carrier, d.date, one.number, {_STATE_AFTER.format(failures=_FAILURES_OF_SHIPMENT)}
    FROM (
        SELECT DISTINCT s.day_id, s.number FROM chosen CROSS JOIN shipment s ON s.id = chosen.id
    ) AS one CROSS JOIN day d ON d.id = one.day_id
    LEFT JOIN follow_up f ON f.id = (
        SELECT {latest_id(f"max({order_of_shipment()})")} FROM shipment s
        WHERE s.number = one.number AND +s.day_id = d.id
    )
    """,
)
"""Visits first, so that within one edit the rows of their shipments are the later ones."""
_LAST_TIME = f"""
    {_CHOSEN}
    SELECT max({TIME}) FROM follow_up f WHERE f.id IN (
        SELECT {LATEST_OF_SHIPMENT}
        FROM chosen CROSS JOIN shipment s ON s.id = chosen.id CROSS JOIN day d ON d.id = s.day_id
        UNION
        SELECT f.id FROM given CROSS JOIN visit v ON v.id = given.id
        CROSS JOIN follow_up f ON {of_visit_itself("given.carriers")}
    )
"""
"""The time of the latest follow-up of the rows that an edit is for."""
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
_IS_UNDONE = """
    EXISTS (
        SELECT 1 FROM follow_up u WHERE u.undoes = f.edit
        AND u.carrier IS f.carrier AND u.date IS f.date AND u.number IS f.number AND u.visit_id IS f.visit_id
    )
"""
"""SQL condition: follow-up `f` is followed by the one that takes it back."""
_IS_OTHER = f"f.edit <> :edit AND f.undoes IS NULL AND NOT {_IS_UNDONE}"
"""SQL condition: follow-up `f` is of another edit, one that counts: neither taken back nor taking back."""
_AND_OTHER = f" AND {_IS_OTHER}"
_CARRIERS_OF_MINE = "iif(mine.carrier <> '', json_array(mine.carrier), '[]')"
_IS_LATER = f"{_IS_OTHER} AND {SAVED_ORDER} > {SAVED_ORDER.replace('f.', 'mine.')}"
_IS_LATEST = f"""
    NOT {_IS_UNDONE.replace("f.", "mine.")} AND NOT EXISTS (
        SELECT 1 FROM follow_up f
        WHERE f.number = mine.number AND f.date = mine.date AND f.carrier = mine.carrier AND {_IS_LATER}
    ) AND NOT EXISTS (
        SELECT 1 FROM follow_up f
        WHERE f.visit_id = mine.visit_id AND coalesce(f.carrier = mine.carrier, true) AND {_IS_LATER}
    ) AND NOT EXISTS (
        SELECT 1 FROM day d CROSS JOIN shipment s ON s.number = mine.number AND +s.day_id = d.id
        CROSS JOIN {VISITS_OF_SHIPMENT} AND d.carrier = mine.carrier AND d.date = mine.date AND {_IS_LATER}
    ) AND NOT EXISTS (
        SELECT 1 FROM visit v CROSS JOIN {shipments_of_visit(_CARRIERS_OF_MINE)}
        CROSS JOIN follow_up f ON {OF_SHIPMENT} WHERE v.id = mine.visit_id AND l.visit_id = v.id AND {_IS_LATER}
    )
"""
"""SQL condition: row `mine` of an edit is not undone, and has no later one of its case, its visit or its shipments."""
_UNDO = f"""
    DELETE FROM follow_up AS mine
    WHERE edit = :edit AND id > (SELECT handed_over FROM store WHERE id = 1) AND {_IS_LATEST}
"""
_BEFORE = f"""
    coalesce(nullif((
        SELECT {latest_id(f"max({order_of_shipment(_AND_OTHER)})")} FROM day d
        CROSS JOIN shipment s ON s.number = mine.number AND +s.day_id = d.id
        WHERE d.carrier = mine.carrier AND d.date = mine.date
    ), 0), (
        SELECT {latest_id(f"max({SAVED_ORDER})")} FROM follow_up f WHERE {_IS_OTHER} AND (
            f.number = mine.number AND f.date = mine.date AND f.carrier = mine.carrier
            OR f.visit_id = mine.visit_id AND (f.carrier IS NULL OR f.carrier = mine.carrier)
        )
    ))
"""
"""SQL: the id of the follow-up that row `mine` of an edit replaced; NULL or 0: none."""
_LAST_OF_CASE = f"""
    (SELECT max({TIME}) FROM follow_up f
     WHERE f.number = mine.number AND f.date = mine.date AND f.carrier = mine.carrier OR f.visit_id = mine.visit_id)
"""
_REPLACED = f"""
    SELECT {_LAST_OF_CASE}, mine.carrier, mine.date, mine.number, mine.visit_id, mine.sets, {{state}}
    FROM follow_up AS mine LEFT JOIN follow_up f ON f.id = {_BEFORE}
    WHERE mine.edit = :edit AND {_IS_LATEST} ORDER BY mine.id
"""
"""The rows of an edit with the state before it."""
_HEAD = (
    "id", "edit", "carrier", "date", "number", "visit_id", "saved_at", "saved_by", "decides_at", "origin", "origin_id",
    "desk", "unknown", "sets", "undoes",
)  # fmt: skip
"""The columns of the table `follow_up` beside those of the state."""


def empty_state(db: sqlite3.Connection) -> dict[str, object]:
    """Return the state before any follow-up, by the columns of the table; other versions may have added some."""
    columns = db.execute("SELECT name, type, \"notnull\" FROM pragma_table_info('follow_up')")
    empty = {"TEXT": "", "INTEGER": 0}
    return {name: empty[kind] if must else None for name, kind, must in columns if name not in _HEAD}


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
    number = next_edit(db)
    moment = utc_text(at)
    values = {
        "edit": number,
        "at": moment,
        "by": storable(by),
        "shipments": json.dumps([one.row_id for one in subjects if one.table is Table.SHIPMENTS]),
        "visits": json.dumps([(one.row_id, json.dumps(one.carriers)) for one in subjects if one.table is Table.VISITS]),
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
        "sets_assigned": edit.assigned_to is not AS_IS,
        "assigned_to": "" if edit.assigned_to is AS_IS else storable(edit.assigned_to.strip()[:LONGEST_NAME]),
    }
    also_ends = edit.is_acknowledged is True
    values["sets"] = " ".join(name for name, key in _SETS.items() if values[key] or (also_ends and name == "remind_at"))
    values["decides_at"] = _decides_at(moment, _last_time(db, moment, values))
    return number if sum(db.execute(statement, values).rowcount for statement in _SAVE) else 0


def next_edit(db: sqlite3.Connection) -> int:
    """Return the number of the next edit: the id of its first row, which is never reused."""
    last = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'follow_up'").fetchone()
    return last[0] + 1 if last else 1


def _last_time(db: sqlite3.Connection, moment: str, values: dict[str, object]) -> str | None:
    """Return the time of the latest follow-up of the rows of an edit; None: it is before `moment`, or there is none."""
    (last,) = db.execute(f"SELECT max({TIME}) FROM follow_up f").fetchone()  # of all cases, by an index
    if last is None or last < moment:
        return None
    (last,) = db.execute(_LAST_TIME, values).fetchone()
    return None if last is None else str(last)


def _decides_at(moment: str, last: str | None) -> str | None:
    """Return the time by which a follow-up of `moment` decides: just after the last one; None: by its own time."""
    if last is None or last < moment:
        return None
    return just_after(last)


def just_after(time: str) -> str:
    """Return the first time after a stored one."""
    return utc_text(datetime.fromisoformat(time) + timedelta(microseconds=1))


def undo_edit(db: sqlite3.Connection, edit: int, at: datetime, by: str) -> tuple[int, ChangedRows]:
    """Take back what an edit saved, except in cases that have a later edit, in the caller's transaction.

    What was not handed over is removed. Another desk may have the rest, so that is followed by the state before it.

    Returns:
        The number of follow-ups taken back, and the rows to read again.
    """
    changed = rows_of_edit(db, edit)
    undone = db.execute(_UNDO, {"edit": edit}).rowcount
    state = empty_state(db)
    found = db.execute(_REPLACED.format(state=", ".join(f"f.{name}" for name in state)), {"edit": edit}).fetchall()
    if not found:
        return undone, changed
    moment, last = utc_text(at), max(row[0] for row in found)
    values = next_edit(db), moment, storable(by), _decides_at(moment, last), edit
    of_case = "carrier", "date", "number", "visit_id", "sets"
    columns = "edit", "saved_at", "saved_by", "decides_at", "undoes", *of_case, *state
    insert = f"INSERT INTO follow_up ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    for _time, carrier, day, number, visit_id, sets, *cells in found:
        before = (none if cell is None else cell for cell, none in zip(cells, state.values(), strict=True))
        db.execute(insert, (*values, carrier, day, number, visit_id, sets, *before))
    return undone + len(found), changed


def rows_of_edit(db: sqlite3.Connection, edit: int) -> ChangedRows:
    """Return the rows that show an edit."""
    visits, shipments = ({row[0] for row in db.execute(sql, {"edit": edit})} for sql in (_VISITS_OF, _SHIPMENTS_OF))
    return ChangedRows(visits, shipments)
