"""A staged answer is compared with the cached day: which shipment is which, and what of it differs.

All of this happens before the file is touched. What was found stands in tables of the staged database, so that the
swap has nothing left to find out.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from app.domain.days import HistoryKind, Skipped
from app.store.positions import settle_positions
from app.store.staging import StagedAnswer
from app.store.stored import MATCHED_BY

_LIST = "envios"
"""A list of this name that could not be read may hold each of its manifest's shipments."""

CACHED_SLICE = 1000
"""How many cached shipments one piece of work looks at."""

_TABLES = {
    "staged_match": "place INTEGER PRIMARY KEY, id INTEGER UNIQUE, position INTEGER",
    "staged_change": "id INTEGER PRIMARY KEY, place INTEGER UNIQUE, is_rewritten, is_again, has_other_status,"
    " has_other_oddity, has_other_key, has_other_text, position",
    "staged_gone": "id INTEGER PRIMARY KEY",
    "staged_fresh": "id INTEGER PRIMARY KEY, place INTEGER",
    "staged_history": "nth INTEGER PRIMARY KEY, shipment_id, kind, status_id, status, manifest",
}
_VIEW = """
    CREATE VIEW staged.staged_arrived AS
    SELECT id FROM staged_fresh UNION ALL SELECT id FROM staged_change WHERE has_other_key OR is_again
    UNION ALL SELECT id FROM staged_gone
"""
"""What may be found by something else than before, or says no more who receives it: its visits are looked for anew."""

_MATCH = """
    INSERT INTO staged_match (place, id)
    SELECT staged.place, shipment.id
    FROM staged_shipment AS staged JOIN staged_manifest AS head ON head.place = staged.head
    LEFT JOIN manifest ON manifest.day_id = :day AND manifest.key = head.key
    LEFT JOIN shipment ON shipment.manifest_id = manifest.id AND shipment.number = staged.number
                      AND shipment.occurrence = staged.occurrence
    WHERE staged.place >= :first AND staged.place < :end
"""
_CACHED = """
    SELECT shipment.position, shipment.id, matched.id IS NOT NULL
    FROM shipment LEFT JOIN staged_match AS matched ON matched.id = shipment.id
    WHERE shipment.day_id = ? AND (shipment.position, shipment.id) > (?, ?)
    ORDER BY shipment.position, shipment.id LIMIT ?
"""
_MISSING = """
    SELECT shipment.id, shipment.number, manifest.key, shipment.gone_at IS NOT NULL
    FROM shipment JOIN manifest ON manifest.id = shipment.manifest_id WHERE shipment.id = ?
"""
_COMPARE = f"""
    INSERT INTO staged_change
    SELECT * FROM (
        SELECT cached.id, staged.place,
            cached.digest <> staged.digest AS is_rewritten,
            cached.gone_at IS NOT NULL AS is_again,
            cached.digest <> staged.digest AND (
                cached.status_id IS NOT staged.status_id OR cached.status IS NOT staged.status
            ) AS has_other_status,
            cached.is_odd <> staged.is_odd AS has_other_oddity,
            {" OR ".join(f"cached.{name} IS NOT staged.{name}" for name in MATCHED_BY)} AS has_other_key,
            cached.digest <> staged.digest AND EXISTS (
                SELECT 1 FROM shipment_text AS old JOIN staged_text AS new
                WHERE old.id = cached.id AND new.place = staged.place AND old.folded <> new.folded
            ) AS has_other_text,
            nullif(matched.position, cached.position) AS position
        FROM staged_match AS matched CROSS JOIN staged_shipment AS staged ON staged.place = matched.place
        CROSS JOIN shipment AS cached ON cached.id = matched.id
        WHERE matched.place >= :first AND matched.place < :end
    )
    WHERE is_rewritten OR is_again OR has_other_key OR position IS NOT NULL
"""  # noqa: S608 - names of our own columns
_NOTE = f"""
    INSERT INTO staged_history (shipment_id, kind, status_id, status, manifest)
    SELECT change.id, kind.name, staged.status_id, staged.status, head.key
    FROM staged_change AS change JOIN staged_shipment AS staged USING (place)
    JOIN staged_manifest AS head ON head.place = staged.head
    JOIN (SELECT 1 AS nth, '{HistoryKind.LISTED_AGAIN}' AS name UNION ALL SELECT 2, '{HistoryKind.STATUS}') AS kind
    WHERE change.place >= :first AND change.place < :end AND CASE kind.name
          WHEN '{HistoryKind.LISTED_AGAIN}' THEN change.is_again
          WHEN '{HistoryKind.STATUS}' THEN change.has_other_status END
    ORDER BY change.place, kind.nth
"""  # noqa: S608 - names of an enumeration
_NOTE_GONE = f"""
    INSERT INTO staged_history (shipment_id, kind, status_id, status)
    SELECT id, '{HistoryKind.GONE}', status_id, status FROM shipment WHERE id = ?
"""  # noqa: S608 - a name of an enumeration
_CHOOSE_IDS = """
    INSERT INTO staged_fresh (id, place)
    SELECT coalesce((SELECT max(id) FROM staged_fresh), (SELECT max(id) FROM shipment), 0)
           + row_number() OVER (ORDER BY place), place
    FROM staged_match WHERE id IS NULL AND place >= :first AND place < :end
"""


