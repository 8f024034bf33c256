"""Where manifests and shipments stand: in the answer's order, and where they stood before as far as that allows.

One shipment more or less must not move all behind it, since each of them is a row that the swap has to write. So there
is room between the numbers, and whatever stands in order already keeps its own.
"""

import sqlite3
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter

from app.store.staging import StagedAnswer

_STEP = 2**8
_LONGEST_MANIFEST = 2**32
"""A shipment's position is its manifest's times this, and its number within the manifest."""

_HEADS = """
    SELECT head.place, manifest.position
    FROM staged_manifest AS head LEFT JOIN manifest ON manifest.day_id = ? AND manifest.key = head.key
    ORDER BY head.place
"""
_SHIPMENTS = """
    SELECT staged.head, matched.place, cached.position
    FROM staged_match AS matched CROSS JOIN staged_shipment AS staged ON staged.place = matched.place
    LEFT JOIN shipment AS cached ON cached.id = matched.id
    WHERE matched.place >= :first AND matched.place < :end ORDER BY matched.place
"""


def settle_positions(staged: StagedAnswer, day_id: int | None) -> None:
    """Give all manifests and all matched shipments of an answer their positions.

    Raises:
        LoadCancelledError: as `StagedAnswer.stage`.
    """
    heads = staged.stage(partial(_heads, day_id))
    of_head = dict(zip((place for place, _ in heads), _numbered([position for _, position in heads]), strict=True))
    staged.for_each(
        "UPDATE staged_manifest SET position = ? WHERE place = ?", [(one, place) for place, one in of_head.items()]
    )
    positions: list[tuple[int, int]] = []
    for head, group in groupby(staged.in_slices(_SHIPMENTS), key=itemgetter(0)):
        shipments = list(group)
        begin = of_head[head] * _LONGEST_MANIFEST
        stood = [
            position - begin if position is not None and 0 <= position - begin < _LONGEST_MANIFEST else None
            for _, _, position in shipments
        ]
        positions += [
            (begin + number, place) for number, (_, place, _) in zip(_numbered(stood), shipments, strict=True)
        ]
    staged.for_each("UPDATE staged_match SET position = ? WHERE place = ?", positions)


def _numbered(stood: Sequence[int | None]) -> list[int]:
    """Number a list upwards; what had a number keeps it, unless something before it has a greater one by now."""
    last_known = max((nth for nth, number in enumerate(stood) if number is not None), default=-1)
    numbers: list[int] = []
    last = 0
    for nth, before in enumerate(stood):
        last = before if before is not None and before > last else last + (1 if nth < last_known else _STEP)
        numbers.append(last)
    return numbers


def _heads(day_id: int | None, db: sqlite3.Connection) -> list[tuple[int, int | None]]:
    return db.execute(_HEADS, (day_id,)).fetchall()
