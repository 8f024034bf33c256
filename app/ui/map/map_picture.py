"""The picture of a map, painted once and shifted while it is dragged: ground, the way of a driver, visits."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication

from app.domain.contract.statuses import State
from app.domain.places.geography import Place
from app.domain.views.report import KnownPlaces
from app.ui.appearance.theme import Theme, growth, scaled
from app.ui.map.map_marks import STACKED, Cluster, Clusters, mark_side, new_dot, new_mark, paint_cluster, way_pen
from app.ui.map.map_scene import Camera, Scene, Spot
from app.ui.map.projection import Point, Projection

_AROUND = 0.35
"""The share of the view's width and height that is painted beyond each edge."""
_GRID_M = 2000.0
_CLOSEST_GRID = 40
"""Where lines of that distance would be nearer to each other, in pixels, they are drawn farther apart."""
_PALE = 0.7
"""The opacity of other drivers' visits beside a chosen driver's."""
_FEWEST_KNOWN = 300
"""With fewer known visits, the ground has a grid and names alone."""
_DISC = 15
"""The radius in pixels of what a known visit lights up."""
_DOT = 1.7
_NAME_PIXELS = 11
_SQUARE = 12
"""The side in pixels of the squares in which marks are counted."""
_RING = QMarginsF(_SQUARE, _SQUARE, _SQUARE, _SQUARE)
"""About what a mark covers around its middle."""
_STEPS = (0, -1.5, 1.5, -3, 3, -4.5, 4.5, -6, 6)
"""Where a name may stand beside its middle, in lines, the nearest first: where the fewest marks are."""
_MANY = 3000
"""From this number of visits on, marks are small and lines not antialiased, which would take most of the time."""
_SMALL = 0.65


