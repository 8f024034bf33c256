"""The contents of a map, in metres on a plane: visits, their check-ins, and the routes of drivers."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import median

from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.places.geography import Place, distance_m
from app.domain.views.report import VisitPlace
from app.ui.appearance.formats import Formats

Point = tuple[float, float]
"""Metres to the east and to the south of the plane's middle."""

_METRES_A_DEGREE = 111_195.0
_ASTRAY = 6
"""A visit this many times farther out than the median counts as of another town, or as wrongly placed."""
_NEAR_M = 10_000.0
_SWAPPED_M = 100_000.0
"""So near to the others, exchanged coordinates are likelier than a far place."""


@dataclass(frozen=True)
class Plane:
    """A plane around one place: correct to some metres over a city, and good enough over a country."""

    middle: Place

    @classmethod
    def around(cls, places: Sequence[Place]) -> "Plane":
        """Return a plane around places; most are near each other."""
        return cls(Place(median(one.latitude for one in places), median(one.longitude for one in places)))

    def point(self, place: Place) -> Point:
        """Return the point of a place."""
        east = (place.longitude - self.middle.longitude + 180) % 360 - 180
        shrunk = math.cos(math.radians(self.middle.latitude))
        return east * shrunk * _METRES_A_DEGREE, (self.middle.latitude - place.latitude) * _METRES_A_DEGREE

    def place(self, point: Point) -> Place:
        """Return the place of a point."""
        shrunk = math.cos(math.radians(self.middle.latitude))
        north, east = -point[1] / _METRES_A_DEGREE, point[0] / (shrunk * _METRES_A_DEGREE)
        return Place(self.middle.latitude + north, self.middle.longitude + east)


@dataclass(frozen=True)
class Spot:
    """A visit on the plane: at its address, or at its check-in if the address has no coordinates.

    `check_in` and `distance_m` are None if either place is unknown.
    """

    visit: VisitPlace
    place: Place
    at: Point
    check_in: Point | None
    distance_m: float | None
    is_far: bool


@dataclass(frozen=True)
class Scene:
    """The visits of a day with coordinates, by driver and time; `unplaced` counts the others.

    `astray` are those far from all others, the farthest first, each with its distance from their middle in metres.
    """

    spots: tuple[Spot, ...] = ()
    unplaced: int = 0
    astray: tuple[tuple[Spot, float], ...] = ()
    plane: Plane | None = None

    def of_driver(self, driver: str | None) -> list[Spot]:
        """Return the visits of a driver by key, in their order; all visits for None."""
        return [one for one in self.spots if driver is None or one.visit.driver_key == driver]

    def routes(self) -> list[tuple[str, list[Point]]]:
        """Return the routes of the drivers by key, from visit to visit."""
        found = groupby(self._driven(), key=lambda one: one.visit.driver_key)
        return [(str(driver), [one.at for one in spots]) for driver, spots in found]

    def drivers(self) -> list[tuple[str, str, int]]:
        """Return the drivers, ordered by name: key, name, and number of placed visits.

        If the visits of one driver give several names, the last one counts.
        """
        names = {str(one.visit.driver_key): one.visit.driver or str(one.visit.driver_key) for one in self._driven()}
        counts = Counter(one.visit.driver_key for one in self._driven())
        return sorted(((key, name, counts[key]) for key, name in names.items()), key=lambda one: (one[1], one[0]))

    def _driven(self) -> list[Spot]:
        return [one for one in self.spots if one.visit.driver_key is not None]

    def states(self, driver: str | None = None) -> Counter[State]:
        """Return the number of visits of each state, of one driver or of all."""
        return Counter(one.visit.state for one in self.of_driver(driver))


def scene_of(
    visits: Iterable[VisitPlace], plane: Plane | None, is_far: Callable[[float], bool]
) -> tuple[Scene, Plane | None]:
    """Place visits on a plane, or on a new one around them; return the scene and the plane."""
    placed: list[tuple[VisitPlace, Place | None, Place | None]] = [
        (one, one.address and Place(*one.address), one.check_in and Place(*one.check_in)) for one in visits
    ]
    known = [address or check_in for _, address, check_in in placed]
    places = [one for one in known if one is not None]
    if plane is None and places:
        plane = Plane.around(places)
    spots = []
    for (visit, address, check_in), place in zip(placed, known, strict=True):
        if place is not None and plane is not None:
            distance = distance_m(address, check_in) if address and check_in else None
            point = plane.point(check_in) if address and check_in else None
            spots.append(
                Spot(visit, place, plane.point(place), point, distance, distance is not None and is_far(distance))
            )
    spots.sort(key=_order)
    return Scene(tuple(spots), len(placed) - len(spots), _astray(spots), plane), plane


@dataclass(frozen=True)
class Placed:
    """The visits of a day that the table shows, with their scene."""

    day: Day | None = None
    formats: Formats | None = None
    """They say which distance is far."""
    visits: tuple[VisitPlace, ...] = ()
    scene: Scene = field(default_factory=Scene)
    plane: Plane | None = None

    def again(self, visits: tuple[VisitPlace, ...], formats: Formats) -> "Placed":
        """Return the present visits on the same plane; the same object if nothing changed."""
        if visits == self.visits and formats is self.formats:
            return self
        return Placed(self.day, formats, visits, *scene_of(visits, self.plane, formats.is_far))


def _order(spot: Spot) -> tuple[bool, str, str, int]:
    driver = spot.visit.driver_key
    return driver is None, driver or "", spot.visit.at, spot.visit.visit_id


def near_each_other(spots: Sequence[Spot]) -> list[Spot]:
    """Return the spots without those so far out that all others would shrink to a point."""
    if not spots:
        return []
    middle = median(one.at[0] for one in spots), median(one.at[1] for one in spots)
    away = [math.dist(one.at, middle) for one in spots]
    most = _ASTRAY * median(away) + _NEAR_M
    return [one for one, far in zip(spots, away, strict=True) if far <= most]


def _astray(spots: Sequence[Spot]) -> tuple[tuple[Spot, float], ...]:
    """Return the spots far from all others, with their distance from the middle of these."""
    near = near_each_other(spots)
    if len(near) == len(spots):
        return ()
    middle = Place(median(one.place.latitude for one in near), median(one.place.longitude for one in near))
    known = {one.visit.visit_id for one in near}
    far = [(one, distance_m(middle, one.place)) for one in spots if one.visit.visit_id not in known]
    return tuple(sorted(far, key=lambda one: -one[1]))


def looks_swapped(spot: Spot, plane: Plane) -> bool:
    """Return whether a spot would be near the others with latitude and longitude exchanged."""
    latitude, longitude = spot.place.longitude, spot.place.latitude
    return abs(latitude) <= 90 and distance_m(Place(latitude, longitude), plane.middle) < _SWAPPED_M


def round_length(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, 50 … metres that is not longer than this."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(factor * power for factor in (5, 2, 1) if factor * power <= most * (1 + 1e-9))