class Missing(NamedTuple):
    """A shipment of the cached day that the answer does not list in the same manifest."""

    id: int
    number: str
    manifest: str
    is_gone: int


@dataclass(frozen=True)
class Difference:
    """How many shipments are new, changed and gone."""

    new: int
    changed: int
    gone: int


def compare(staged: StagedAnswer, day_id: int | None) -> Difference:
    """Find out what the staged answer changes of a cached day (None: of nothing), while nobody else loads.

    Raises:
        LoadCancelledError: as `StagedAnswer.stage`.
    """
    staged.stage(_make_tables)
    staged.in_slices(_MATCH, day=day_id)
    missing = _missing(staged, day_id)
    settle_positions(staged, day_id)
    is_spared = _spared(staged.skipped)
    staged.in_slices(_COMPARE)
    staged.in_slices(_NOTE)
    gone = [(one.id,) for one in missing if not one.is_gone and not is_spared(one)]
    staged.for_each("INSERT INTO staged_gone VALUES (?)", gone)
    staged.for_each(_NOTE_GONE, gone)
    staged.in_slices(_CHOOSE_IDS)
    new, changed = staged.stage(_counts)
    return Difference(new, changed, len(gone))


def _make_tables(db: sqlite3.Connection) -> None:
    db.execute("DROP VIEW IF EXISTS staged.staged_arrived")
    for name, columns in _TABLES.items():
        db.execute(f"DROP TABLE IF EXISTS staged.{name}")
        db.execute(f"CREATE TABLE staged.{name} ({columns})")
    db.execute(_VIEW)


def _missing(staged: StagedAnswer, day_id: int | None) -> list[Missing]:
    missing: list[Missing] = []
    last: tuple[int, int] | None = (-1, -1)
    while last is not None:
        last = staged.stage(partial(_look_for_missing, day_id, last, missing))
    return missing


def _look_for_missing(
    day_id: int | None, last: tuple[int, int], missing: list[Missing], db: sqlite3.Connection
) -> tuple[int, int] | None:
    """Go on behind the last row that was looked at (its position and id), and return the one to go on behind."""
    cached = db.execute(_CACHED, (day_id, *last, CACHED_SLICE)).fetchall()
    ids = [row_id for _, row_id, is_matched in cached if not is_matched]
    missing += [Missing(*db.execute(_MISSING, (row_id,)).fetchone()) for row_id in ids]
    return cached[-1][:2] if cached else None


def _spared(skipped: Sequence[Skipped]) -> Callable[[Missing], bool]:
    """Return what tells whether a shipment is among those that are listed and could not be read."""
    numbers = {one.number for one in skipped if one.number is not None}
    unread = [one for one in skipped if one.number is None]
    lists = {one.manifest for one in unread if one.fields == _LIST}
    is_anywhere = any(one.manifest is None for one in unread)
    return lambda one: is_anywhere or one.number in numbers or one.manifest in lists


def _counts(db: sqlite3.Connection) -> tuple[int, int]:
    new = db.execute("SELECT count(*) FROM staged_fresh").fetchone()[0]
    changed = db.execute("SELECT count(*) FROM staged_change WHERE is_rewritten OR is_again").fetchone()[0]
    return new, changed
