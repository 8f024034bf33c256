"""Detects that most visits of a day match no shipment, as happens with a wrong identifier."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.folding import look_of

EXAMPLES: Final = 3


@dataclass(frozen=True)
class NumberMismatch:
    """Visits of a day, those that match no shipment, and examples: pairs of a visit's number and a shipment's."""

    visits: int
    unmatched: int
    examples: tuple[tuple[str, str], ...]


def is_mismatch(visits: int, unmatched: int) -> bool:
    """Return whether most visits of a day match no shipment."""
    return 2 * unmatched > visits


def examples(named: Sequence[str], listed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return up to three pairs of a visit's number and a shipment's, similar ones first.

    Args:
        named: numbers in visits that match no shipment.
        listed: numbers of shipments.
    """
    by_look = {look_of(number): number for number in reversed(listed)}
    named = list(dict.fromkeys(named))
    alike = [(one, by_look[look_of(one)]) for one in named if look_of(one) in by_look][:EXAMPLES]
    shown = {one for pair in alike for one in pair}
    others = zip((one for one in named if one not in shown), (one for one in listed if one not in shown), strict=False)
    return (*alike, *others)[:EXAMPLES]
