"""How visits are drawn on the map: their marks, and the plates with their numbers."""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from app.domain.contract.statuses import State
from app.ui.appearance.theme import Theme, scaled
from app.ui.map.map_scene import Spot, round_length
from app.ui.map.projection import Point

_MARK = 14
"""Width and height of a mark, in pixels at the usual size of texts."""
_RING = 3
_COUNT_PIXELS = 11
STACKED = (State.OTHER, State.ON_ITS_WAY, State.PICKUP, State.DELIVERED, State.EXCEPTION)
"""The order of painting: failures are on top."""
_MIDDLE = _MARK / 2
_LONGEST_BAR = 120
MARGIN = 12
"""Pixels between the edge of the map and what lies over it."""
_INSIDE = 10
_CELL = 34.0
"""The side of a cell in pixels, at the scale of its level."""
_FEWEST = 4
"""From this number on, the visits of a cell are one cluster. Failures never are."""
_JOINED = 24.0
"""Cells whose visits are at most so many pixels apart, in the middle, are one cluster."""
_TRIES = 6
"""How often a number is moved away from marks: it may come to lie under another one."""
_NEIGHBOURS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]

_Cell = tuple[int, int]


def mark_side() -> int:
    """Return the width and height of a mark."""
    return scaled(_MARK)


def new_mark(state: State, theme: Theme, ratio: float, share: float = 1.0) -> QPixmap:
    """Return a state's mark for a device pixel `ratio`, at a `share` of its usual size."""
    side = round(mark_side() * ratio * share)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(share * mark_side() / _MARK, share * mark_side() / _MARK)
    color = mark_color(state, theme)
    painter.setPen(QPen(QColor(theme.surface), 1))
    painter.setBrush(color)
    if state is State.DELIVERED:
        painter.drawEllipse(QRectF(2.5, 2.5, 9, 9))
    elif state is State.EXCEPTION:
        painter.drawPolygon(_polygon((0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)))
    elif state is State.PICKUP:
        painter.drawRect(QRectF(3, 3, 8, 8))
    elif state is State.ON_ITS_WAY:
        painter.drawPolygon(_polygon((0, -5.5), (5.5, 4.5), (-5.5, 4.5)))
    else:
        painter.setPen(QPen(color, 2))
        painter.setBrush(QColor(theme.surface))
        painter.drawEllipse(QRectF(3, 3, 8, 8))
    painter.end()
    return pixmap


def new_dot(color: QColor, width: float, ratio: float) -> QPixmap:
    """Return a dot of a width in pixels, to be painted thousands of times: lines take a hundred times as long."""
    side = round((width + 2) * ratio)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(1, 1, width, width))
    painter.end()
    return pixmap


def mark_color(state: State, theme: Theme) -> QColor:
    """Return the colour of a state's mark."""
    fills = {State.DELIVERED: theme.good_fill, State.EXCEPTION: theme.bad_fill}
    return QColor(fills.get(state, theme.states[state].foreground))


def paint_cluster(painter: QPainter, at: QPointF, radius: float, count: int, theme: Theme) -> None:
    """Paint the number of visits at one place, in a ring."""
    painter.setPen(QPen(QColor(theme.good_fill), _RING))
    painter.setBrush(QColor(theme.surface))
    painter.drawEllipse(at, radius - 1, radius - 1)
    font = painter.font()
    font.setPixelSize(scaled(_COUNT_PIXELS))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(
        QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, str(count)
    )


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(_MIDDLE + x, _MIDDLE + y) for x, y in points])


class Other(Enum):
    """What the legend explains beside the marks of states."""

    GROUP = auto()
    ADDRESS = auto()
    ORDER = auto()


Sample = State | Other


def way_pen(theme: Theme) -> QPen:
    """Return the pen of the line from visit to visit of a driver."""
    pen = QPen(QColor(theme.accent), 2)
    pen.setDashPattern([1, 1.5])
    return pen