@dataclass(frozen=True)
class Ground:
    """What is known of the area on the plane: where visits were, and the names of localities with their middle."""

    points: tuple[Point, ...] = ()
    names: tuple[tuple[str, Point], ...] = ()

    @classmethod
    def of(cls, known: KnownPlaces, plane: Projection | None) -> "Ground":
        """Return known places on a plane."""
        if plane is None:
            return cls()
        points = tuple(plane.point(Place(*one)) for one in known.points)
        return cls(points, tuple((name, plane.point(Place(*at))) for name, at in known.localities))


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
        known: Ground | None,
    ) -> None:
        """Paint a scene; `clusters` are of it, without those of the chosen driver.

        `known` is what lies under it; None: tiles do, so that it is transparent.
        """
        self._scene, self._clusters, self._driver, self._theme, self._ratio = scene, clusters, driver, theme, ratio
        self._view, self._known = camera, known
        size = QSizeF(camera.size.width() * (1 + 2 * _AROUND), camera.size.height() * (1 + 2 * _AROUND))
        self._camera = camera.resized(QSizeF(size.toSize()))
        self._scale = self._camera.scale
        self._left = self._camera.size.width() / 2 - self._camera.x * self._scale
        self._top = self._camera.size.height() / 2 - self._camera.y * self._scale
        share = _SMALL if len(scene.spots) > _MANY else 1
        self._marks = {state: new_mark(state, theme, ratio, share) for state in State}
        self._names: list[tuple[QRectF, str]] = []
        """The names of localities, and where they have room in the picture."""
        self._font = QFont(QApplication.font())
        self._font.setPixelSize(scaled(_NAME_PIXELS))
        self._font.setWeight(QFont.Weight.DemiBold)
        self._font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 1)
        self.pixmap = QPixmap((self._camera.size * ratio).toSize())
        self.pixmap.setDevicePixelRatio(ratio)
        self._paint()

    @property
    def is_slow(self) -> bool:
        """Whether painting it takes a noticeable time."""
        return len(self._scene.spots) + (len(self._known.points) if self._known is not None else 0) > _MANY

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
        self.pixmap.fill(Qt.GlobalColor.transparent if self._known is None else QColor(self._theme.ground))
        painter = QPainter(self.pixmap)
        if self._known is not None:
            self._paint_ground(painter, self._known)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=len(self._scene.spots) < _MANY)
        own = self._scene.of_driver(self._driver) if self._driver is not None else []
        painter.setOpacity(_PALE if own else 1)
        self._paint_clusters(painter, self._clusters.groups)
        self._paint_marks(painter, self._clusters.singles)
        painter.setOpacity(1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(way_pen(self._theme))
        painter.drawLines([QLineF(self._seen(one.at), self._seen(other.at)) for one, other in pairwise(own)])
        self._paint_rings(painter, own)
        self._paint_marks(painter, own)
        painter.end()

    def _paint_ground(self, painter: QPainter, known: Ground) -> None:
        """Paint where visits were and a grid, and find where names have room."""
        theme, size = self._theme, self._camera.size
        if len(known.points) >= _FEWEST_KNOWN:
            for color, width, apart in ((theme.surface, 2 * _DISC, _DISC // 2), (theme.ground_dot, _DOT, 3)):
                disc = new_dot(QColor(color), width, self._ratio)
                half = QPointF(disc.deviceIndependentSize().width() / 2, disc.deviceIndependentSize().height() / 2)
                for at in self._spread(known.points, apart):
                    painter.drawPixmap(at - half, disc)
        step = _GRID_M * self._scale
        while step < _CLOSEST_GRID:
            step *= 5
        lines = []
        x, y = math.fmod(self._left, step), math.fmod(self._top, step)
        while x < size.width():
            lines.append(QLineF(round(x) + 0.5, 0, round(x) + 0.5, size.height()))
            x += step
        while y < size.height():
            lines.append(QLineF(0, round(y) + 0.5, size.width(), round(y) + 0.5))
            y += step
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLines(lines)
        self._place_names(known)

    def paint_names(self, painter: QPainter, camera: Camera, plates: Iterable[QRectF]) -> None:
        """Paint the names over the picture, without those that the edge of the view or one of these plates cuts."""
        place, view, cut = self.place(camera), QRectF(QPointF(), camera.size), list(plates)
        painter.setFont(self._font)
        painter.setPen(QColor(self._theme.dim))
        for room, text in self._names:
            seen = QRectF(room)
            seen.moveCenter(place.topLeft() + room.center() * (camera.scale / self._scale))
            if view.contains(seen) and not any(one.intersects(seen) for one in cut):
                painter.drawText(seen, Qt.AlignmentFlag.AlignCenter, text)

    def _place_names(self, known: Ground) -> None:
        """Give each name the freest spot, where no other one is."""
        metrics = QFontMetricsF(self._font)
        marks = Counter((x // _SQUARE, y // _SQUARE) for x, y in map(self._pixels, self._marked()))
        whole = QRectF(QPointF(), self._camera.size)
        for name, at in known.names:
            text = name.partition(" (")[0].upper()
            room = QRectF(0, 0, metrics.horizontalAdvance(text), metrics.height())
            room.moveCenter(self._seen(at))
            if not whole.contains(room):
                continue
            spots = [room.translated(0, step * room.height()) for step in _STEPS]
            free = min(spots, key=lambda one: sum(marks[square] for square in _squares(one.marginsAdded(_RING))))
            if not any(free.adjusted(-8, -4, 8, 4).intersects(one) for one, _ in self._names):
                self._names.append((free, text))

    def _marked(self) -> list[Point]:
        """Return where marks are."""
        own = self._scene.of_driver(self._driver) if self._driver is not None else ()
        return [one.at for one in (*self._clusters.groups, *self._clusters.singles, *own)]

    def _pixels(self, point: Point) -> tuple[float, float]:
        return point[0] * self._scale + self._left, point[1] * self._scale + self._top

    def _paint_rings(self, painter: QPainter, spots: Iterable[Spot]) -> None:
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.setBrush(QColor(self._theme.surface))
        for spot in spots:
            if spot.visit.state is not State.EXCEPTION:  # a diamond is seen without one
                painter.drawEllipse(self._seen(spot.at), mark_side() / 2, mark_side() / 2)

    def _paint_marks(self, painter: QPainter, spots: Sequence[Spot]) -> None:
        for state in STACKED:
            mark = self._marks[state]
            half = mark.deviceIndependentSize().width() / 2
            for at in self._spread((one.at for one in spots if one.visit.state is state), 1):
                painter.drawPixmap(at - QPointF(half, half), mark)

    def _paint_clusters(self, painter: QPainter, groups: Iterable[Cluster]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in groups:
            at = self._seen(group.at)
            if QRectF(QPointF(), self._camera.size).contains(at):
                paint_cluster(painter, at, group.radius * growth(), len(group.spots), self._theme)

    def _seen(self, point: Point) -> QPointF:
        return QPointF(*self._pixels(point))

    def _spread(self, points: Iterable[Point], apart: int) -> list[QPointF]:
        """Return where the visible ones of these points are, one for each square of so many pixels."""
        scale, left, top = self._scale, self._left, self._top
        right, bottom = self._camera.size.width() + _DISC, self._camera.size.height() + _DISC
        spots = {}
        for east, south in points:
            x, y = east * scale + left, south * scale + top
            if -_DISC < x < right and -_DISC < y < bottom:
                spots[x // apart, y // apart] = x, y
        return [QPointF(*one) for one in spots.values()]


def _squares(room: QRectF) -> Iterable[tuple[float, float]]:
    """Yield the squares that a name covers."""
    for across in range(int(room.left() // _SQUARE), int(room.right() // _SQUARE) + 1):
        for down in range(int(room.top() // _SQUARE), int(room.bottom() // _SQUARE) + 1):
            yield across, down
