"""Count the figures of a day over the decided rows. SQL counts, and decides nothing."""

from datetime import date, datetime

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import has_sign
from app.domain.board.counting import LeftOut
from app.domain.board.signs import DOUBTS, Sign
from app.domain.texts import Text
from app.domain.views.missing_signs import SIGNS_OFF_TEXTS, signs_off
from app.domain.views.report import OUTCOMES, Figures, Tally
from app.facts.site_rules import site_rules

_NAMED_DOUBTS = (Sign.CONTRADICTION, Sign.POSSIBLY_MISSED, Sign.AMBIGUOUS)
_IS_DOUBTFUL = " OR ".join(has_sign(one) for one in DOUBTS if one not in _NAMED_DOUBTS)
_HAS_VALUE = "typeof(s.declared_value) <> 'text'"  # SQLite would add up the first digits of a text such as `45.000`
_IS_COUNTED = """
    s.counts AND (:carrier IS NOT NULL OR NOT s.is_counted_twice OR d.carrier = (
        SELECT min(od.carrier) FROM shipment o CROSS JOIN day od ON od.id = o.day_id
        WHERE o.number = s.number AND o.is_counted_twice AND od.date = :date
    ))
"""
"""SQL condition: the figures count the row; those of all carriers count a parcel of two carriers on one of its rows."""
_COUNT = f"count(*) FILTER (WHERE ({_IS_COUNTED}) AND {{}})".format
_LEFT_OUT = "count(*) FILTER (WHERE s.left_out = '{}')".format
_TALLIED = (
    *(_COUNT(f"s.outcome = '{one}'") for one in OUTCOMES),
    *(
        f"round(total(s.declared_value) FILTER (WHERE {_HAS_VALUE} AND ({_IS_COUNTED}) AND s.outcome = '{one}'), 2)"
        for one in OUTCOMES
    ),
)
_COUNTED = {
    "seen_later": _COUNT("s.is_outcome_seen_later"),
    "delivered_later": _COUNT("s.is_delivered_later"),
    "contradictions": _COUNT(has_sign(Sign.CONTRADICTION)),
    "missed": _COUNT(has_sign(Sign.POSSIBLY_MISSED)),
    "ambiguous": _COUNT(has_sign(Sign.AMBIGUOUS)),
    "doubtful": _COUNT(f"({_IS_DOUBTFUL})"),
    "two_carriers": "count(DISTINCT s.number) FILTER (WHERE s.is_counted_twice)",
    "not_in_force": _LEFT_OUT(LeftOut.NOT_IN_FORCE),
    "not_in_force_visited": (
        f"count(*) FILTER (WHERE s.left_out = '{LeftOut.NOT_IN_FORCE}' AND s.visit_id IS NOT NULL)"
    ),
    "moved": _LEFT_OUT(LeftOut.MOVED),
    "delivered_before": _LEFT_OUT(LeftOut.DELIVERED_BEFORE),
    "gone_before": _LEFT_OUT(LeftOut.GONE_BEFORE),
    "repeated": _LEFT_OUT(LeftOut.REPEATED),
    "without_value": _COUNT(f"NOT {_HAS_VALUE}"),
}
"""SQL of each further field of `Figures`."""
_OF_DATE = "d.date = :date AND d.loaded_at IS NOT NULL AND (:carrier IS NULL OR d.carrier = :carrier)"
"""Leaves out a hidden day, the parts of a large day that is not shown yet: it has no `loaded_at`."""
_FIGURES = (
    f"SELECT {', '.join([*_TALLIED, *_COUNTED.values()])}"
    f" FROM shipment s JOIN day d ON d.id = s.day_id WHERE {_OF_DATE}"
)
_FIRST_OF_LAST_LOADS = f"SELECT min(d.loaded_at) FROM day d WHERE {_OF_DATE}"


class FigureReader(BaseReader):
    """Reads the figures of a day."""

    def figures(self, day: date, carrier: str | None) -> Figures:
        """Return the figures of a date for one carrier; None: the sum of all carriers."""
        (found,) = self._all(_FIGURES, {"date": day.isoformat(), "carrier": carrier})
        kinds = len(OUTCOMES)
        tally = Tally(found[:kinds], found[kinds : 2 * kinds])
        return Figures(tally, **dict(zip(_COUNTED, found[2 * kinds :], strict=True)))

    def nothing_missing(self, day: date, carrier: str | None) -> Text | None:
        """Return why no notification of a date counts as missing, for one carrier or any; None: they can be missing."""
        with self._failures():
            site = site_rules(self._db).board
        ((loaded_at,),) = self._all(_FIRST_OF_LAST_LOADS, {"date": day.isoformat(), "carrier": carrier})
        off = signs_off(
            site.missing_since, site.days.end(day), datetime.fromisoformat(loaded_at) if loaded_at else None
        )
        return None if off is None else SIGNS_OFF_TEXTS[off]
