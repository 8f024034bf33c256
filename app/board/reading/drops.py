"""What the last loads of a day dropped."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from app.domain.days import Drop, DroppedManifest, is_drop

_GONE = "SELECT count(*) FROM shipment WHERE day_id = ? AND gone_at IS NOT NULL"
_TIMES = "SELECT first_seen_at, gone_at, count(*) FROM shipment WHERE day_id = ? GROUP BY first_seen_at, gone_at"
_MANIFESTS = """
    SELECT manifest.number, count(*)
    FROM shipment JOIN manifest ON manifest.id = shipment.manifest_id
    WHERE shipment.day_id = ? AND shipment.gone_at = ? GROUP BY manifest.id ORDER BY manifest.position, manifest.id
"""

Ask = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]
"""Runs a statement, and returns its rows."""


def gone_rows(ask: Ask, day_id: int) -> int:
    """Count the rows of a day that the last load did not list."""
    ((gone,),) = ask(_GONE, (day_id,))
    return int(gone)


def last_drop(ask: Ask, day_id: int) -> Drop | None:
    """Return the latest load that dropped a large part of a day, without shipments that were listed again since.

    A shipment was listed before a load if it was first seen before it and not gone by then.
    """
    times = [
        (datetime.fromisoformat(seen), datetime.fromisoformat(gone) if gone else None, rows)
        for seen, gone, rows in ask(_TIMES, (day_id,))
    ]
    for at in sorted({gone for _, gone, _ in times if gone is not None}, reverse=True):
        gone_then = sum(rows for _, gone, rows in times if gone == at)
        before = sum(rows for seen, gone, rows in times if gone == at or (seen < at and (gone is None or gone > at)))
        if is_drop(gone_then, before):
            found = ask(_MANIFESTS, (day_id, at.isoformat()))
            named = ((None if number is None else str(number), rows) for number, rows in found)
            return Drop(at, before, tuple(DroppedManifest(*one) for one in named))
    return None
