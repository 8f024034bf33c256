"""The moment in which a cached day becomes the answer that was compared with it: one transaction, kept short."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.domain.days import Answer, Day, Skipped
from app.domain.deviations import DeviationCounts
from app.store.deviations import keep_deviations, keep_look_alikes_of_arrived
from app.store.stored import IDENTIFIERS, STORED_COLUMNS
from app.store.visits import decide, match_shipments

_PLAIN = [name for name in STORED_COLUMNS if name not in ("number", *IDENTIFIERS)]
_HEAD = ("position", "number", "status", "carrier_code", "created_at", "raw")

_MANIFESTS = (
    f"""
    INSERT INTO manifest (day_id, key, {", ".join(_HEAD)})
    SELECT :day, key, {", ".join(_HEAD)} FROM staged_manifest WHERE true ORDER BY place
    ON CONFLICT (day_id, key) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _HEAD)}, gone_at = NULL
    WHERE gone_at IS NOT NULL
       OR ({", ".join(f"manifest.{name}" for name in _HEAD)}) IS NOT ({", ".join(f"excluded.{name}" for name in _HEAD)})
    """,  # noqa: S608 - names of our own columns
    """
    UPDATE manifest SET gone_at = :at WHERE day_id = :day AND gone_at IS NULL
    AND key NOT IN (SELECT key FROM staged_manifest)
    """,
)
_CHANGES = (
    f"""
    UPDATE shipment SET changed_at = :at, gone_at = NULL, (digest, {", ".join(_PLAIN)}) = (
        SELECT digest, {", ".join(_PLAIN)} FROM staged_shipment
        WHERE place = (SELECT place FROM staged_change WHERE staged_change.id = shipment.id)
    )
    WHERE id IN (SELECT id FROM staged_change WHERE is_rewritten OR is_moved OR is_again)
    """,  # noqa: S608 - names of our own columns
    f"""
    UPDATE shipment SET (manifest_id, occurrence, {", ".join(IDENTIFIERS)}) = (
        SELECT manifest.id, staged.occurrence, {", ".join(f"staged.{name}" for name in IDENTIFIERS)}
        FROM staged_change AS change CROSS JOIN staged_shipment AS staged ON staged.place = change.place
        CROSS JOIN staged_manifest AS head ON head.place = staged.head
        CROSS JOIN manifest ON manifest.day_id = :day AND manifest.key = head.key
        WHERE change.id = shipment.id
    )
    WHERE id IN (SELECT id FROM staged_change WHERE has_other_key)
    """,  # noqa: S608 - names of our own columns
    """
    UPDATE shipment SET position = (SELECT position FROM staged_change WHERE staged_change.id = shipment.id)
    WHERE id IN (SELECT id FROM staged_change WHERE position IS NOT NULL)
    """,
    """
    UPDATE shipment SET copies = (SELECT copies FROM staged_change WHERE staged_change.id = shipment.id)
    WHERE id IN (SELECT id FROM staged_change WHERE copies IS NOT NULL)
    """,
    """
    UPDATE shipment SET day_id = :day, manifest_id = (
        SELECT shown.id FROM manifest AS hidden JOIN manifest AS shown ON shown.day_id = :day AND shown.key = hidden.key
        WHERE hidden.id = shipment.manifest_id
    )
    WHERE id IN (SELECT id FROM staged_fresh)
    """,
    "UPDATE shipment SET gone_at = :at WHERE id IN (SELECT id FROM staged_gone)",
    """
    INSERT INTO shipment_text (id, folded)
    SELECT change.id, staged.folded FROM staged_change AS change CROSS JOIN staged_text AS staged USING (place)
    WHERE change.has_other_text ORDER BY change.id
    ON CONFLICT (id) DO UPDATE SET folded = excluded.folded
    """,
    """
    INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest)
    SELECT shipment_id, :at, kind, status_id, status, manifest FROM staged_history ORDER BY nth
    """,
)
_WEIGHED_ANEW = """
    SELECT id FROM staged_change AS change
    WHERE has_other_status AND EXISTS (SELECT 1 FROM visit_shipment WHERE shipment_id = change.id)
"""
"""Shipments with a visit to which the carrier gave another status."""


@dataclass(frozen=True)
class Cached:
    """A cached day as it was when an answer was compared with it."""

    id: int
    loaded_at: str


@dataclass(frozen=True)
class Swap:
    """What is put in the place of what.

    Args:
        cached: None where the day was never loaded.
        hidden: the id of the hidden day that holds the new shipments; it becomes the day where none is cached.
        at: when the answer came, as it stands in the file.
    """

    day: Day
    cached: Cached | None
    hidden: int
    skipped: Sequence[Skipped]
    at: str
    deviations: DeviationCounts = field(default_factory=DeviationCounts)

    def run(self, db: sqlite3.Connection) -> bool:
        """Put the compared answer in the place of the cached day; return False where that is another one by now."""
        if cached_day(db, self.day) != self.cached:
            return False
        values = {"at": self.at, "day": self._update_day(db)}
        for statement in _MANIFESTS if self.cached is None else (*_MANIFESTS, *_CHANGES):
            db.execute(statement, values)
        db.execute("DELETE FROM skipped WHERE day_id = :day", values)
        db.executemany(
            "INSERT INTO skipped (day_id, number, manifest, reason, fields) VALUES (?, ?, ?, ?, ?)",
            [(values["day"], one.number, one.manifest, one.reason, one.fields) for one in self.skipped],
        )
        match_shipments(db, "staged_arrived")
        at = datetime.fromisoformat(self.at)
        keep_deviations(db, self.deviations, at)
        keep_look_alikes_of_arrived(db, self.day, at)
        decide(db, [row[0] for row in db.execute(_WEIGHED_ANEW)])
        return True

    def _update_day(self, db: sqlite3.Connection) -> int:
        """Note the load, and return the day's id. The first load's day is the hidden one under its own name."""
        day_id = self.hidden if self.cached is None else self.cached.id
        values = {"id": day_id, "carrier": self.day.carrier, "date": self.day.date.isoformat()}
        db.execute("DELETE FROM day WHERE carrier = :carrier AND date = :date AND id <> :id", values)
        db.execute(
            "UPDATE day SET carrier = :carrier, date = :date, answer = :answer, answered_at = :at, loaded_at = :at,"
            " first_loaded_at = coalesce(first_loaded_at, :at) WHERE id = :id",
            values | {"answer": Answer.MANIFESTS, "at": self.at},
        )
        return day_id


def cached_day(db: sqlite3.Connection, day: Day) -> Cached | None:
    """Return what is cached of a day; None where it was never loaded."""
    row = db.execute(
        "SELECT id, loaded_at FROM day WHERE carrier = ? AND date = ? AND loaded_at IS NOT NULL",
        (day.carrier, day.date.isoformat()),
    ).fetchone()
    return Cached(*row) if row else None
