"""Visits of a day that match none of its shipments: how a wrong identifier looks on the first day."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

EXAMPLES: Final = 3
_FEWEST = 3  # visits: of fewer, one that belongs to another site would be most of them
_UNIMPORTANT = re.compile(r"[\s_-]")


class NumberMismatch(NamedTuple):
    """How many visits a day has, how many of them match nothing, and examples: a visit's number and a shipment's."""

    visits: int
    unmatched: int
    examples: tuple[tuple[str, str], ...]


def is_mismatch(visits: int, unmatched: int) -> bool:
    """Return whether most visits of a day match nothing."""
    return visits >= _FEWEST and 2 * unmatched > visits


def examples(named: Sequence[str], listed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a number that a visit names and a shipment's: those that look alike first.

    Args:
        named: by visits that match nothing.
        listed: the numbers of shipments.
    """
    by_looks = {_looks(number): number for number in reversed(listed)}
    named = list(dict.fromkeys(named))
    alike = [(one, by_looks[_looks(one)]) for one in named if _looks(one) in by_looks][:EXAMPLES]
    shown = {one for pair in alike for one in pair}
    others = zip((one for one in named if one not in shown), (one for one in listed if one not in shown), strict=False)
    return (*alike, *others)[:EXAMPLES]


def _looks(number: str) -> str:
    """Return one text for all numbers that look alike: without blanks, dashes, leading zeros and case."""
    return _UNIMPORTANT.sub("", number.casefold()).lstrip("0")
