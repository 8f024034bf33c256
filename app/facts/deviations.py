"""Count deviations from the contract, and identifiers that differ only in writing, such as `0045` and `45`."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from app.domain.contract.deviations import (
    MOST_KINDS,
    Deviation,
    DeviationCounts,
    DeviationRow,
    Source,
    What,
    deviation,
)
from app.domain.days import Day
from app.domain.folding import look_of
from app.facts.file.database import utc_text

COLUMNS = "source, place, what, example, first_at, last_at, times"
_MAX_EXAMPLES = 20  # of one kind at one place
_MAX_UNMATCHED = 1000  # visits without a shipment that one commit or load compares

_UPSERT = """
    INSERT INTO deviation (source, place, what, example_class, example, first_at, last_at, times)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (source, place, what, example_class) DO UPDATE SET
        first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
        times = {times}
"""
_UPSERT_ADDING = _UPSERT.format(times="times + excluded.times")
_UPSERT_LARGER = _UPSERT.format(times="max(times, excluded.times)")
_TRIM = f"""
    DELETE FROM deviation WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY source, place, what ORDER BY last_at DESC, id DESC) AS example,
                   row_number() OVER (ORDER BY last_at DESC, id DESC) AS kind
            FROM deviation
        ) WHERE example > {_MAX_EXAMPLES} OR kind > {MOST_KINDS}
    )
"""
_UNMATCHED = """
    SELECT visit.date, key.value FROM visit CROSS JOIN visit_key AS key ON key.visit_id = visit.id
    WHERE visit.is_unmatched AND {which} LIMIT :most
"""
_UNMATCHED_OF_DAY = _UNMATCHED.format(which="visit.date = :date")
_UNMATCHED_OF_VISITS = _UNMATCHED.format(which="visit.id IN (SELECT value FROM json_each(:visits))")
_LOOK_ALIKES = """
    SELECT DISTINCT shipment.number FROM json_each(:looks) AS given
    CROSS JOIN shipment ON shipment.look = given.value
    CROSS JOIN day ON day.id = shipment.day_id AND day.date = :date AND day.loaded_at IS NOT NULL
"""
_LOOK_ALIKES_OF_ARRIVED = f"{_LOOK_ALIKES} WHERE shipment.id IN (SELECT id FROM temp.to_match)"


def save_deviations(db: sqlite3.Connection, counts: DeviationCounts, at: datetime) -> None:
    """Add these counts to the stored ones, in the caller's transaction. `at`: when they arrived."""
    if counts:
        _write(db, _UPSERT_ADDING, [(one, at, at, times) for one, times in counts])


def merge_deviations(db: sqlite3.Connection, rows: Iterable[Sequence[Any]]) -> None:
    """Merge rows (`COLUMNS`) of another file with the same history, in the caller's transaction.

    Raises:
        ValueError: a row holds an unknown value.
    """
    for source, place, what, example, first_at, last_at, times in rows:
        one = Deviation(Source(source), str(place), What(what), str(example))
        first, last = datetime.fromisoformat(first_at), datetime.fromisoformat(last_at)
        _write(db, _UPSERT_LARGER, [(one, first, last, int(times))])


def look_alikes_of_visits(db: sqlite3.Connection, visits: Iterable[int]) -> DeviationCounts:
    """Count the numbers of these visits that match no shipment but look like one of the visit's day."""
    values = {"visits": json.dumps(list(visits)), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_VISITS, values).fetchall(), _LOOK_ALIKES)


def look_alikes_of_arrived(db: sqlite3.Connection, day: Day) -> DeviationCounts:
    """Count the numbers of the shipments in `temp.to_match` that look like one of an unmatched visit."""
    values = {"date": day.date.isoformat(), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_DAY, values).fetchall(), _LOOK_ALIKES_OF_ARRIVED)


def deviations(db: sqlite3.Connection) -> list[DeviationRow]:
    """Return all stored deviations, the latest first."""
    rows = db.execute(f"SELECT {COLUMNS} FROM deviation ORDER BY last_at DESC, id DESC")
    return [
        DeviationRow(
            Source(source),
            place,
            What(what),
            example,
            datetime.fromisoformat(first_at),
            datetime.fromisoformat(last_at),
            times,
        )
        for source, place, what, example, first_at, last_at, times in rows
    ]


def _find_look_alikes(db: sqlite3.Connection, unmatched: Sequence[tuple[str, str]], statement: str) -> DeviationCounts:
    by_day: dict[str, dict[str, str]] = defaultdict(dict)
    for day, number in unmatched:
        if look := look_of(number):
            by_day[day].setdefault(look, number)
    counts = DeviationCounts()
    for day, numbers in by_day.items():
        for (listed,) in db.execute(statement, {"date": day, "looks": json.dumps(list(numbers))}):
            given = numbers.get(look_of(listed) or "", listed)
            if given != listed:
                place, example = "data.numero_seguimientos", f"{listed} / {given}"
                counts.add([deviation(Source.NOTIFICATION, place, What.LOOK_ALIKE, example, is_shown=True)])
    return counts


def _write(db: sqlite3.Connection, statement: str, rows: Sequence[tuple[Deviation, datetime, datetime, int]]) -> None:
    before = _size(db)
    db.executemany(
        statement,
        [
            (one.source, one.place, one.what, one.example_class, one.example, utc_text(first), utc_text(last), times)
            for one, first, last, times in rows
        ],
    )
    if _size(db) > max(before, _MAX_EXAMPLES):
        db.execute(_TRIM)


def _size(db: sqlite3.Connection) -> int:
    size: int = db.execute("SELECT count(*) FROM deviation").fetchone()[0]
    return size
