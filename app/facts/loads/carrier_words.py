"""The carrier's own words: of each manifest of a day, its head and every shipment ever listed in it, as last sent.

They are kept compressed, one text for each manifest, and replaced only where a load brought other words.
"""

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.domain.days import Day
from app.facts.loads.load_history import packed

_KEPT = "SELECT key, words FROM content WHERE carrier = ? AND date = ?"
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


def digest_of(raw: str) -> bytes:
    """Return what tells a shipment's JSON text from every other one, 16 bytes."""
    return hashlib.blake2b(raw.encode(errors="surrogatepass"), digest_size=16).digest()


def keep_contents(db: sqlite3.Connection, day: Day, contents: Iterable[tuple[str, bytes]]) -> None:
    """Keep contents in the place of those before, in a transaction."""
    db.executemany(_KEEP, [(day.carrier, day.date.isoformat(), key, packed) for key, packed in contents])


def contents_of(db: sqlite3.Connection, day: Day) -> dict[str, bytes]:
    """Return what is kept of a day's manifests, packed, by their key."""
    return dict(db.execute(_KEPT, (day.carrier, day.date.isoformat())).fetchall())


@lru_cache(maxsize=2)
def by_digest(packed: bytes) -> Mapping[bytes, str]:
    """Return a manifest's shipments by the digests of their JSON texts; those of the last two are remembered."""
    return {digest_of(raw): raw for raw in Content.read(packed).shipments.values()}
