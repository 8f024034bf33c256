"""The figures of a day, counted over what the rule decided of each row: SQL counts, and decides nothing."""

from datetime import date

from app.domain.board.signs import DOUBTS, Sign
from app.domain.board.site_days import day_end
from app.domain.report import OUTCOMES, Figures, Tally, why_nothing_is_missing
from app.domain.texts import Text
from app.store.asking import Asking
from app.store.rows import has_sign
from app.store.site_rules import site_rules

_NAMED_DOUBTS = (Sign.CONTRADICTION, Sign.POSSIBLY_MISSED, Sign.AMBIGUOUS)
_IS_DOUBTFUL = " OR ".join(has_sign(one) for one in DOUBTS if one not in _NAMED_DOUBTS)
_COUNTS_HERE = "EXISTS (SELECT 1 FROM shipment c WHERE c.number = s.number AND c.day_id = s.day_id AND c.counts)"
_COUNTS_WITH_ANOTHER = (
    "EXISTS (SELECT 1 FROM shipment c JOIN day e ON e.id = c.day_id AND e.loaded_at IS NOT NULL"
    " WHERE c.number = s.number AND c.counts AND e.date = d.date AND e.carrier <> d.carrier)"
)
_IS_NOT_IN_FORCE = (
    f"NOT s.counts AND {has_sign(Sign.NOT_IN_FORCE)} AND NOT {has_sign(Sign.MOVED)} AND NOT {_COUNTS_HERE}"
)
_HAS_TWO_CARRIERS = f"s.counts AND (s.gone_at IS NOT NULL OR {has_sign(Sign.TWO_CARRIERS)}) AND {_COUNTS_WITH_ANOTHER}"
_HAS_VALUE = "typeof(s.declared_value) <> 'text'"  # of such as `45.000` SQLite would add up the first digits
_PARCEL = "s.day_id || ' ' || s.number"
_COUNT = "count(*) FILTER (WHERE s.counts AND {})".format
_NOT_IN_FORCE = f"count(DISTINCT {_PARCEL}) FILTER (WHERE {_IS_NOT_IN_FORCE})"
_MOVED = f"count(*) FILTER (WHERE NOT s.counts AND {has_sign(Sign.MOVED)})"
_TALLIED = (
    *(_COUNT(f"s.outcome = '{one}'") for one in OUTCOMES),
    *(
        f"round(total(s.declared_value) FILTER (WHERE {_HAS_VALUE} AND s.counts AND s.outcome = '{one}'), 2)"
        for one in OUTCOMES
    ),
)
_COUNTED = {
    "seen_later": _COUNT("s.is_outcome_seen_later"),
    "delivered_later": _COUNT("s.is_delivered_later"),
    "contradictions": _COUNT(f"({has_sign(Sign.CONTRADICTION)} OR s.is_outcome_contradicted)"),
    "missed": _COUNT(has_sign(Sign.POSSIBLY_MISSED)),
    "ambiguous": _COUNT(has_sign(Sign.AMBIGUOUS)),
    "doubtful": _COUNT(f"({_IS_DOUBTFUL})"),
    "two_carriers": f"count(DISTINCT s.number) FILTER (WHERE {_HAS_TWO_CARRIERS})",
    "not_in_force": _NOT_IN_FORCE,
    "not_in_force_visited": _NOT_IN_FORCE.replace("WHERE", "WHERE s.visit_id IS NOT NULL AND", 1),
    "moved": _MOVED,
    "repeated": f"count(*) FILTER (WHERE NOT s.counts) - {_MOVED} - {_NOT_IN_FORCE}",
    "without_value": _COUNT(f"NOT {_HAS_VALUE}"),
}
"""What counts each of the further `Figures`."""
_FIGURES = (
    f"SELECT {', '.join([*_TALLIED, *_COUNTED.values()])}"  # noqa: S608 - our own expressions
    " FROM shipment s JOIN day d ON d.id = s.day_id"
    " WHERE d.date = :date AND d.loaded_at IS NOT NULL AND (:carrier IS NULL OR d.carrier = :carrier)"
)
"""What a load writes ahead stands under a day of no carrier, which was never loaded."""


class Figured(Asking):
    """Counts what a day's figures are made of."""

    def figures(self, day: date, carrier: str | None) -> Figures:
        """Return the figures of a date: of one carrier, or of all, each counted on its own rows."""
        (found,) = self._all(_FIGURES, {"date": day.isoformat(), "carrier": carrier})
        kinds = len(OUTCOMES)
        tally = Tally(found[:kinds], found[kinds : 2 * kinds])
        return Figures(tally, **dict(zip(_COUNTED, found[2 * kinds :], strict=True)))

    def nothing_missing(self, day: date) -> Text | None:
        """Return why no notification of a date can be called missing; None where one can."""
        with self._failures():
            site = site_rules(self._db).board
        return why_nothing_is_missing(site.heard_since, day_end(day, site.zone))
