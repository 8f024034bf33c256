"""Read the stored facts of one day of a carrier: its loads, and the JSON of its manifests."""

import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from app.domain.days import Day
from app.facts.loads.load_history import DayLoads
from app.facts.loads.manifest_contents import ManifestContent, contents_of

DAMAGE_ERRORS = (ValueError, LookupError, TypeError, zlib.error)
"""The exceptions raised when the stored data of a day is damaged."""

_NOTHING = ManifestContent("", {})


class IncompleteDayError(ValueError):
    """The stored loads of a day and the JSON of its manifests do not match."""


@dataclass
class StoredDay:
    """The result of a day's loads, and the packed contents of its manifests by key."""

    loads: DayLoads = field(default_factory=DayLoads)
    packed: dict[str, bytes] = field(default_factory=dict)
    _contents: dict[str, ManifestContent] = field(default_factory=dict)

    @classmethod
    def read(cls, db: sqlite3.Connection, day: Day) -> Self:
        """Read a day. Call within a transaction, so that both parts match.

        Raises:
            ValueError, LookupError, TypeError, zlib.error: it is damaged (`DAMAGE_ERRORS`).
        """
        stored = cls(DayLoads.read(db, day), contents_of(db, day))
        if stored.packed.keys() != stored.loads.positions.keys():
            raise IncompleteDayError(day.carrier, day.date.isoformat())
        return stored

    def content(self, key: str) -> ManifestContent:
        """Return the content of a manifest; empty if it was never listed.

        Raises:
            ValueError, zlib.error: it is damaged.
        """
        if key not in self._contents:
            self._contents[key] = ManifestContent.read(self.packed[key]) if key in self.packed else _NOTHING
        return self._contents[key]

    def replace_contents(self, contents: Mapping[str, ManifestContent]) -> None:
        """Have these contents of manifests from now on."""
        self._contents |= contents
        self.packed |= dict.fromkeys(contents.keys() - self.packed.keys(), b"")

    def release_content(self, key: str) -> None:
        """Free the unpacked content of a manifest; `content` unpacks it again."""
        self._contents.pop(key, None)

    def release(self) -> None:
        """Free the listings and contents of a day that is no longer needed, one by one."""
        empty(self._contents)
        empty(self.loads.listings)

    def check(self) -> None:
        """Check that there is JSON for each listing, and for no other one.

        Raises:
            ValueError, zlib.error: it is damaged.
        """
        listings = self.loads.listings
        are_listed = [(key, *which) in listings for key in self.packed for which in self.content(key).shipments]
        if len(are_listed) != len(listings) or not all(are_listed):  # no set of keys: 100,000 take 60 ms to free
            raise IncompleteDayError


def empty(collection: dict[Any, Any] | set[Any]) -> None:
    """Remove the items one by one: to free 100,000 at once takes 45 ms, in which no other thread runs."""
    remove = collection.popitem if isinstance(collection, dict) else collection.pop
    while collection:
        remove()
