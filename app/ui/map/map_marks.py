"""How visits are drawn on the map: their marks, and the plates with their numbers."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from app.domain.contract.statuses import State
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, scaled
from app.ui.map.map_scene import Spot, round_length
from app.ui.map.projection import Point

_MARK = 14
"""Width and height of a mark, in pixels at the usual size of texts."""
_DOT = 5
_RING = 3.5
_COUNT_PIXELS = 11
_TURN = 360 * 16
"""A full turn, as Qt counts angles."""
STACKED = (State.OTHER, State.ON_ITS_WAY, State.PICKUP, State.DELIVERED, State.EXCEPTION)
"""The order of painting: failures are on top."""
_MIDDLE = _MARK / 2
_LONGEST_BAR = 120
_MARGIN = 6
_INSIDE = 6
_LEAST_LINES = 3
_SHEER = 0.88
"""The opacity of a plate."""
_CELL = 44.0
"""The side of a cell in pixels, at the scale of its level."""
_FEWEST = 4
"""From this number on, the visits of a cell are one cluster; fewer are if they cover each other."""
_COVERED = 6.0
"""Within so many pixels marks cover each other."""
_JOINED = 30.0
"""Cells whose visits are at most so many pixels apart, in the middle, are one cluster."""
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
    color = QColor(theme.states[state].foreground)
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


def new_dot(color: QColor, ratio: float) -> QPixmap:
    """Return the small mark of a check-in."""
    dot = scaled(_DOT)
    side = round(dot * ratio)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(0.5, 0.5, dot - 1, dot - 1))
    painter.end()
    return pixmap


def paint_cluster(painter: QPainter, at: QPointF, radius: float, states: Counter[State], theme: Theme) -> None:
    """Paint the number of visits at one place, in a ring that is divided by their states, failures first."""
    count = states.total()
    painter.setPen(QPen(QColor(theme.surface), 1))
    painter.setBrush(QColor(theme.surface))
    painter.drawEllipse(at, radius + 1, radius + 1)
    ring = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius).adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    begin = _TURN // 4
    for state in reversed(STACKED):
        if states[state]:
            span = max(round(_TURN * states[state] / count), 1)
            pen = QPen(QColor(theme.states[state].foreground), _RING)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawArc(ring, begin, -span)
            begin -= span
    font = painter.font()
    font.setPixelSize(scaled(_COUNT_PIXELS))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, str(count))


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(_MIDDLE + x, _MIDDLE + y) for x, y in points])


class MapPlates:
    """Paints the legend at the top, the scale and the notes at the bottom."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        self._theme, self._widget = theme, widget
        self.legend: list[tuple[State, str]] = []
        self.notes: list[str] = []
        self.length: Callable[[float], str] = str
        """Return a length in metres as text."""

    def paint(self, painter: QPainter, size: QSizeF, scale: float) -> None:
        """Paint the plates into a view of this size and scale."""
        metrics = QFontMetricsF(self._widget.font())
        painter.setFont(self._widget.font())
        below = self._paint_legend(painter, metrics) if self.legend else 0.0
        self._paint_notes(painter, metrics, size)
        if below + metrics.height() + 14 + 2 * _MARGIN <= size.height():
            self._paint_scale(painter, metrics, size, scale)

    def _paint_legend(self, painter: QPainter, metrics: QFontMetricsF) -> float:
        """Paint the legend, and return where it ends."""
        step, mark = metrics.height() + 4, mark_side()
        widest = max(metrics.horizontalAdvance(text) for _, text in self.legend)
        room = QRectF(_MARGIN, _MARGIN, _INSIDE + mark + 7 + widest + _INSIDE + 2, step * len(self.legend) + 8)
        self._lay_plate(painter, room)
        ratio = self._widget.devicePixelRatioF()
        for nth, (state, text) in enumerate(self.legend):
            top = room.top() + 4 + nth * step
            left = room.left() + _INSIDE
            painter.drawPixmap(QPointF(left, top + (step - mark) / 2), new_mark(state, self._theme, ratio))
            painter.drawText(QPointF(left + mark + 7, top + 2 + metrics.ascent()), text)
        return room.bottom()

    def _paint_notes(self, painter: QPainter, metrics: QFontMetricsF, size: QSizeF) -> None:
        """Paint the notes. Who made the tiles stands last."""
        shown = self._lines_of_notes(metrics, size)
        if not shown:
            return
        step = metrics.height() + 2
        width = max(map(metrics.horizontalAdvance, shown)) + 2 * _INSIDE + 2
        high = step * len(shown) + 8
        room = QRectF(size.width() - _MARGIN - width, size.height() - _MARGIN - high, width, high)
        self._lay_plate(painter, room)
        for nth, text in enumerate(shown):
            painter.drawText(QPointF(room.left() + _INSIDE, room.top() + 5 + nth * step + metrics.ascent()), text)

    def _lines_of_notes(self, metrics: QFontMetricsF, size: QSizeF) -> list[str]:
        """Return the lines of the last notes, in at most a quarter of the height or three lines: marks lie below."""
        most = size.width() - scaled(_LONGEST_BAR) - 60
        left = max(int(size.height() / 4 / (metrics.height() + 2)), _LEAST_LINES)
        shown: list[str] = []
        for note in reversed(self.notes):
            lines = _wrapped(note, metrics, most)
            if shown and len(lines) > left:
                break
            shown, left = [*lines[:left], *shown], left - len(lines)
        return shown

    def height_of_notes(self, size: QSizeF) -> float:
        """Return how many pixels at the bottom of a view of this size the notes take."""
        metrics = QFontMetricsF(self._widget.font())
        count = len(self._lines_of_notes(metrics, size))
        return (metrics.height() + 2) * count + 8 + _MARGIN if count else 0.0

    def _paint_scale(self, painter: QPainter, metrics: QFontMetricsF, size: QSizeF, scale: float) -> None:
        metres = round_length(scaled(_LONGEST_BAR) / scale)
        length, text = metres * scale, self.length(metres)
        width = max(length, metrics.horizontalAdvance(text)) + 2 * _INSIDE + 2
        high = metrics.height() + 14
        room = QRectF(_MARGIN, size.height() - _MARGIN - high, width, high)
        self._lay_plate(painter, room)
        painter.drawText(QPointF(room.left() + _INSIDE, room.top() + 2 + metrics.ascent()), text)
        left, bottom = room.left() + _INSIDE + 0.5, room.bottom() - 4.5
        painter.setPen(QPen(QColor(self._theme.dim), 1))
        ends = [QPointF(left, bottom - 4), QPointF(left, bottom), QPointF(left + length, bottom)]
        painter.drawPolyline([*ends, QPointF(left + length, bottom - 4)])

    def _lay_plate(self, painter: QPainter, room: QRectF) -> None:
        """Paint a background for a text, and set the pen for texts."""
        color = QColor(self._theme.surface)
        color.setAlphaF(_SHEER)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(room, 4, 4)
        painter.setPen(QColor(self._theme.dim))


def _wrapped(text: str, metrics: QFontMetricsF, most: float) -> list[str]:
    """Return a text in lines of at most this width; a word that is wider is elided."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(elided(word, metrics, most))
    return lines


@dataclass(frozen=True)
class Cluster:
    """Visits that are painted as one, at the middle of their places."""

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


def clustered(spots: Sequence[Spot], level: int) -> Clusters:
    """Return the clusters of visits at a level. The cells stand still on the plane, so that moving changes none."""
    scale = 2.0**level
    side = _CELL / scale
    cells: defaultdict[_Cell, list[Spot]] = defaultdict(list)
    for spot in spots:
        cells[math.floor(spot.at[0] / side), math.floor(spot.at[1] / side)].append(spot)
    groups, singles = [], []
    for members in _joined(cells, _JOINED / scale):
        if len(members) >= _FEWEST or (len(members) > 1 and _extent(members) * scale < _COVERED):
            groups.append(Cluster(_middle(members), tuple(members)))
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


def _extent(spots: Sequence[Spot]) -> float:
    xs, ys = [one.at[0] for one in spots], [one.at[1] for one in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys))
