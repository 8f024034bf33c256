"""All that is kept of one day of a carrier: its loads, and the carrier's words."""

import sqlite3
import zlib
from dataclasses import dataclass, field
from typing import Self

from app.domain.days import Day
from app.facts.loads.carrier_words import Content, contents_of
from app.facts.loads.load_history import DayLoads

NOT_WHOLE = (ValueError, LookupError, TypeError, zlib.error)
"""What is raised where what is kept of a day is not whole."""

_NOTHING = Content("", {})


class IncompleteDayError(ValueError):
    """What is kept of a day's loads and of its words does not belong together."""


@dataclass
class KeptDay:
    """What its loads come to, and what is kept of its manifests, packed, by their key."""

    loads: DayLoads = field(default_factory=DayLoads)
    packed: dict[str, bytes] = field(default_factory=dict)
    _contents: dict[str, Content] = field(default_factory=dict)

    @classmethod
    def read(cls, db: sqlite3.Connection, day: Day) -> Self:
        """Return what is kept of a day, at one moment of the facts.

        Raises:
            ValueError, LookupError, TypeError, zlib.error: it is not whole.
        """
        kept = cls(DayLoads.read(db, day), contents_of(db, day))
        if kept.packed.keys() != kept.loads.positions.keys():
            raise IncompleteDayError(day.carrier, day.date.isoformat())
        return kept

    def content(self, key: str) -> Content:
        """Return what is kept of a manifest; of one that was never listed, nothing.

        Raises:
            ValueError, zlib.error: it is not whole.
        """
        if key not in self._contents:
            self._contents[key] = Content.read(self.packed[key]) if key in self.packed else _NOTHING
        return self._contents[key]

    def let_go(self, key: str) -> None:
        """Hold no longer what was read of a manifest; it is read again where it is asked for."""
        self._contents.pop(key, None)

    def check(self) -> None:
        """See that there are words of each listing, and of no other one.

        Raises:
            ValueError, zlib.error: it is not whole.
        """
        listed = {(key, *which) for key in self.packed for which in self.content(key).shipments}
        if listed != self.loads.listings.keys():
            raise IncompleteDayError
