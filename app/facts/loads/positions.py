"""Where manifests and shipments stand: in the answer's order, and where they stood before as far as that allows.

One shipment more or less must not move all behind it, since each of them is a row that has to be written. So there is
room between the numbers, and whatever stands in order already keeps its own.
"""

from collections.abc import Sequence

_STEP = 2**8
_LONGEST_MANIFEST = 2**32
"""A shipment's position is its manifest's times this, and its number within the manifest."""


def positions_within(manifest: int, stood: Sequence[int | None]) -> list[int]:
    """Return the positions of a manifest's shipments.

    Args:
        manifest: its own position.
        stood: where they stood before, in their order; None of one that is new.
    """
    begin = manifest * _LONGEST_MANIFEST
    before = [None if one is None or not 0 <= one - begin < _LONGEST_MANIFEST else one - begin for one in stood]
    return [begin + number for number in numbered(before)]


def numbered(stood: Sequence[int | None]) -> list[int]:
    """Number a list upwards; what had a number keeps it, unless something before it has a greater one by now."""
    last_known = max((nth for nth, number in enumerate(stood) if number is not None), default=-1)
    numbers: list[int] = []
    last = 0
    for nth, before in enumerate(stood):
        last = before if before is not None and before > last else last + (1 if nth < last_known else _STEP)
        numbers.append(last)
    return numbers
