"""Detects that most visits of a day match no shipment, as happens with a wrong identifier."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

EXAMPLES: Final = 3
_FEWEST = 3  # visits; with fewer, a single visit of another site would be a majority
_UNIMPORTANT = re.compile(r"[\s_-]")


@dataclass(frozen=True)
class NumberMismatch:
    """Visits of a day, those that match no shipment, and examples: pairs of a visit's number and a shipment's."""

    visits: int
    unmatched: int
    examples: tuple[tuple[str, str], ...]


def is_mismatch(visits: int, unmatched: int) -> bool:
    """Return whether most visits of a day match no shipment."""
    return visits >= _FEWEST and 2 * unmatched > visits


def examples(named: Sequence[str], listed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return up to three pairs of a visit's number and a shipment's, similar ones first.

    Args:
        named: numbers in visits that match no shipment.
        listed: numbers of shipments.
    """
    by_looks = {_looks(number): number for number in reversed(listed)}
    named = list(dict.fromkeys(named))
    alike = [(one, by_looks[_looks(one)]) for one in named if _looks(one) in by_looks][:EXAMPLES]
    shown = {one for pair in alike for one in pair}
    others = zip((one for one in named if one not in shown), (one for one in listed if one not in shown), strict=False)
    return (*alike, *others)[:EXAMPLES]


def _looks(number: str) -> str:
    """Return one text for all similar numbers: without blanks, hyphens, leading zeros and case."""
    return _UNIMPORTANT.sub("", number.casefold()).lstrip("0")
