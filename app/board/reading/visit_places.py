"""Read the places of visits for the map, and find visits that were closed at one spot far from their addresses."""

import json

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import TABLES, VISIT_STATE
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.places.geography import Place
from app.domain.places.visit_spots import Closing, closed_at_one_spot
from app.domain.views.columns import Table
from app.domain.views.report import VisitPlace
from app.facts.site_rules import FAR_METRES

_OF_THE_DAY = TABLES[Table.VISITS].of_the_day
_PLACES = f"""
    SELECT v.id, v.driver, v.at, {VISIT_STATE}, coalesce(v.contact, v.title, v.address, v.numbers, v.tracking_id, ''),
           v.driver_id, v.latitude, v.longitude, v.check_in_latitude, v.check_in_longitude
    FROM visit v WHERE {_OF_THE_DAY} ORDER BY v.driver, v.driver_id, v.at, v.id
"""
CLOSINGS = f"""
    json_group_array(json_array(
        v.id, coalesce(v.driver_id, v.driver), v.check_out_latitude, v.check_out_longitude, v.check_in_latitude,
        v.check_in_longitude
    )) FILTER (WHERE coalesce(v.check_out_distance, v.check_in_distance) > {FAR_METRES}
               AND coalesce(v.driver_id, v.driver) IS NOT NULL)
"""
"""SQL: the places where visits far from their addresses were closed, by check-out, else by check-in."""


def spots_of(closings: str) -> set[int]:
    """Return the ids of the visits among `CLOSINGS` that were closed at one spot."""
    return closed_at_one_spot(
        Closing(one, driver, place)
        for one, driver, *places in json.loads(closings)
        if (place := Place.read(*places[:2]) or Place.read(*places[2:]))
    )


class VisitPlaceReader(BaseReader):
    """Reads the places of visits."""

    def places(self, day: Day) -> list[VisitPlace]:
        """Return the visits of a day with their places, by driver and time."""
        return [
            VisitPlace(one, driver, at, State(state), title, _pair(*places[:2]), _pair(*places[2:]), driver_id)
            for one, driver, at, state, title, driver_id, *places in self._all(_PLACES, _named(day))
        ]

    def _one_spot(self, day: Day) -> str:
        """Return the ids of a day's visits that were closed at one spot far from their addresses, as a JSON list."""
        ((closings,),) = self._all(f"SELECT {CLOSINGS} FROM visit v WHERE {_OF_THE_DAY}", _named(day))
        return json.dumps(sorted(spots_of(closings)))


def _named(day: Day) -> dict[str, object]:
    return {"carrier": day.carrier, "date": day.date.isoformat()}


def _pair(latitude: str | None, longitude: str | None) -> tuple[float, float] | None:
    place = Place.read(latitude, longitude)
    return (place.latitude, place.longitude) if place else None