def paint_address(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """Paint the mark of the address of a visit that was closed elsewhere."""
    painter.setPen(QPen(QColor(theme.warning.foreground), 2))
    painter.setBrush(QColor(theme.surface))
    painter.drawEllipse(at, mark_side() / 2 - 2, mark_side() / 2 - 2)


class MapPlates:
    """Paints the legend at the left and the scale at the right of the bottom."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        self._theme, self._widget = theme, widget
        self.legend: list[tuple[Sample, str]] = []
        self.length: Callable[[float], str] = str
        """Return a length in metres as text."""

    def paint(self, painter: QPainter, size: QSizeF, scale: float) -> None:
        """Paint the plates into a view of this size and scale."""
        metrics = QFontMetricsF(self._widget.font())
        painter.setFont(self._widget.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        legend = self.legend_room(size)
        if legend is not None:
            self._paint_legend(painter, metrics, legend)
        self._paint_scale(painter, metrics, self.scale_room(size, scale), scale)

    def legend_room(self, size: QSizeF) -> QRectF | None:
        """Return where the legend lies; None: there is none, or it would cover much of a low map."""
        metrics = QFontMetricsF(self._widget.font())
        if not self.legend:
            return None
        widest = max(metrics.horizontalAdvance(text) for _, text in self.legend)
        width, high = 2 * _INSIDE + 2 * mark_side() + widest, (metrics.height() + 6) * len(self.legend) + _INSIDE
        is_low = high > size.height() / 4 or width > size.width() / 2
        return None if is_low else QRectF(MARGIN, size.height() - MARGIN - high, width, high)

    def _paint_legend(self, painter: QPainter, metrics: QFontMetricsF, room: QRectF) -> None:
        self._lay_plate(painter, room)
        step, mark, theme = metrics.height() + 6, mark_side(), self._theme
        for nth, (sample, text) in enumerate(self.legend):
            top, left = room.top() + _INSIDE / 2 + nth * step, room.left() + _INSIDE
            middle = QPointF(left + mark / 2, top + step / 2)
            if isinstance(sample, State):
                corner = QPointF(left, middle.y() - mark / 2)
                painter.drawPixmap(corner, new_mark(sample, theme, self._widget.devicePixelRatioF()))
            elif sample is Other.ADDRESS:
                paint_address(painter, middle, theme)
            elif sample is Other.ORDER:
                painter.setPen(way_pen(theme))
                painter.drawLine(middle - QPointF(mark / 2, 0), middle + QPointF(mark / 2, 0))
            else:
                painter.setPen(QPen(QColor(theme.good_fill), 2))
                painter.setBrush(QColor(theme.surface))
                painter.drawEllipse(middle, mark / 2 - 1, mark / 2 - 1)
            painter.setPen(QColor(theme.text))
            painter.drawText(QPointF(left + 1.6 * mark, top + 3 + metrics.ascent()), text)

    def scale_room(self, size: QSizeF, scale: float) -> QRectF:
        """Return where the scale lies."""
        metrics, metres = QFontMetricsF(self._widget.font()), round_length(scaled(_LONGEST_BAR) / scale)
        width = max(metres * scale, metrics.horizontalAdvance(self.length(metres))) + 2 * _INSIDE
        high = metrics.height() + 14
        return QRectF(size.width() - MARGIN - width, size.height() - MARGIN - high, width, high)

    def _paint_scale(self, painter: QPainter, metrics: QFontMetricsF, room: QRectF, scale: float) -> None:
        metres = round_length(scaled(_LONGEST_BAR) / scale)
        length, text = metres * scale, self.length(metres)
        self._lay_plate(painter, room)
        painter.setPen(QColor(self._theme.dim))
        painter.drawText(room.adjusted(0, 2, 0, 0), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
        left, bottom = room.left() + (room.width() - length) / 2, room.bottom() - 5
        ends = [QPointF(left, bottom - 4), QPointF(left, bottom), QPointF(left + length, bottom)]
        painter.drawPolyline([*ends, QPointF(left + length, bottom - 4)])

    def _lay_plate(self, painter: QPainter, room: QRectF) -> None:
        painter.setPen(QColor(self._theme.line))
        painter.setBrush(QColor(self._theme.surface))
        painter.drawRoundedRect(room, 6, 6)


@dataclass(frozen=True)
class Cluster:
    """Visits that are painted as one, at the middle of their places, or beside a failure there."""

    at: Point
    spots: tuple[Spot, ...]

    @cached_property
    def states(self) -> Counter[State]:
        """The number of its visits of each state."""
        return Counter(one.visit.state for one in self.spots)

    @property
    def radius(self) -> float:
        """The radius of its mark in pixels: a longer number needs a larger one."""
        return 9.0 + 3.0 * len(str(len(self.spots)))

    @property
    def extent(self) -> float:
        """The larger side of the area that it covers, in metres."""
        return _extent(self.spots)


@dataclass(frozen=True)
class Clusters:
    """Visits at one level: those in clusters, and those that stand alone."""

    level: int = 0
    groups: tuple[Cluster, ...] = ()
    singles: tuple[Spot, ...] = ()

    def at(self, here: Point, scale: float) -> Cluster | None:
        """Return the cluster whose mark covers a point of the plane; the nearest of several."""
        found = [(math.dist(one.at, here), one) for one in self.groups]
        away, nearest = min(found, key=lambda one: one[0], default=(math.inf, None))
        return nearest if nearest is not None and away * scale <= nearest.radius else None

    def of(self, spot: Spot) -> Cluster | None:
        """Return the cluster that holds a visit; None if it stands alone."""
        return next((one for one in self.groups if any(member is spot for member in one.spots)), None)


def level_of(scale: float) -> int:
    """Return the level of a scale in pixels per metre: a level is twice as near as the one before."""
    return round(math.log2(scale))


def clustered(spots: Sequence[Spot], level: int, own: Sequence[Spot] = ()) -> Clusters:
    """Return the clusters of visits at a level, without failures, which always stand alone.

    The cells stand still on the plane, so that moving changes none. No number lies under a failure, nor under the `own`
    visits of the chosen driver.
    """
    scale = 2.0**level
    side = _CELL / scale
    cells: defaultdict[_Cell, list[Spot]] = defaultdict(list)
    for spot in spots:
        if spot.visit.state is State.EXCEPTION:
            continue
        cells[math.floor(spot.at[0] / side), math.floor(spot.at[1] / side)].append(spot)
    groups, singles = [], [one for one in spots if one.visit.state is State.EXCEPTION]
    marks = sorted(one.at for one in (*singles, *own))
    for members in _joined(cells, _JOINED / scale):
        if len(members) >= _FEWEST:
            at, radius = _middle(members), Cluster((0, 0), tuple(members)).radius
            groups.append(Cluster(_beside(at, marks, (radius + _MIDDLE) / scale), tuple(members)))
        else:
            singles += members
    return Clusters(level, tuple(groups), tuple(singles))


def _joined(cells: dict[_Cell, list[Spot]], near: float) -> Iterable[list[Spot]]:
    """Yield the visits of each cell, with those of the cells beside it whose middle is near; the fullest first."""
    middles = {cell: _middle(members) for cell, members in cells.items()}
    left = set(cells)
    for cell in sorted(cells, key=lambda one: (-len(cells[one]), one)):
        if cell not in left:
            continue
        left.discard(cell)
        members = list(cells[cell])
        for across, down in _NEIGHBOURS:
            beside = cell[0] + across, cell[1] + down
            if beside in left and math.dist(middles[cell], middles[beside]) < near:
                left.discard(beside)
                members += cells[beside]
        yield members


def _middle(spots: Sequence[Spot]) -> Point:
    return sum(one.at[0] for one in spots) / len(spots), sum(one.at[1] for one in spots) / len(spots)


def _beside(at: Point, marks: Sequence[Point], least: float) -> Point:
    """Return a place near this one, so far from each of these marks, in order, that it does not cover the number."""
    for _ in range(_TRIES):
        before = at
        first, end = (bisect_left(marks, (at[0] + side * least, 0)) for side in (-1, 1))
        for one in marks[first:end]:
            if (away := math.dist(at, one)) < least * 0.999:
                angle = math.atan2(at[1] - one[1], at[0] - one[0]) if away else 0
                at = one[0] + least * math.cos(angle), one[1] + least * math.sin(angle)
        if at == before:
            break
    return at


def _extent(spots: Sequence[Spot]) -> float:
    xs, ys = [one.at[0] for one in spots], [one.at[1] for one in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys))
