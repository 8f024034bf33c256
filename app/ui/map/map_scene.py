"""The contents of a map, in metres on a plane: visits, their check-ins, and the routes of drivers."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPen

from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.places.geography import Place, distance_m
from app.domain.views.report import VisitPlace
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.map.projection import Point, Projection

_CELL_M = 4_000.0
"""The densest area is three of these wide and high, about a town."""
_SWAPPED_M = 100_000.0
"""So near to the others, exchanged coordinates are likelier than a far place."""
_LARGEST = 10.0
"""Pixels per metre."""
_SMALLEST = 2e-5
_SPAN_M = 400.0
"""The least extent when all visits are fitted, so that a single one is not magnified without limit."""
_MARGIN = 56
_SHEER = 40
"""The opacity of its inside, of 255."""


@dataclass(frozen=True)
class Spot:
    """A visit on the plane: where the driver checked in, or at its address if that is not known.

    `address` and `distance_m` are None if either place is unknown.
    """

    visit: VisitPlace
    place: Place
    at: Point
    address: Point | None
    distance_m: float | None
    is_far: bool

    @property
    def driver(self) -> str:
        """Identifies its driver; empty if it names none."""
        return self.visit.driver_key or ""


@dataclass(frozen=True)
class Scene:
    """The visits of a day with coordinates, by driver and time, and the others."""

    spots: tuple[Spot, ...] = ()
    unplaced: tuple[VisitPlace, ...] = ()
    plane: Projection | None = None

    def of_driver(self, driver: str | None) -> list[Spot]:
        """Return the visits of a driver by key, as they were closed; those of none for an empty key, all for None."""
        return [one for one in self.spots if driver is None or one.driver == driver]

    def states(self) -> Counter[State]:
        """Return the number of visits of each state."""
        return Counter(one.visit.state for one in self.spots)


def scene_of(
    visits: Iterable[VisitPlace], plane: Projection | None, is_far: Callable[[float], bool]
) -> tuple[Scene, Projection | None]:
    """Place visits on a plane, or on a new one around them; return the scene and the plane."""
    placed: list[tuple[VisitPlace, Place | None, Place | None]] = [
        (one, one.address and Place(*one.address), one.check_in and Place(*one.check_in)) for one in visits
    ]
    known = [check_in or address for _, address, check_in in placed]
    places = [one for one in known if one is not None]
    if plane is None and places:
        plane = Projection.around(places)
    spots = []
    for (visit, address, check_in), place in zip(placed, known, strict=True):
        if place is not None and plane is not None:
            distance = distance_m(address, check_in) if address and check_in else None
            point = plane.point(address) if address and check_in else None
            spots.append(
                Spot(visit, place, plane.point(place), point, distance, distance is not None and is_far(distance))
            )
    spots.sort(key=_order)
    unplaced = tuple(one for (one, *_), place in zip(placed, known, strict=True) if place is None)
    return Scene(tuple(spots), unplaced, plane), plane


@dataclass(frozen=True)
class Placed:
    """The visits of a day that the table shows, with their scene."""

    day: Day | Scope | None = None
    formats: Formats | None = None
    """They say which distance is far."""
    visits: tuple[VisitPlace, ...] = ()
    scene: Scene = field(default_factory=Scene)
    plane: Projection | None = None

    def again(self, visits: tuple[VisitPlace, ...], formats: Formats) -> "Placed":
        """Return the present visits on the same plane; the same object if nothing changed."""
        if visits == self.visits and formats is self.formats:
            return self
        return Placed(self.day, formats, visits, *scene_of(visits, self.plane, formats.is_far))


def _order(spot: Spot) -> tuple[bool, str, str, int]:
    driver = spot.visit.driver_key
    return driver is None, driver or "", spot.visit.at, spot.visit.visit_id


def densest(spots: Sequence[Spot]) -> list[Spot]:
    """Return the visits of the area, about a town, that has most of them."""
    cells = Counter(_cell(one) for one in spots)
    if not cells:
        return []
    middle = max(cells, key=lambda cell: (sum(cells[one] for one in _around(cell)), cells[cell], cell))
    area = set(_around(middle))
    return [one for one in spots if _cell(one) in area]


def _cell(spot: Spot) -> tuple[int, int]:
    return math.floor(spot.at[0] / _CELL_M), math.floor(spot.at[1] / _CELL_M)


def _around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + across, cell[1] + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]


def looks_swapped(spot: Spot, plane: Projection) -> bool:
    """Return whether a spot would be near the others with latitude and longitude exchanged."""
    latitude, longitude = spot.place.longitude, spot.place.latitude
    return abs(latitude) <= 90 and distance_m(Place(latitude, longitude), plane.middle) < _SWAPPED_M


def round_length(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, 50 … metres that is not longer than this."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(factor * power for factor in (5, 2, 1) if factor * power <= most * (1 + 1e-9))


@dataclass(frozen=True)
class Camera:
    """The point in the middle of a view, the view's size, and the scale in pixels per metre."""

    size: QSizeF
    x: float = 0.0
    y: float = 0.0
    scale: float = 0.01

    @classmethod
    def fitting(cls, points: Sequence[Point], size: QSizeF, least: float = _SPAN_M) -> "Camera":
        """Return the camera that shows all these points, and at least so many metres."""
        if not points:
            return cls(size)
        xs, ys = [one[0] for one in points], [one[1] for one in points]
        wide, high = max(max(xs) - min(xs), least), max(max(ys) - min(ys), least)
        room = max(size.width() - 2 * _MARGIN, 1), max(size.height() - 2 * _MARGIN, 1)
        scale = _clamped(min(room[0] / wide, room[1] / high))
        return cls(size, (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, scale)

    def seen(self, point: Point) -> QPointF:
        """Return the place of a point in the view."""
        return QPointF(
            (point[0] - self.x) * self.scale + self.size.width() / 2,
            (point[1] - self.y) * self.scale + self.size.height() / 2,
        )

    def point(self, at: QPointF) -> Point:
        """Return the point of the plane at a place in the view."""
        return (
            (at.x() - self.size.width() / 2) / self.scale + self.x,
            (at.y() - self.size.height() / 2) / self.scale + self.y,
        )

    def nearer_than(self, scale: float) -> "Camera":
        """Return a camera with at least this scale."""
        return Camera(self.size, self.x, self.y, _clamped(max(scale, self.scale)))

    def shows(self, point: Point, margin: float = 0) -> bool:
        """Return whether a point is in the view, at least this far from its edges."""
        content = QRectF(QPointF(), self.size).adjusted(margin, margin, -margin, -margin)
        return content.contains(self.seen(point))

    def resized(self, size: QSizeF) -> "Camera":
        """Return the same part in a view of another size."""
        return Camera(size, self.x, self.y, self.scale)

    def moved(self, by: QPointF) -> "Camera":
        """Return a camera moved by so many pixels."""
        return Camera(self.size, self.x - by.x() / self.scale, self.y - by.y() / self.scale, self.scale)

    def centred(self, point: Point) -> "Camera":
        """Return a camera with a point in the middle."""
        return Camera(self.size, *point, self.scale)

    def zoomed(self, factor: float, at: QPointF) -> "Camera":
        """Return a camera with another scale that keeps the point of the plane under a point of the view."""
        scale = _clamped(self.scale * factor)
        shift = 1 / self.scale - 1 / scale
        off = at - QPointF(self.size.width() / 2, self.size.height() / 2)
        return Camera(self.size, self.x + off.x() * shift, self.y + off.y() * shift, scale)


def _clamped(scale: float) -> float:
    return min(max(scale, _SMALLEST), _LARGEST)


@dataclass(frozen=True)
class Area:
    """A rectangle between two corners on the plane, in any order."""

    one: Point
    other: Point

    @classmethod
    def seen_by(cls, camera: Camera) -> "Area":
        """Return all that a camera shows."""
        size = camera.size
        return cls(camera.point(QPointF()), camera.point(QPointF(size.width(), size.height())))

    def picked(self, spots: Iterable[Spot]) -> list[Spot]:
        """Return the visits within it."""
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(self.one, self.other, strict=True))
        return [spot for spot in spots if left <= spot.at[0] <= right and top <= spot.at[1] <= bottom]

    def paint(self, painter: QPainter, camera: Camera, theme: Theme) -> None:
        """Paint it over the map."""
        color = QColor(theme.accent)
        painter.setPen(QPen(color, 1.5))
        color.setAlpha(_SHEER)
        painter.setBrush(color)
        painter.drawRect(QRectF(camera.seen(self.one), camera.seen(self.other)).normalized())
