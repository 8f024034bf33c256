"""Counts of a day: its figures, its views, its visits by place, and numbers that do not match."""

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from statistics import median

from app.board.follow_up_sql import at_desk
from app.board.projecting.visit_rows import NAMED
from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import CHOSEN, TABLES, VIEWS, VISIT_STATE, day_values, has_sign, named, rows_of
from app.domain.board.row import LeftOut
from app.domain.board.signs import DOUBTS, Sign
from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.places.geography import Closing, Place, closed_at_one_spot
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, NumberMismatch, examples, is_mismatch, signs_off
from app.domain.views.queries import EARLIER_VIEWS, VIEW_TABLES, View
from app.domain.views.report import OUTCOMES, Figures, KnownPlaces, Tally, VisitPlace
from app.facts.site_rules import FAR_METRES, site_rules

_NAMED_DOUBTS = (Sign.CONTRADICTION, Sign.POSSIBLY_MISSED, Sign.AMBIGUOUS)
_IS_DOUBTFUL = " OR ".join(has_sign(one) for one in DOUBTS if one not in _NAMED_DOUBTS)
_HAS_VALUE = "typeof(s.declared_value) <> 'text'"  # SQLite would add up the first digits of a text such as `45.000`
IS_COUNTED = """
    s.counts AND (NOT s.is_counted_twice OR d.carrier = (
        SELECT min(od.carrier) FROM shipment o CROSS JOIN day od ON od.id = o.day_id
        WHERE o.number = s.number AND o.is_counted_twice AND od.date = :date
            AND od.carrier IN (SELECT value FROM json_each(:carriers))
    ))
"""
"""SQL condition: the figures count the row; a parcel of two carriers that are shown is counted on one of its rows."""
_COUNT = f"count(*) FILTER (WHERE ({IS_COUNTED}) AND {{}})".format
_LEFT_OUT = "count(*) FILTER (WHERE s.left_out = '{}')".format
_TALLIED = (
    *(_COUNT(f"s.outcome = '{one}'") for one in OUTCOMES),
    *(
        f"round(total(s.declared_value) FILTER (WHERE {_HAS_VALUE} AND ({IS_COUNTED}) AND s.outcome = '{one}'), 2)"
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
_OF_DATE = "d.date = :date AND d.loaded_at IS NOT NULL AND"
"""Leaves out a hidden day, the parts of a large day that is not shown yet: it has no `loaded_at`."""
_FIGURES = (
    f"SELECT {', '.join([*_TALLIED, *_COUNTED.values()])}"
    f" FROM shipment s JOIN day d ON d.id = s.day_id WHERE {_OF_DATE} {CHOSEN}"
)
_FIRST_OF_LAST_LOADS = f"SELECT min(d.loaded_at) FROM day d WHERE {_OF_DATE} {at_desk('d.carrier')}"
MOST_KNOWN_PLACES = 10_000
"""How many of the newest visits make the ground of the map: reading more would take tenths of a second."""
_MAX_NUMBERS = 20_000  # shipments among which numbers that look alike are looked for
_OF_VISITS = TABLES[Table.VISITS].of_the_day
_MISMATCHES = f"SELECT count(*), coalesce(sum(v.is_unmatched), 0) FROM visit v WHERE {_OF_VISITS}"
_NAMED = f"""
    SELECT k.value FROM visit v JOIN visit_key k ON k.visit_id = v.id AND k.rank = {NAMED}
    WHERE v.is_unmatched AND ({_OF_VISITS}) ORDER BY v.at, k.value LIMIT {_MAX_NUMBERS}
"""
_LISTED = f"""
    SELECT s.number FROM shipment s JOIN day d ON d.id = s.day_id
    WHERE {TABLES[Table.SHIPMENTS].of_the_day} AND s.gone_at IS NULL AND (s.visit_id IS NULL OR :visited)
    ORDER BY d.carrier, s.position LIMIT {_MAX_NUMBERS}
"""
_LOCALITY = """
    (SELECT s.locality FROM visit_shipment b JOIN shipment s ON s.id = b.shipment_id WHERE b.visit_id = v.id LIMIT 1)
"""
_PLACES = f"""
    SELECT v.id, v.driver, v.at, {VISIT_STATE}, coalesce(v.contact, v.title, v.address, v.numbers, v.tracking_id, ''),
           v.driver_id, v.latitude, v.longitude, v.check_in_latitude, v.check_in_longitude,
           v.route, v.address, {_LOCALITY}
    FROM visit v WHERE {_OF_VISITS} ORDER BY v.driver, v.driver_id, v.at, v.id
"""
_KNOWN_PLACES = f"""
    SELECT v.latitude, v.longitude, {_LOCALITY} FROM visit v
    WHERE v.latitude IS NOT NULL AND v.longitude IS NOT NULL ORDER BY v.id DESC LIMIT {MOST_KNOWN_PLACES}
"""
CLOSINGS = f"""
    json_group_array(json_array(
        v.id, coalesce(v.driver_id, v.driver), v.check_out_latitude, v.check_out_longitude, v.check_in_latitude,
        v.check_in_longitude
    )) FILTER (WHERE coalesce(v.check_out_distance, v.check_in_distance) > {FAR_METRES}
               AND coalesce(v.driver_id, v.driver) IS NOT NULL)
"""
"""SQL: the places where visits far from their addresses were closed, by check-out, else by check-in."""
_ASKED = {
    table: [view for view in VIEWS if VIEW_TABLES[view] is table and view not in (View.ONE_SPOT, *EARLIER_VIEWS)]
    for table in (Table.SHIPMENTS, Table.VISITS)
}


def spots_of(closings: str) -> set[int]:
    """Return the ids of the visits among `CLOSINGS` that were closed at one spot."""
    return closed_at_one_spot(
        Closing(one, driver, place)
        for one, driver, *places in json.loads(closings)
        if (place := Place.read(*places[:2]) or Place.read(*places[2:]))
    )


def _middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return median(one[0] for one in points), median(one[1] for one in points)


def _pair(latitude: str | None, longitude: str | None) -> tuple[float, float] | None:
    place = Place.read(latitude, longitude)
    return (place.latitude, place.longitude) if place else None


def _statement(table: Table, *also: str) -> str:
    # FILTER stops at the first false condition; sum() would evaluate all of them.
    counts = [f"count(*) FILTER (WHERE {VIEWS[view]})" for view in _ASKED[table]]
    return f"SELECT {', '.join([*counts, *also])} FROM {TABLES[table].source} WHERE {TABLES[table].of_the_day}"


_EARLIER = {
    view: (
        f"SELECT count(*) FROM {TABLES[VIEW_TABLES[view]].source}"
        f" WHERE {rows_of(TABLES[VIEW_TABLES[view]], view)} AND {VIEWS[view]}"
    )
    for view in EARLIER_VIEWS
}
_SHIPMENTS, _VISITS = _statement(Table.SHIPMENTS), _statement(Table.VISITS, CLOSINGS)


class FigureReader(BaseReader):
    """Reads the figures of a day, the counts of its views, its visits by place, and numbers that do not match."""

    def figures(self, day: Day | Scope) -> Figures:
        """Return the figures of a day."""
        (found,) = self._all(_FIGURES, named(day))
        kinds = len(OUTCOMES)
        tally = Tally(found[:kinds], found[kinds : 2 * kinds])
        return Figures(tally, **dict(zip(_COUNTED, found[2 * kinds :], strict=True)))

    def nothing_missing(self, day: Day | Scope) -> Text | None:
        """Return why no notification of a day counts as missing, of any carrier where none is named; else None."""
        with self._failures():
            site = site_rules(self._db).board
        ((loaded_at,),) = self._all(_FIRST_OF_LAST_LOADS, named(day))
        off = signs_off(
            site.missing_since, site.days.end(day.date), datetime.fromisoformat(loaded_at) if loaded_at else None
        )
        return None if off is None else SIGNS_OFF_TEXTS[off]

    def number_mismatch(self, day: Day | Scope) -> NumberMismatch | None:
        """Return counts and examples if most visits of a day match no shipment; None: they do, or there are none."""
        values = named(day)
        with self.snapshot():
            ((visits, unmatched),) = self._all(_MISMATCHES, values)
            if not is_mismatch(visits, unmatched):
                return None
            visited = [number for (number,) in self._all(_NAMED, values)]
            rows = self._all(_LISTED, values | {"visited": False}) or self._all(_LISTED, values | {"visited": True})
            listed = [number for (number,) in rows]
        return NumberMismatch(visits, unmatched, examples(visited, listed)) if visited and listed else None

    def places(self, day: Day | Scope) -> list[VisitPlace]:
        """Return the visits of a day with their places, by driver and time."""
        return [
            VisitPlace(one, driver, at, State(state), title, _pair(*spot[:2]), _pair(*spot[2:4]), driver_id, *spot[4:])
            for one, driver, at, state, title, driver_id, *spot in self._all(_PLACES, named(day))
        ]

    def known_places(self) -> KnownPlaces:
        """Return where the newest visits of all days were."""
        of_locality: defaultdict[str | None, list[tuple[float, float]]] = defaultdict(list)
        for latitude, longitude, locality in self._all(_KNOWN_PLACES):
            if point := _pair(latitude, longitude):
                of_locality[locality].append(point)
        points = {point for some in of_locality.values() for point in some}
        largest = sorted(((name, some) for name, some in of_locality.items() if name), key=lambda one: -len(one[1]))
        return KnownPlaces(tuple(points), tuple((name, _middle(some)) for name, some in largest))

    def _one_spot(self, day: Day | Scope) -> str:
        """Return the ids of a day's visits that were closed at one spot far from their addresses, as a JSON list."""
        ((closings,),) = self._all(f"SELECT {CLOSINGS} FROM visit v WHERE {_OF_VISITS}", named(day))
        return json.dumps(sorted(spots_of(closings)))

    def view_counts(self, day: Day | Scope, today: date) -> dict[View, int]:
        """Return the number of rows in each view of a day; ALL counts shipments. `today` is the site's date."""
        with self.snapshot():
            values = day_values(day, today, self.days())
            (shipments,) = self._all(_SHIPMENTS, values)
            ((*visits, closings),) = self._all(_VISITS, values)
            earlier = {view: self._all(sql, values)[0][0] for view, sql in _EARLIER.items()}
        return {
            **dict(zip(_ASKED[Table.SHIPMENTS], shipments, strict=True)),
            **dict(zip(_ASKED[Table.VISITS], visits, strict=True)),
            View.ONE_SPOT: len(spots_of(closings)),
            **earlier,
        }
