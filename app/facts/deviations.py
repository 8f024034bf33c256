"""Count deviations from the contract."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from app.domain.contract.deviations import MOST_KINDS, Deviation, DeviationCounts, DeviationRow, Source, What
from app.facts.file.database import utc_text

COLUMNS = "source, place, what, example, first_at, last_at, times"
_MAX_EXAMPLES = 20  # of one kind at one place

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
