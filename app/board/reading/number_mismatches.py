"""Detect a day on which most visits match no shipment, as with a wrong identifier."""

from app.board.projecting.visit_numbers import NAMED
from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import TABLES
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.number_mismatch import NumberMismatch, examples, is_mismatch

_MAX_NUMBERS = 20_000  # shipments among which numbers that look alike are looked for
_OF_VISITS = TABLES[Table.VISITS].of_the_day
_COUNT = f"SELECT count(*), coalesce(sum(v.is_unmatched), 0) FROM visit v WHERE {_OF_VISITS}"
_NAMED = f"""
    SELECT k.value FROM visit v JOIN visit_key k ON k.visit_id = v.id AND k.rank = {NAMED}
    WHERE v.is_unmatched AND ({_OF_VISITS}) ORDER BY v.at, k.value LIMIT {_MAX_NUMBERS}
"""
_LISTED = f"""
    SELECT s.number FROM shipment s JOIN day d ON d.id = s.day_id
    WHERE {TABLES[Table.SHIPMENTS].of_the_day} AND s.gone_at IS NULL AND (s.visit_id IS NULL OR :visited)
    ORDER BY s.position LIMIT {_MAX_NUMBERS}
"""


class MismatchReader(BaseReader):
    """Reads mismatches between the numbers of visits and shipments."""

    def number_mismatch(self, day: Day) -> NumberMismatch | None:
        """Return counts and examples if most visits of a day match no shipment; None: they do, or there are none."""
        values: dict[str, object] = {"carrier": day.carrier, "date": day.date.isoformat()}
        with self.snapshot():
            ((visits, unmatched),) = self._all(_COUNT, values)
            if not is_mismatch(visits, unmatched):
                return None
            named = [number for (number,) in self._all(_NAMED, values)]
            rows = self._all(_LISTED, values | {"visited": False}) or self._all(_LISTED, values | {"visited": True})
            listed = [number for (number,) in rows]
        return NumberMismatch(visits, unmatched, examples(named, listed)) if named and listed else None
