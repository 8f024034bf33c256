"""Shipments that come in the very words of the cached day are taken out of the cache instead of being read again.

A carrier is asked for the same day many times, and most of what it answers it has answered before.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

from app.domain.days import Day
from app.store.stored import STORED_COLUMNS

Digests = dict[str, set[bytes]]
"""Of the cached shipments of a day, by their manifest's key."""
_Last = tuple[int, int] | None

_SLICE = 1000
"""How many cached shipments one piece of work looks at."""

_CACHED = """
    SELECT shipment.position, shipment.id, manifest.key, shipment.digest
    FROM day CROSS JOIN shipment ON shipment.day_id = day.id CROSS JOIN manifest ON manifest.id = shipment.manifest_id
    WHERE day.carrier = ? AND day.date = ? AND (shipment.position, shipment.id) > (?, ?)
    ORDER BY shipment.position, shipment.id LIMIT ?
"""
_FOUND = """
    FROM staged_known AS known CROSS JOIN staged_manifest AS head ON head.place = known.head
    CROSS JOIN day ON day.carrier = :carrier AND day.date = :date
    CROSS JOIN manifest ON manifest.day_id = day.id AND manifest.key = head.key
    CROSS JOIN shipment ON shipment.manifest_id = manifest.id
                       AND shipment.number = known.number AND shipment.digest = known.digest
"""
_TAKE = (
    f"""
    INSERT OR IGNORE INTO staged_shipment
    SELECT known.place, known.head, known.occurrence, shipment.digest,
           {", ".join(f"shipment.{name}" for name in STORED_COLUMNS)}
    {_FOUND}
    """,
    f"""
    INSERT OR IGNORE INTO staged_text SELECT known.place, cached.folded, known.raw
    {_FOUND} CROSS JOIN shipment_text AS cached ON cached.id = shipment.id
    """,
)
"""The same words stand for the same shipment: where a manifest has it twice, either will do."""


def digest_of(raw: str) -> bytes:
    """Return what tells a shipment's JSON text from every other one, 16 bytes."""
    return hashlib.blake2b(raw.encode(errors="surrogatepass"), digest_size=16).digest()


def cached_digests(day: Day, stage: Callable[[Callable[[sqlite3.Connection], _Last]], _Last]) -> Digests:
    """Return the digests of a day; `stage` runs a piece of work in the writer's thread."""
    digests: Digests = {}
    last: _Last = (-1, -1)
    while last is not None:
        last = stage(partial(_look, day, last, digests))
    return digests


def _look(day: Day, last: tuple[int, int], digests: Digests, db: sqlite3.Connection) -> _Last:
    """Go on behind the last row that was looked at (its position and id), and return the one to go on behind."""
    cached = db.execute(_CACHED, (day.carrier, day.date.isoformat(), *last, _SLICE)).fetchall()
    for _, _, key, digest in cached:
        digests.setdefault(key, set()).add(digest)
    return cached[-1][:2] if cached else None


def take_unchanged(day: Day, known: Sequence[tuple[object, ...]], db: sqlite3.Connection) -> set[int]:
    """Stage shipments as they are cached.

    Args:
        day: where they were found.
        known: place, place of the manifest, occurrence, number, digest and JSON text of each.
        db: the writer's connection.

    Returns:
        The places of those that were there just now and are not any more.
    """
    db.executemany("INSERT INTO staged_known VALUES (?, ?, ?, ?, ?, ?)", known)
    for statement in _TAKE:
        db.execute(statement, {"carrier": day.carrier, "date": day.date.isoformat()})
    lost = db.execute(
        "SELECT place FROM staged_known WHERE place NOT IN (SELECT place FROM staged_shipment)"
    ).fetchall()
    db.execute("DELETE FROM staged_known")
    return {place for (place,) in lost}
