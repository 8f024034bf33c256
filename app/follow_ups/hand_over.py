"""Read the follow-ups that a desk hands over at the end of a shift."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.board.follow_up_sql import SAVED_ORDER
from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.facts.call_reasons import stored_reasons
from app.facts.file.database import identity, utc_text
from app.follow_ups.edits import empty_state

_CHOSEN = "(SELECT value FROM json_each(:carriers))"
_CASES = f"""
    WITH handed AS (
        SELECT f.id FROM follow_up f
        WHERE f.carrier IN {_CHOSEN} AND f.number IS NOT NULL AND (f.number, f.date, f.carrier) IN (
            SELECT number, date, carrier FROM follow_up
            WHERE carrier IN {_CHOSEN} AND (date = :date OR saved_at >= :since)
        )
        UNION
        SELECT f.id FROM follow_up f
        WHERE f.carrier IN {_CHOSEN} AND f.number IS NOT NULL AND f.date < :date AND NOT EXISTS (
            SELECT 1 FROM day d CROSS JOIN shipment s ON s.number = f.number AND +s.day_id = d.id
            WHERE d.carrier = f.carrier AND d.date = f.date AND s.state = '{State.DELIVERED}'
        )
        UNION
        SELECT f.id FROM follow_up f
        WHERE f.visit_id IS NOT NULL AND (coalesce(f.carrier, '') = '' OR f.carrier IN {_CHOSEN}) AND (
            f.visit_id IN (SELECT id FROM visit WHERE date = :date)
            OR f.visit_id IN (SELECT visit_id FROM follow_up WHERE visit_id IS NOT NULL AND saved_at >= :since)
        )
    )
"""
"""The rows of the cases of a day, of those that were written about since a time, and of earlier ones that are open."""
_HEAD = "edit", "saved_at", "saved_by", "decides_at", "desk", "origin", "origin_id", "unknown", "sets"


def mark_handed_over(db: sqlite3.Connection) -> int:
    """Note that the next desk may have all follow-ups saved so far, which undoing removes no longer.

    Returns:
        The id of the last one.
    """
    (last,) = db.execute(
        "UPDATE store SET handed_over = (SELECT coalesce(max(id), 0) FROM follow_up) RETURNING handed_over"
    ).fetchone()
    return int(last)


class HandedOver(NamedTuple):
    """What a desk hands over.

    Args:
        origin: the identity of its store.
        entries: the follow-ups, the oldest first.
        reasons: the names that the site gave to their reasons, by their keys.
    """

    origin: str
    entries: list[SavedFollowUp]
    reasons: dict[str, str]


def hand_over(db: sqlite3.Connection, last: int, day: Day | Scope, since: datetime, desk: str) -> HandedOver:
    """Read what a desk hands over at the end of a day.

    Args:
        db: of the facts, with the board; it is only read.
        last: the id of the last follow-up that was marked as handed over.
        day: its cases are read whole.
        since: so are the carriers' cases that were written about since then (UTC), and earlier ones not delivered.
        desk: the name of this desk.
    """
    values = {
        "carriers": json.dumps(day.carriers),
        "date": day.date.isoformat(),
        "since": utc_text(since),
        "last": last,
    }
    entries = stored_entries(db, "f.id IN handed AND f.id <= :last", values, desk, _CASES)
    keys = {str(one.state["failure"]) for one in entries if "failure" in one.state}
    return HandedOver(identity(db), entries, stored_reasons(db).own_names(keys))


def stored_entries(
    db: sqlite3.Connection, condition: str, values: Mapping[str, object], desk: str, tables: str = ""
) -> list[SavedFollowUp]:
    """Return the follow-ups `f` that meet an SQL condition, the oldest first; `desk`: the name of this desk."""
    origin = identity(db)
    names = [*Case._fields, *_HEAD, *(empty := empty_state(db))]
    rows = db.execute(
        f"{tables} SELECT f.id, {', '.join(f'f.{name}' for name in names)} FROM follow_up f"
        f" WHERE {condition} ORDER BY {SAVED_ORDER}",
        values,
    )
    return [_entry(row_id, dict(zip(names, cells, strict=True)), empty, origin, desk) for row_id, *cells in rows]


def _entry(row_id: int, row: dict[str, Any], empty: dict[str, object], own: str, desk: str) -> SavedFollowUp:
    is_own = row["origin"] in (None, own)
    state = {name: row[name] for name in empty if row[name] != empty[name]}
    state |= {name: _time(value) for name, value in state.items() if name.endswith("_at")}
    return SavedFollowUp(
        case=Case(*(row[name] for name in Case._fields)),
        saved_at=_time(row["saved_at"]),
        saved_by=row["saved_by"],
        decides_at=_time(row["decides_at"]) if row["decides_at"] else None,
        desk=desk if is_own else row["desk"],
        origin=own if row["origin"] is None else row["origin"],
        origin_id=row_id if row["origin_id"] is None else row["origin_id"],
        edit=row["edit"],
        state=json.loads(row["unknown"] or "{}") | state,
        sets=tuple(row["sets"].split()),
    )


def _time(text: str) -> str:
    """Return a time in the one form of the file; a salvaged row may have another one."""
    return utc_text(datetime.fromisoformat(text))
