"""The marks of visits on the map: each state has a colour and a shape."""

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from app.domain.contract.statuses import State
from app.ui.appearance.theme import Theme, scaled

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
