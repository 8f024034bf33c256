"""Points and distances, and the spots at which visits were."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.domain.places.coordinates import read_degrees

_EARTH_RADIUS_M = 6_371_008.8  # mean radius, IUGG
SPOT_M = 50.0
"""Visits within this distance of each other, in metres, are at one spot."""

_FEWEST = 3  # visits at one spot that are reported
_CELL_M = SPOT_M / math.sqrt(2)  # points in one cell are at one spot; points at one spot are at most two cells apart
_METRES_PER_DEGREE = 111_195.0  # of latitude
_CELLS_PER_ROW = 2**24  # more than fit around the globe, so that one int identifies a cell
_NEIGHBOURS = sorted((up * _CELLS_PER_ROW + across for up in range(-2, 3) for across in range(-2, 3)), key=bool)
"""Offsets from a cell to the cells that may share a spot with it; itself first, as the likeliest."""


class Place(NamedTuple):
    """A position in decimal degrees."""

    latitude: float
    longitude: float

    @classmethod
    def read(cls, latitude: str | None, longitude: str | None) -> "Place | None":
        """Read two texts; None if they are no position: absent, not readable, out of range, or 0,0 (not known)."""
        found = read_degrees(latitude, longitude)
        return cls(*found) if found is not None and any(found) else None


def distance_m(one: Place, other: Place) -> float:
    """Return the great-circle distance in metres (haversine); within 0.6 % of the distance on the ellipsoid."""
    latitudes = math.radians(one.latitude), math.radians(other.latitude)
    up = math.sin((latitudes[1] - latitudes[0]) / 2) ** 2
    across = math.sin(math.radians(other.longitude - one.longitude) / 2) ** 2
    half_chord = up + math.cos(latitudes[0]) * math.cos(latitudes[1]) * across
    return 2 * _EARTH_RADIUS_M * math.asin(min(1.0, math.sqrt(half_chord)))


class Closing(NamedTuple):
    """Position at which a driver closed a visit, far from its address."""

    visit_id: int
    driver: str
    place: Place


def closed_at_one_spot(closings: Iterable[Closing]) -> set[int]:
    """Return the ids of visits that are among three or more which one driver closed at one spot."""
    of_driver: defaultdict[str, list[Closing]] = defaultdict(list)
    for one in closings:
        of_driver[one.driver].append(one)
    return {one.visit_id for some in of_driver.values() for one in _clustered(some)}


def _clustered(closings: list[Closing]) -> Iterator[Closing]:
    """Yield the closings that share a spot with two others, in linear time."""
    if len(closings) < _FEWEST:
        return
    narrowing = math.cos(math.radians(closings[0].place.latitude))  # about the same for all stops of a day
    cells: defaultdict[int, list[Closing]] = defaultdict(list)
    for one in closings:
        cells[_cell(one.place, narrowing)].append(one)
    for cell, own in cells.items():
        nearby = [one for step in _NEIGHBOURS if cell + step in cells for one in cells[cell + step]]
        yield from (one for one in own if _has_two_at_spot(one, nearby))


def _cell(place: Place, narrowing: float) -> int:
    scale = _METRES_PER_DEGREE / _CELL_M
    return math.floor(place.latitude * scale) * _CELLS_PER_ROW + math.floor(place.longitude * scale * narrowing)


def _has_two_at_spot(one: Closing, nearby: list[Closing]) -> bool:
    """Return whether two others are at one spot with this closing and with each other.

    At most five can be near this one and pairwise too far apart, so the loop ends after a few near ones.
    """
    apart: list[Closing] = []
    for other in nearby:
        if other is one or distance_m(one.place, other.place) > SPOT_M:
            continue
        if any(distance_m(other.place, before.place) <= SPOT_M for before in apart):
            return True
        apart.append(other)
    return False
