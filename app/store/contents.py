"""The carrier's own words: of each manifest of a day, its head and every shipment ever listed in it, as last sent.

They are kept compressed, one text for each manifest, and replaced only where a load brought other words.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from app.domain.days import Day
from app.store.loads import packed
from app.store.staging import StagedAnswer
from app.store.unchanged import digest_of

_TOUCHED = """
    SELECT head.key, head.raw, max(head.place) FROM staged_manifest AS head
    LEFT JOIN manifest ON manifest.day_id = :day AND manifest.key = head.key
    GROUP BY head.key HAVING manifest.id IS NULL OR manifest.raw <> head.raw OR head.key IN (
        SELECT of.key FROM staged_fresh CROSS JOIN staged_shipment USING (place)
        CROSS JOIN staged_manifest AS of ON of.place = staged_shipment.head
        UNION
        SELECT of.key FROM staged_change AS change CROSS JOIN staged_shipment USING (place)
        CROSS JOIN staged_manifest AS of ON of.place = staged_shipment.head WHERE change.is_rewritten
    )
"""
_LISTED = """
    SELECT staged.number, staged.occurrence, text.raw FROM staged_manifest AS head
    CROSS JOIN staged_shipment AS staged ON staged.head = head.place
    CROSS JOIN staged_text AS text ON text.place = staged.place
    WHERE head.key = ? ORDER BY staged.place
"""
_KEPT = "SELECT words FROM content WHERE carrier = ? AND date = ? AND key = ?"
_KEEP = """
    INSERT INTO content (carrier, date, key, words) VALUES (?, ?, ?, ?)
    ON CONFLICT (carrier, date, key) DO UPDATE SET words = excluded.words
"""


class Content(NamedTuple):
    """A manifest's JSON text without `envios`, and its shipments' by number and which one of that number it is.

    Of one number they stand in their order.
    """

    head: str
    shipments: Mapping[tuple[str, int], str]

    def packed(self) -> bytes:
        """Return all of it as one compressed text, which `read` takes. No JSON text of ours has a line end or a tab."""
        lines = (f"{json.dumps(number)}\t{nth}\t{raw}" for (number, nth), raw in self.shipments.items())
        return packed((self.head, *lines))

    @classmethod
    def read(cls, packed: bytes) -> "Content":
        """Return what was packed.

        Raises:
            ValueError, zlib.error: it is not whole.
        """
        head, *lines = zlib.decompress(packed).decode().split("\n")
        split = (line.split("\t", 2) for line in lines)
        return cls(head, {(json.loads(number), int(nth)): raw for number, nth, raw in split})


def contents_of(staged: StagedAnswer, day: Day, day_id: int | None) -> dict[str, bytes]:
    """Return the contents that a compared answer changes, by their manifest's key.

    What the answer does not list, or lists unreadable, keeps its last words.

    Args:
        staged: the answer.
        day: carrier and date.
        day_id: of the cached day; None where there is none, and nothing of before counts.

    Raises:
        LoadCancelledError: as `StagedAnswer.stage`.
    """
    touched = staged.stage(lambda db: db.execute(_TOUCHED, {"day": day_id}).fetchall())
    of = None if day_id is None else day
    return {key: staged.stage(partial(_content, of, key, head)) for key, head, _ in touched}


def _content(day: Day | None, key: str, head: str, db: sqlite3.Connection) -> bytes:
    listed = {(number, nth): raw for number, nth, raw in db.execute(_LISTED, (key,))}
    kept = None if day is None else words_of(db, day, key)
    before = Content.read(kept).shipments if kept else {}
    return Content(head, {**before, **listed}).packed()


def keep_contents(db: sqlite3.Connection, day: Day, contents: Iterable[tuple[str, bytes]]) -> None:
    """Keep contents in the place of those before, in a transaction."""
    db.executemany(_KEEP, [(day.carrier, day.date.isoformat(), key, packed) for key, packed in contents])


def keep_words(db: sqlite3.Connection, day_id: object, contents: Iterable[tuple[str, bytes]]) -> None:
    """Have the board show contents with the rows that come of them, in the transaction that writes these."""
    rows = [(packed, day_id, key) for key, packed in contents]
    db.executemany("UPDATE manifest SET words = ? WHERE day_id = ? AND key = ?", rows)


def words_of(db: sqlite3.Connection, day: Day, key: str) -> bytes:
    """Return what is kept of a manifest, packed; nothing where nothing is."""
    kept = db.execute(_KEPT, (day.carrier, day.date.isoformat(), key)).fetchone()
    return kept[0] if kept else b""


@lru_cache(maxsize=2)
def by_digest(packed: bytes) -> Mapping[bytes, str]:
    """Return a manifest's shipments by the digests of their JSON texts; those of the last two are remembered."""
    return {digest_of(raw): raw for raw in Content.read(packed).shipments.values()}
