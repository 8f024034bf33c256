"""The moment in which a cached day becomes the answer that was compared with it: one transaction, kept short."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from app.domain.days import Answer, Day, HistoryKind, Skipped
from app.domain.deviations import DeviationCounts
from app.store.contents import keep_contents, keep_words
from app.store.deciding import decide_numbers
from app.store.deviations import keep_deviations, keep_look_alikes_of_arrived
from app.store.isolating import all_or_each
from app.store.journal import Kind, day_key, enter
from app.store.linking import link_visits, visits_naming
from app.store.loads import forget_loads, keep_load
from app.store.stored import HEAD_COLUMNS, IDENTIFIERS, STORED_COLUMNS

_PLAIN = [name for name in STORED_COLUMNS if name not in ("number", *IDENTIFIERS)]
_HEAD = ("position", *HEAD_COLUMNS, "raw")

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
    WHERE id IN (SELECT id FROM staged_change WHERE is_rewritten OR is_again)
    """,  # noqa: S608 - names of our own columns
    f"""
    UPDATE shipment SET ({", ".join(IDENTIFIERS)}) = (
        SELECT {", ".join(f"staged.{name}" for name in IDENTIFIERS)}
        FROM staged_change AS change CROSS JOIN staged_shipment AS staged ON staged.place = change.place
        WHERE change.id = shipment.id
    )
    WHERE id IN (SELECT id FROM staged_change WHERE has_other_key)
    """,  # noqa: S608 - names of our own columns
    """
    UPDATE shipment SET position = (SELECT position FROM staged_change WHERE staged_change.id = shipment.id)
    WHERE id IN (SELECT id FROM staged_change WHERE position IS NOT NULL)
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
    f"""
    INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest, not_yet_at)
    SELECT noted.shipment_id, :at, noted.kind, noted.status_id, noted.status, noted.manifest,
        CASE WHEN change.is_again THEN (
            SELECT last.not_yet_at FROM shipment_history AS last WHERE last.shipment_id = noted.shipment_id
            AND last.kind = '{HistoryKind.GONE}' ORDER BY last.id DESC LIMIT 1
        ) ELSE :before END
    FROM staged_history AS noted LEFT JOIN staged_change AS change ON change.id = noted.shipment_id ORDER BY noted.nth
    """,  # noqa: S608 - a name of an enumeration
)
_OTHER_MANIFESTS = """
    SELECT shipment.number FROM staged_manifest AS head
    CROSS JOIN manifest ON manifest.day_id = :day AND manifest.key = head.key AND manifest.status IS NOT head.status
    CROSS JOIN shipment ON shipment.manifest_id = manifest.id
"""
"""Numbers whose manifest may have come into force, or gone out of it; asked before the manifests are changed."""
_TOUCHED = """
    SELECT shipment.number FROM staged_change AS change CROSS JOIN shipment ON shipment.id = change.id
    WHERE change.has_other_status OR change.has_other_oddity OR change.is_again
    UNION
    SELECT shipment.number FROM staged_gone AS gone CROSS JOIN shipment ON shipment.id = gone.id
    UNION
    SELECT number FROM shipment WHERE day_id = :day AND (NOT is_settled OR :at < :before)
    UNION
    SELECT shipment.number FROM staged_fresh AS fresh CROSS JOIN shipment ON shipment.id = fresh.id
    WHERE EXISTS (SELECT 1 FROM shipment AS other WHERE other.number = shipment.number AND other.id <> shipment.id)
       OR EXISTS (SELECT 1 FROM visit_link WHERE visit_link.number = shipment.number)
"""
"""Numbers whose rows a load may change; a new number without other listings or visits was decided when it was staged.

