"""The part of the plane that the map shows, and its scale."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPen

from app.ui.appearance.theme import Theme
from app.ui.map.map_scene import Point, Spot

_LARGEST = 10.0
"""Pixels per metre."""
_SMALLEST = 2e-5
_SPAN_M = 400.0
"""The least extent when all visits are fitted, so that a single one is not magnified without limit."""
_MARGIN = 36
_BESIDE = 16
"""Pixels between a mark and what lies over the view below it."""
_SHEER = 40
"""The opacity of its inside, of 255."""


@dataclass(frozen=True)
class Camera:
    """The point in the middle of a view, the view's size, and the scale in pixels per metre."""

    size: QSizeF
    x: float = 0.0
    y: float = 0.0
    scale: float = 0.01

    @classmethod
    def fitting(
        cls, points: Sequence[Point], size: QSizeF, least: float = _SPAN_M, *, covered: float = 0.0
    ) -> "Camera":
        """Return the camera that shows all these points, and at least so many metres.

        `covered` is how many pixels at the bottom of the view something lies over.
        """
        if not points:
            return cls(size)
        xs, ys = [one[0] for one in points], [one[1] for one in points]
        wide, high = max(max(xs) - min(xs), least), max(max(ys) - min(ys), least)
        below = max(covered + _BESIDE, _MARGIN)
        room = max(size.width() - 2 * _MARGIN, 1), max(size.height() - _MARGIN - below, 1)
        scale = _clamped(min(room[0] / wide, room[1] / high))
        return cls(size, (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2 + (below - _MARGIN) / 2 / scale, scale)

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
