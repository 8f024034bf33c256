"""Geographic positions and the distance between them."""

import math
from typing import NamedTuple

_EARTH_RADIUS_M = 6_371_008.8  # mean radius, IUGG


class Place(NamedTuple):
    """A position in decimal degrees."""

    latitude: float
    longitude: float

    @classmethod
    def read(cls, latitude: str | None, longitude: str | None) -> "Place | None":
        """Read two texts; None if they are no position: absent, not numbers, out of range, or 0,0 (not known)."""
        if "_" in f"{latitude}{longitude}":  # Python's float() accepts it
            return None
        try:
            place = cls(float(latitude or ""), float(longitude or ""))
        except ValueError:
            return None
        on_globe = abs(place.latitude) <= 90 and abs(place.longitude) <= 180  # noqa: PLR2004 - degrees
        return place if on_globe and (place.latitude or place.longitude) else None


def distance_m(one: Place, other: Place) -> float:
    """Return the great-circle distance in metres (haversine); within 0.6 % of the distance on the ellipsoid."""
    latitudes = math.radians(one.latitude), math.radians(other.latitude)
    up = math.sin((latitudes[1] - latitudes[0]) / 2) ** 2
    across = math.sin(math.radians(other.longitude - one.longitude) / 2) ** 2
    half_chord = up + math.cos(latitudes[0]) * math.cos(latitudes[1]) * across
    return 2 * _EARTH_RADIUS_M * math.asin(min(1.0, math.sqrt(half_chord)))
