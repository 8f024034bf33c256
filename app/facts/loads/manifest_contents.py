"""The JSON of each manifest of a day: its head and every shipment ever listed in it, as the carrier last sent them.

It is stored compressed, one blob for each manifest, and replaced only when a load changes it.
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

_SELECT = "SELECT key, words FROM content WHERE carrier = ? AND date = ?"
_UPSERT = """
    INSERT INTO content (carrier, date, key, words) VALUES (?, ?, ?, ?)
    ON CONFLICT (carrier, date, key) DO UPDATE SET words = excluded.words
"""


class ManifestContent(NamedTuple):
    """The JSON of one manifest.

    Attributes:
        head: the manifest without `envios`.
        shipments: by number and occurrence (1, 2, … for equal numbers, in their order).
    """

    head: str
    shipments: Mapping[tuple[str, int], str]

    def packed(self) -> bytes:
        """Return it compressed, as `read` expects it. The JSON texts contain no line ends and tabs."""
        lines = (f"{json.dumps(number)}\t{nth}\t{raw}" for (number, nth), raw in self.shipments.items())
        return packed((self.head, *lines))

    @classmethod
    def read(cls, packed: bytes) -> "ManifestContent":
        """Return the content of a packed blob.

        Raises:
            ValueError, zlib.error: it is damaged.
        """
        head, *lines = zlib.decompress(packed).decode().split("\n")
        split = (line.split("\t", 2) for line in lines)
        return cls(head, {(json.loads(number), int(nth)): raw for number, nth, raw in split})


def digest_of(raw: str) -> bytes:
    """Return the digest of a shipment's JSON text, 16 bytes."""
    return hashlib.blake2b(raw.encode(errors="surrogatepass"), digest_size=16).digest()


def packed_contents(contents: Mapping[str, ManifestContent]) -> dict[str, bytes]:
    """Return contents compressed, by key."""
    return {key: one.packed() for key, one in contents.items()}


def save_contents(db: sqlite3.Connection, day: Day, contents: Iterable[tuple[str, bytes]]) -> None:
    """Save or replace the packed contents of manifests, given by key, in the caller's transaction."""
    db.executemany(_UPSERT, [(day.carrier, day.date.isoformat(), key, packed) for key, packed in contents])


def contents_of(db: sqlite3.Connection, day: Day) -> dict[str, bytes]:
    """Return the packed contents of a day's manifests, by key."""
    return dict(db.execute(_SELECT, (day.carrier, day.date.isoformat())).fetchall())


@lru_cache(maxsize=2)
def by_digest(packed: bytes) -> Mapping[bytes, str]:
    """Return the JSON texts of a manifest's shipments by their digests; the last two manifests are cached."""
    return {digest_of(raw): raw for raw in ManifestContent.read(packed).shipments.values()}