All of the day where the clock was set back since the load before: a visit may be later than the last load again.
"""


@dataclass(frozen=True)
class Cached:
    """A cached day as it was when an answer was compared with it."""

    id: int
    loaded_at: str
    answer: Answer = field(compare=False)


@dataclass(frozen=True)
class Swap:
    """What is put in the place of what.

    Args:
        cached: None where the day was never loaded.
        hidden: the id of the hidden day that holds the new shipments; it becomes the day where none is cached.
        at: when the carrier was asked, as it stands in the file.
        changes: what changes by it, packed.
        contents: of the manifests in which something does, by their key, packed.
        is_whole: whether a day could be made of what is kept of its loads; else the board shows none, rightly.
        answer: what the day's last answer is from now on.
    """

    day: Day
    cached: Cached | None
    hidden: int
    skipped: Sequence[Skipped]
    at: str
    changes: bytes
    contents: Mapping[str, bytes]
    is_whole: bool = True
    answer: Answer = Answer.MANIFESTS
    deviations: DeviationCounts = field(default_factory=DeviationCounts)

    def run(self, db: sqlite3.Connection) -> bool:
        """Put the compared answer in the place of the cached day; return False where that is another one by now."""
        if cached_day(db, self.day) != self.cached or (self.is_whole and not shows_last_load(db, self.day)):
            return False
        if self.cached is None:
            forget_loads(db, self.day)
        load_id = keep_load(db, self.day, self.at, self.answer, self.changes, self.skipped)
        keep_contents(db, self.day, self.contents.items())
        values = {"at": self.at, "day": self._update_day(db, load_id), "before": self.cached and self.cached.loaded_at}
        touched = {row[0] for row in db.execute(_OTHER_MANIFESTS, values)}
        for statement in _MANIFESTS if self.cached is None else (*_MANIFESTS, *_CHANGES):
            db.execute(statement, values)
        keep_words(db, values["day"], self.contents.items())
        db.execute("DELETE FROM skipped WHERE day_id = :day", values)
        db.executemany(
            "INSERT INTO skipped (day_id, number, manifest, reason, fields) VALUES (?, ?, ?, ?, ?)",
            [(values["day"], one.number, one.manifest, one.reason, one.fields) for one in self.skipped],
        )
        at = datetime.fromisoformat(self.at)
        keep_deviations(db, self.deviations, at)
        db.execute("INSERT OR IGNORE INTO good_load (day_id, at) VALUES (:day, :at)", values)
        touched |= all_or_each(db, visits_naming(db, "staged_arrived"), partial(link_visits, db))
        decide_numbers(db, touched | {row[0] for row in db.execute(_TOUCHED, values)})
        keep_look_alikes_of_arrived(db, self.day, at)
        enter(db, Kind.DAY, [day_key(self.day)], is_applied=True)
        return True

    def _update_day(self, db: sqlite3.Connection, load_id: int) -> int:
        """Note the load, and return the day's id. The first load's day is the hidden one under its own name."""
        day_id = self.hidden if self.cached is None else self.cached.id
        values = {"id": day_id, "carrier": self.day.carrier, "date": self.day.date.isoformat()}
        db.execute("DELETE FROM day WHERE carrier = :carrier AND date = :date AND id <> :id", values)
        db.execute(
            "UPDATE day SET carrier = :carrier, date = :date, answer = :answer, answered_at = :at, loaded_at = :at,"
            " first_loaded_at = coalesce(first_loaded_at, :at), load_id = :load WHERE id = :id",
            values | {"answer": self.answer, "at": self.at, "load": load_id},
        )
        return day_id


def cached_day(db: sqlite3.Connection, day: Day) -> Cached | None:
    """Return what is cached of a day; None where it was never loaded."""
    row = db.execute(
        "SELECT id, loaded_at, answer FROM day WHERE carrier = ? AND date = ? AND loaded_at IS NOT NULL",
        (day.carrier, day.date.isoformat()),
    ).fetchone()
    return Cached(row[0], row[1], Answer(row[2])) if row else None


def shows_last_load(db: sqlite3.Connection, day: Day) -> bool:
    """Tell whether the board shows the last load that is kept of a day; where none is, whether it shows none."""
    key = (day.carrier, day.date.isoformat())
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM load WHERE carrier = ? AND date = ?", key).fetchone()
    shown = db.execute("SELECT load_id FROM day WHERE carrier = ? AND date = ?", key).fetchone()
    return bool(last == (shown[0] if shown else 0))


def note_answered(db: sqlite3.Connection, day: Day, at: str, answer: Answer) -> None:
    """Note when a day was last asked for and what the carrier said, where its rows stay as they are."""
    db.execute(
        "INSERT INTO day (carrier, date, answer, answered_at, load_id) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (carrier, date)"
        " DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at, load_id = excluded.load_id",
        (day.carrier, day.date.isoformat(), answer, at, keep_load(db, day, at, answer)),
    )
    enter(db, Kind.DAY, [day_key(day)], is_applied=True)
