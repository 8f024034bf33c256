"""What came beside the contract is counted in the transaction that keeps it; identifiers that only look alike, too."""

import json
import re
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
from app.facts.file.timestamps import written

COLUMNS = "source, place, what, example, first_at, last_at, times"
_MOST_EXAMPLES = 20  # of one kind at one place
_MOST_ALONE = 1000  # visits without a shipment that one commit or load looks at

_KEEP = """
    INSERT INTO deviation (source, place, what, example_class, example, first_at, last_at, times)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (source, place, what, example_class) DO UPDATE SET
        first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
        times = {times}
"""
_ADD, _LARGER = _KEEP.format(times="times + excluded.times"), _KEEP.format(times="max(times, excluded.times)")
_TRIM = f"""
    DELETE FROM deviation WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY source, place, what ORDER BY last_at DESC, id DESC) AS example,
                   row_number() OVER (ORDER BY last_at DESC, id DESC) AS kind
            FROM deviation
        ) WHERE example > {_MOST_EXAMPLES} OR kind > {MOST_KINDS}
    )
"""  # noqa: S608 - our own figures
_ALONE = """
    SELECT visit.date, key.value FROM visit CROSS JOIN visit_key AS key ON key.visit_id = visit.id
    WHERE visit.is_alone AND {which} LIMIT :most
"""
_ALONE_OF_DAY = _ALONE.format(which="visit.date = :date")
_ALONE_OF_THESE = _ALONE.format(which="visit.id IN (SELECT value FROM json_each(:visits))")
_LOOKS = "ltrim(replace(replace(replace(lower(number), '-', ''), ' ', ''), '_', ''), '0')"  # as the index has it
_ALIKE = f"""
    SELECT DISTINCT shipment.number FROM json_each(:looks) AS given
    CROSS JOIN shipment ON {_LOOKS.replace("number", "shipment.number")} = given.value
    CROSS JOIN day ON day.id = shipment.day_id AND day.date = :date AND day.loaded_at IS NOT NULL
"""  # noqa: S608 - our own expressions
_ALIKE_OF_ARRIVED = f"{_ALIKE} WHERE shipment.id IN (SELECT id FROM temp.arrived)"  # noqa: S608 - likewise
_UNIMPORTANT = re.compile("[- _]")


def keep_deviations(db: sqlite3.Connection, counts: DeviationCounts, at: datetime) -> None:
    """Add these to what is kept, in a transaction. `at`: when they came."""
    if counts:
        _write(db, _ADD, [(one, at, at, times) for one, times in counts])


def merge_deviations(db: sqlite3.Connection, rows: Iterable[Sequence[Any]]) -> None:
    """Take over rows (`COLUMNS`) of another file of the same history, in a transaction.

    Raises:
        ValueError: a row holds what none of ours does.
    """
    for source, place, what, example, first_at, last_at, times in rows:
        one = Deviation(Source(source), str(place), What(what), str(example))
        _write(db, _LARGER, [(one, datetime.fromisoformat(first_at), datetime.fromisoformat(last_at), int(times))])


def look_alikes_of_visits(db: sqlite3.Connection, visits: Iterable[int]) -> DeviationCounts:
    """Return which of these visits' numbers match no shipment, and look like one's of the visit's day."""
    values = {"visits": json.dumps(list(visits)), "most": _MOST_ALONE}
    return _alike(db, db.execute(_ALONE_OF_THESE, values).fetchall(), _ALIKE)


def look_alikes_of_arrived(db: sqlite3.Connection, day: Day) -> DeviationCounts:
    """Return which numbers of the shipments in `temp.arrived` look like one of a visit that matches nothing."""
    values = {"date": day.date.isoformat(), "most": _MOST_ALONE}
    return _alike(db, db.execute(_ALONE_OF_DAY, values).fetchall(), _ALIKE_OF_ARRIVED)


def deviations(db: sqlite3.Connection) -> list[DeviationRow]:
    """Return all that is kept, what came last first."""
    rows = db.execute(f"SELECT {COLUMNS} FROM deviation ORDER BY last_at DESC, id DESC")  # noqa: S608 - our own columns
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


def looks(number: str) -> str:
    """Return one text for all numbers that look alike: without leading zeros, blanks, dashes, underscores and case.

    SQL says the same of ASCII letters in `_LOOKS`.
    """
    return _UNIMPORTANT.sub("", number.lower()).lstrip("0")


def _alike(db: sqlite3.Connection, alone: Sequence[tuple[str, str]], statement: str) -> DeviationCounts:
    by_day: dict[str, dict[str, str]] = defaultdict(dict)
    for day, number in alone:
        if looks(number):
            by_day[day].setdefault(looks(number), number)
    counts = DeviationCounts()
    for day, numbers in by_day.items():
        for (listed,) in db.execute(statement, {"date": day, "looks": json.dumps(list(numbers))}):
            said = numbers.get(looks(listed), listed)
            if said != listed:
                place, example = "data.numero_seguimientos", f"{listed} / {said}"
                counts.add([deviation(Source.NOTIFICATION, place, What.LOOK_ALIKE, example, is_shown=True)])
    return counts


def _write(db: sqlite3.Connection, statement: str, rows: Sequence[tuple[Deviation, datetime, datetime, int]]) -> None:
    before = _size(db)
    db.executemany(
        statement,
        [
            (one.source, one.place, one.what, one.example_class, one.example, written(first), written(last), times)
            for one, first, last, times in rows
        ],
    )
    if _size(db) > max(before, _MOST_EXAMPLES):
        db.execute(_TRIM)


def _size(db: sqlite3.Connection) -> int:
    size: int = db.execute("SELECT count(*) FROM deviation").fetchone()[0]
    return size
