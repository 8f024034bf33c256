"""Save what a case says now where desks wrote about it without knowing of each other.

Each of them saves the same, so that it is there once however often they exchange files.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from app.board.follow_up_sql import OF_SHIPMENT, VISITS_OF_SHIPMENT
from app.domain.handover.saved_follow_up import Case, merged, says_more
from app.follow_ups.edits import empty_state, just_after, next_edit
from app.follow_ups.hand_over import stored_entries

Edits = dict[tuple[str, int], int]
"""The number here of each edit of a file, by its origin and its number there; of none: what was merged."""

_COLUMNS = (
    *Case._fields, "edit", "saved_at", "saved_by", "decides_at", "origin", "origin_id", "desk", "unknown", "sets",
)  # fmt: skip
_MERGED = ("", 0)
IS_MERGED = "f.sets = '' AND f.origin IS NULL"
"""SQL condition: follow-up `f` is what this store merged."""
_OF_SHIPMENT = "f.number = :number AND f.date = :date AND f.carrier = :carrier"
_OF_VISIT = "f.visit_id = :visit_id AND f.carrier IS :carrier"
_WITH_VISITS = f"""
    {_OF_SHIPMENT} OR f.id IN (
        SELECT f.id FROM day d CROSS JOIN shipment s ON s.number = :number AND +s.day_id = d.id
        CROSS JOIN {VISITS_OF_SHIPMENT} AND d.carrier = :carrier AND d.date = :date
    )
"""
_WITH_EARLIER = "f.visit_id = :visit_id AND (f.carrier = :carrier OR f.carrier IS NULL)"
_IS_WITHOUT_SHIPMENT = "n.visit_id IS NOT NULL AND n.carrier IS NULL"
_CASES_OF_VISITS = f"""
    SELECT f.carrier, NULL, NULL, f.visit_id FROM follow_up n
    CROSS JOIN follow_up f ON f.visit_id = n.visit_id AND f.carrier IS NOT NULL WHERE {_IS_WITHOUT_SHIPMENT}
    UNION
    SELECT d.carrier, d.date, s.number, NULL FROM follow_up n CROSS JOIN visit v ON v.id = n.visit_id
    CROSS JOIN visit_shipment l ON l.visit_id = v.id CROSS JOIN shipment s ON s.id = l.shipment_id
    CROSS JOIN day d ON d.id = s.day_id AND d.date <= v.date
    WHERE {_IS_WITHOUT_SHIPMENT} AND EXISTS (SELECT 1 FROM follow_up f WHERE {OF_SHIPMENT})
"""
"""The cases of visits that were also written about where the visit had no shipment."""


def has_visits_to_merge(db: sqlite3.Connection) -> bool:
    """Whether a visit was written about where it had no shipment, and another desk's follow-ups are known."""
    is_any = f"SELECT 1 FROM follow_up n WHERE {_IS_WITHOUT_SHIPMENT}"
    is_of_others = "SELECT 1 FROM follow_up WHERE origin IS NOT NULL"
    return bool(db.execute(f"SELECT EXISTS ({is_any}) AND EXISTS ({is_of_others})").fetchone()[0])


def merge_again(db: sqlite3.Connection, cases: Iterable[Case], edits: Edits) -> bool:
    """Save what cases say now, in place of what was merged before: so it follows from their follow-ups alone.

    Desks that share follow-ups merge whenever one comes. In whatever order these come, all desks say the same. The
    cases of visits are merged too; `edits`: see `merge_case`.

    Returns:
        Whether a case says something else now.
    """
    of_visits = (Case(*row) for row in db.execute(_CASES_OF_VISITS)) if has_visits_to_merge(db) else ()
    changed = False
    for case in dict.fromkeys([*cases, *of_visits]):
        before = _merged_rows(db, case)
        db.execute("SAVEPOINT merging")
        was_merged = _MERGED in edits
        db.execute(f"DELETE FROM follow_up AS f WHERE {where(case)} AND {IS_MERGED}", case._asdict())
        condition = _WITH_VISITS if case.is_of_shipment else _WITH_EARLIER if case.carrier else _OF_VISIT
        merge_case(db, case, f"({condition}) AND coalesce(NOT ({IS_MERGED}), true)", edits)
        is_same = _merged_rows(db, case) == before
        if is_same:
            db.execute("ROLLBACK TO merging")
            if not was_merged:
                edits.pop(_MERGED, None)  # its number is free again
        db.execute("RELEASE merging")
        changed |= not is_same
    return changed


def _merged_rows(db: sqlite3.Connection, case: Case) -> list[tuple[object, ...]]:
    found = db.execute(f"SELECT f.* FROM follow_up f WHERE {where(case)} AND {IS_MERGED}", case._asdict()).fetchall()
    return [row[2:] for row in found]  # without its numbers here


def merge_visits(db: sqlite3.Connection, edits: Edits) -> list[Case]:
    """Merge what two desks wrote about one visit, where only one of them had its shipment.

    Returns:
        The cases that say more now.
    """
    cases = [Case(*row) for row in db.execute(_CASES_OF_VISITS)]
    return [one for one in cases if merge_case(db, one, _WITH_VISITS if one.is_of_shipment else _WITH_EARLIER, edits)]


def merge_case(db: sqlite3.Connection, case: Case, condition: str, edits: Edits) -> bool:
    """Save what a case says now, and return whether that is more than the last of its follow-ups.

    Args:
        db: of the facts, in a transaction.
        case: what is merged.
        condition: SQL, which follow-ups `f` are merged.
        edits: what is merged is one edit of them.
    """
    entries = stored_entries(db, condition, case._asdict(), "")
    if all(one.origin == entries[0].origin for one in entries):
        return False
    state, last = merged(entries), entries[-1]
    if not says_more(state, last.state):
        return False
    empty = empty_state(db)
    unknown = {name: value for name, value in state.items() if name not in empty}
    save_row(db, empty, case._asdict() | empty | state | {
        "edit": edits.setdefault(_MERGED, next_edit(db)), "saved_at": last.saved_at, "saved_by": last.saved_by,
        "decides_at": just_after(last.time), "origin": None, "origin_id": None, "desk": last.desk or None,
        "unknown": json.dumps(unknown) if unknown else None, "sets": "",
    })  # fmt: skip
    return True


def where(case: Case) -> str:
    """Return the SQL condition that follow-up `f` is about a case."""
    return _OF_SHIPMENT if case.is_of_shipment else _OF_VISIT


def save_row(db: sqlite3.Connection, empty: Mapping[str, object], values: Mapping[str, object]) -> None:
    """Save a follow-up; `empty`: see `empty_state`."""
    names = (*_COLUMNS, *empty)
    db.execute(f"INSERT INTO follow_up ({', '.join(names)}) VALUES (:{', :'.join(names)})", values)
