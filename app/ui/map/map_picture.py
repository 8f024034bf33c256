"""The picture of a map, painted once and shifted while it is dragged: grid, routes, check-ins, visits."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from app.domain.contract.statuses import State
from app.ui.appearance.theme import Theme, growth
from app.ui.map.map_marks import STACKED, Cluster, Clusters, mark_side, new_dot, new_mark, paint_cluster
from app.ui.map.map_scene import Camera, Scene, Spot, round_length
from app.ui.map.projection import Point

_AROUND = 0.35
"""The share of the view's width and height that is painted beyond each edge."""
_GRID = 120
_PALE = 0.22
_MANY = 3000
"""From this number of visits on, marks are small and lines not antialiased, which would take most of the time."""
_SMALL = 0.65


class MapPicture:
    """Holds what changes only with the scene, the zoom or the driver; the rest is painted over it."""

    def __init__(
        self,
        scene: Scene,
        clusters: Clusters,
        driver: str | None,
        camera: Camera,
        theme: Theme,
        ratio: float,
        *,
        has_ground: bool = False,
    ) -> None:
        """Paint a scene; `clusters` are of the visits of the chosen driver, or of all.

        Where tiles are under it, it `has_ground`: then it is transparent, and has no grid.
        """
        self._scene, self._clusters, self._driver, self._theme, self._ratio = scene, clusters, driver, theme, ratio
        self._view, self._has_ground = camera, has_ground
        size = QSizeF(camera.size.width() * (1 + 2 * _AROUND), camera.size.height() * (1 + 2 * _AROUND))
        self._camera = camera.resized(QSizeF(size.toSize()))
        self._scale = self._camera.scale
        self._left = self._camera.size.width() / 2 - self._camera.x * self._scale
        self._top = self._camera.size.height() / 2 - self._camera.y * self._scale
        share = _SMALL if self.is_slow else 1
        self._marks = {state: new_mark(state, theme, ratio, share) for state in State}
        self.pixmap = QPixmap((self._camera.size * ratio).toSize())
        self.pixmap.setDevicePixelRatio(ratio)
        self._paint()

    @property
    def is_slow(self) -> bool:
        """Whether painting it takes a noticeable time."""
        return len(self._scene.spots) > _MANY

    def covers(self, camera: Camera) -> bool:
        """Return whether it covers what a camera shows, at that scale."""
        is_as_large = camera.scale == self._scale and camera.size == self._view.size
        return is_as_large and self.place(camera).contains(QRectF(QPointF(), camera.size))

    def place(self, camera: Camera) -> QRectF:
        """Return the rectangle in which to paint it for a camera."""
        size = self._camera.size * (camera.scale / self._scale)
        return QRectF(camera.seen((self._camera.x, self._camera.y)), size).translated(
            -size.width() / 2, -size.height() / 2
        )

    def _paint(self) -> None:
        self.pixmap.fill(Qt.GlobalColor.transparent if self._has_ground else QColor(self._theme.surface))
        painter = QPainter(self.pixmap)
        if not self._has_ground:
            self._paint_grid(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=len(self._scene.spots) < _MANY)
        self._paint_routes(painter)
        chosen = self._clusters.singles
        if self._driver is not None:
            painter.setOpacity(_PALE)
            self._paint_marks(painter, [one for one in self._scene.spots if one.visit.driver_key != self._driver])
            painter.setOpacity(1)
        for is_far in (False, True):
            self._paint_check_ins(painter, [one for one in chosen if one.is_far is is_far], is_far=is_far)
        self._paint_marks(painter, chosen)
        self._paint_clusters(painter, self._clusters.groups)
        painter.end()

    def _paint_grid(self, painter: QPainter) -> None:
        size, step = self._camera.size, round_length(_GRID / self._scale) * self._scale
        lines = []
        x, y = math.fmod(self._left, step), math.fmod(self._top, step)
        while x < size.width():
            lines.append(QLineF(round(x) + 0.5, 0, round(x) + 0.5, size.height()))
            x += step
        while y < size.height():
            lines.append(QLineF(0, round(y) + 0.5, size.width(), round(y) + 0.5))
            y += step
        painter.setPen(QPen(QColor(self._theme.hover), 1))
        painter.drawLines(lines)

    def _paint_routes(self, painter: QPainter) -> None:
        for driver, points in self._scene.routes():
            if self._driver is None:
                painter.setPen(QPen(QColor(self._theme.edge), 1))
            elif driver == self._driver:
                painter.setPen(QPen(QColor(self._theme.accent), 2))
            else:
                continue
            painter.drawLines([self._line(one, other) for one, other in pairwise(points)])

    def _paint_check_ins(self, painter: QPainter, spots: Iterable[Spot], *, is_far: bool) -> None:
        hidden = mark_side() / 3 / self._scale
        ways = [
            (one.at, one.check_in)
            for one in spots
            if one.check_in is not None and math.dist(one.at, one.check_in) > hidden
        ]
        lines = [self._line(*way) for way in ways]
        color = QColor(self._theme.warning.foreground if is_far else self._theme.control)
        painter.setPen(QPen(color, 1.5 if is_far else 1))
        painter.drawLines(lines)
        mark = new_dot(color, self._ratio)
        for at in self._apart([end for _, end in ways], mark):
            painter.drawPixmap(at, mark)

    def _paint_marks(self, painter: QPainter, spots: Sequence[Spot]) -> None:
        for state in STACKED:
            mark = self._marks[state]
            for at in self._apart((one.at for one in spots if one.visit.state is state), mark):
                painter.drawPixmap(at, mark)

    def _paint_clusters(self, painter: QPainter, groups: Iterable[Cluster]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in groups:
            at = QPointF(group.at[0] * self._scale + self._left, group.at[1] * self._scale + self._top)
            if QRectF(QPointF(), self._camera.size).contains(at):
                paint_cluster(painter, at, group.radius * growth(), group.states, self._theme)

    def _line(self, one: Point, other: Point) -> QLineF:
        scale, left, top = self._scale, self._left, self._top
        return QLineF(one[0] * scale + left, one[1] * scale + top, other[0] * scale + left, other[1] * scale + top)

    def _apart(self, points: Iterable[Point], mark: QPixmap) -> list[QPointF]:
        """Return the places of marks for these points: only visible ones, each place once."""
        scale, half = self._scale, mark.deviceIndependentSize().width() / 2
        left, top = self._left - half, self._top - half
        width, height, outside = self._camera.size.width(), self._camera.size.height(), -mark_side()
        places: dict[tuple[int, int], QPointF] = {}
        for east, south in points:
            x, y = east * scale + left, south * scale + top
            if outside < x < width and outside < y < height and (key := (int(x), int(y))) not in places:
                places[key] = QPointF(x, y)
        return list(places.values())
