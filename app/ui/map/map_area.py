"""The area that the user selects on the map: a rectangle that stays on the plane while the map moves."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from app.ui.appearance.theme import Theme
from app.ui.map.map_camera import Camera
from app.ui.map.map_scene import Point, Spot

_SHEER = 40
"""The opacity of its inside, of 255."""


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
