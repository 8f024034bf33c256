"""Count numbers of visits and shipments that differ only in writing, such as `0045` and `45`."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from app.domain.contract.deviations import DeviationCounts, Source, What, deviation
from app.domain.days import Day
from app.domain.folding import look_of

_MAX_UNMATCHED = 1000  # visits without a shipment that one commit or load compares
_UNMATCHED = """
    SELECT visit.date, key.value FROM visit CROSS JOIN visit_key AS key ON key.visit_id = visit.id
    WHERE visit.is_unmatched AND {which} LIMIT :most
"""
_UNMATCHED_OF_DAY = _UNMATCHED.format(which="visit.date = :date")
_UNMATCHED_OF_VISITS = _UNMATCHED.format(which="visit.id IN (SELECT value FROM json_each(:visits))")
_LOOK_ALIKES = """
    SELECT DISTINCT shipment.number FROM json_each(:looks) AS given
    CROSS JOIN shipment ON shipment.look = given.value
    CROSS JOIN day ON day.id = shipment.day_id AND day.date = :date AND day.loaded_at IS NOT NULL
"""
_LOOK_ALIKES_OF_ARRIVED = f"{_LOOK_ALIKES} WHERE shipment.id IN (SELECT id FROM temp.to_match)"


def look_alikes_of_visits(db: sqlite3.Connection, visits: Iterable[int]) -> DeviationCounts:
    """Count the numbers of these visits that match no shipment but look like one of the visit's day."""
    values = {"visits": json.dumps(list(visits)), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_VISITS, values).fetchall(), _LOOK_ALIKES)


def look_alikes_of_arrived(db: sqlite3.Connection, day: Day) -> DeviationCounts:
    """Count the numbers of the shipments in `temp.to_match` that look like one of an unmatched visit."""
    values = {"date": day.date.isoformat(), "most": _MAX_UNMATCHED}
    return _find_look_alikes(db, db.execute(_UNMATCHED_OF_DAY, values).fetchall(), _LOOK_ALIKES_OF_ARRIVED)


def _find_look_alikes(db: sqlite3.Connection, unmatched: Sequence[tuple[str, str]], statement: str) -> DeviationCounts:
    by_day: dict[str, dict[str, str]] = defaultdict(dict)
    for day, number in unmatched:
        if look := look_of(number):
            by_day[day].setdefault(look, number)
    counts = DeviationCounts()
    for day, numbers in by_day.items():
        for (listed,) in db.execute(statement, {"date": day, "looks": json.dumps(list(numbers))}):
            given = numbers.get(look_of(listed) or "", listed)
            if given != listed:
                place, example = "data.numero_seguimientos", f"{listed} / {given}"
                counts.add([deviation(Source.NOTIFICATION, place, What.LOOK_ALIKE, example, is_shown=True)])
    return counts
