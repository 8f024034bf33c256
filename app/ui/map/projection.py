"""The projection of the map: places on earth as points of a plane in metres."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from app.domain.places.geography import Place

Point = tuple[float, float]
"""Metres to the east and to the south of the plane's middle."""

_METRES_A_DEGREE = 111_195.0


@dataclass(frozen=True)
class Projection:
    """A plane around one place: correct to some metres over a city, and good enough over a country."""

    middle: Place

    @classmethod
    def around(cls, places: Sequence[Place]) -> "Projection":
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
