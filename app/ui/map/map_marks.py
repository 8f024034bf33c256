"""How visits are drawn on the map: their marks, and the plates with their numbers."""

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from app.domain.contract.statuses import State
from app.ui.appearance.theme import Theme, scaled
from app.ui.map.map_scene import round_length

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
            lines.append(metrics.elidedText(word, Qt.TextElideMode.ElideRight, most))
    return lines
