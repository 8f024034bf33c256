"""Assign positions to manifests and shipments in the answer's order, changing as few as possible.

Each changed position is a row to write. So numbers have gaps between them for insertions, and an item that is still in
order keeps its number.
"""

from collections.abc import Sequence

_STEP = 2**8
LONGEST_MANIFEST = 2**32
"""A shipment's position is that of its manifest times this, plus its number within the manifest."""


def positions_within(manifest: int, previous: Sequence[int | None]) -> list[int]:
    """Return the positions of a manifest's shipments.

    Args:
        manifest: the position of the manifest.
        previous: their previous positions, in the answer's order; None: new.
    """
    begin = manifest * LONGEST_MANIFEST
    before = [None if one is None or not 0 <= one - begin < LONGEST_MANIFEST else one - begin for one in previous]
    return [begin + number for number in numbered(before)]


def numbered(previous: Sequence[int | None]) -> list[int]:
    """Return ascending numbers; an item keeps its previous number unless one before it has a greater one."""
    last_known = max((nth for nth, number in enumerate(previous) if number is not None), default=-1)
    numbers: list[int] = []
    last = 0
    for nth, before in enumerate(previous):
        last = before if before is not None and before > last else last + (1 if nth < last_known else _STEP)
        numbers.append(last)
    return numbers
