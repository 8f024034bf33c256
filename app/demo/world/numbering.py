"""Numbers of manifests, shipments and visits, unique over all days of a carrier; choices that repeat in each run."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count
from random import Random
from zlib import crc32

FIRST_DATE = date(2020, 1, 1)
"""The first day of the demo carrier."""

_SERIALS = 10**13
_A_DAY = 1_000_000  # positions


@dataclass(frozen=True)
class Numbering:
    """The numbers of one carrier's day."""

    carrier: str
    day: date

    @property
    def _office(self) -> int:
        """Three digits derived from the carrier code."""
        return 100 + crc32(self.carrier.encode()) % 900

    @property
    def _day(self) -> int:
        return (self.day - FIRST_DATE).days

    def manifests(self, a_day: int) -> Iterator[int]:
        """Yield the numbers of the day's manifests, with `a_day` numbers reserved per day."""
        return count(self._office * 1_000_000 + 9001 + self._day * a_day)

    def serial(self, position: int) -> int:
        """Return the number of the shipment at a position: 13 digits."""
        return (self._office * 10_000 + self._day) * _A_DAY + position

    def visit(self, position: int) -> int:
        """Return the id of the visit at a position; it never equals a shipment's number."""
        return (self._day * 1_000 + self._office) * _A_DAY + position

    def driver(self, position: int) -> int:
        """Return the id of the driver, and of the route, at a position: the same every day."""
        return self._office * 10_000 + position


def scrambled(serial: int, factor: int) -> str:
    """Return another number of 13 digits for a shipment, different for each `factor` (odd, not ending in 5)."""
    return f"{serial * factor % _SERIALS:013d}"


def unlisted(number: int) -> int:
    """Return a number of the same day that no shipment and no visit of a plan has, unique for each number."""
    day, position = divmod(number, _A_DAY)
    return day * _A_DAY + _A_DAY - 1 - position


class RandomSource(Random):
    """A generator seeded by a text, independent of the interpreter's hash seed. Not for secrets."""

    def chance(self, likelihood: float) -> bool:
        """Return True with this probability."""
        return self.random() < likelihood


def random_source_for(*purpose: object) -> RandomSource:
    """Return a generator for one purpose; the same purpose always gives the same sequence."""
    return RandomSource("/".join(map(str, purpose)))
