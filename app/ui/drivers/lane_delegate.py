"""How a driver's lane is painted: name, last visit, success rate, and the visits over the hours of the day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from math import ceil, floor

from PySide6.QtCore import QLineF, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.domain.contract.statuses import State
from app.domain.pace.lanes import Lane
from app.domain.views.report import VisitPlace
from app.ui.appearance.theme import CELL_PADDING, Theme, scaled
from app.ui.drivers.driver_lines import DriverLine
from app.ui.drivers.driver_list import LineDelegate
from app.ui.drivers.driver_model import FIGURES, HOURS, LAST, DriverModel, Index
from app.ui.widgets.two_lines import write

_FIRST, _LAST = 7, 18
"""The hours that are always shown."""
_SIDE = 24
"""Pixels before the first hour and behind the last one: half the width of its name."""
_DOT = 10
_DIAMOND = 14
_PAUSE = 14
"""The height of a pause."""
_STRIPE = 2
_BAR = 8
_REACH = 8
"""Pixels within which the pointer is on a visit."""


@dataclass(frozen=True)
class HoursScale:
    """The hours of a day from left to right; those after midnight count on from 24.

    Args:
        day: its date; None: no day is shown.
        first, last: the hours at both ends.
        now: the present by the site's clock; None on any day but today.
    """

    day: date | None = None
    first: int = _FIRST
    last: int = _LAST
    now: datetime | None = None

    @classmethod
    def of(cls, day: date | None, lanes: Sequence[Lane], now: datetime | None) -> "HoursScale":
        """Return the scale that shows all visits of these lanes, and the present."""
        bare = cls(day, now=now)
        hours = [bare.hour(one) for lane in lanes for one in (lane.visits[0].closed_at, lane.last)]
        hours += [] if now is None else [bare.hour(now)]
        return cls(day, floor(min([_FIRST, *hours])), ceil(max([_LAST, *hours])), now)

    def hour(self, moment: datetime) -> float:
        """Return a moment in hours since the day's midnight."""
        return 0.0 if self.day is None else (moment - datetime.combine(self.day, time())) / timedelta(hours=1)

    def x(self, hour: float, room: QRect) -> float:
        """Return where an hour is in a room."""
        left, right = room.left() + scaled(_SIDE), room.right() - scaled(_SIDE)
        return left + (right - left) * (hour - self.first) / (self.last - self.first)

    def at(self, moment: datetime, room: QRect) -> float:
        """Return where a moment is in a room."""
        return self.x(self.hour(moment), room)

    def nearest(self, lane: Lane, x: float, room: QRect) -> VisitPlace | None:
        """Return the visit at a place of the lane; the nearest of several."""
        away, _, visit = min((abs(self.at(one.closed_at, room) - x), one.visit_id, one) for one in lane.visits)
        return visit if away <= scaled(_REACH) else None


class LaneDelegate(LineDelegate):
    """Paints the four columns of a lane."""

    def __init__(self, model: DriverModel, theme: Theme, parent: QObject) -> None:
        super().__init__(model, theme, parent)
        self.scale = HoursScale()
        self.pointed: VisitPlace | None = None
        """The visit under the pointer, or that the keys moved to."""
        self.hovered = -1
        """The row under the pointer."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        flags = QStyle.StateFlag
        option.state &= ~(flags.State_HasFocus | flags.State_MouseOver)  # both are of the whole lane
        if index.row() == self.hovered:
            option.state |= flags.State_MouseOver
        self.paint_ground(painter, option, index)
        line, theme = self.model.lines[index.row()], self.theme
        rect: QRect = option.rect
        if index.column() == LAST:
            color = theme.warning.foreground if line.is_silent else theme.text
            first = (line.ago or line.at, color, line.is_silent)
            below = " · ".join(filter(None, (line.at if line.ago else "", line.state)))
            write(painter, rect, 0, first)
            write(painter, rect, 1, (below, theme.warning.foreground if line.is_silent else theme.dim, False))
        elif index.column() == FIGURES:
            self._paint_figures(painter, rect, line)
        elif index.column() == HOURS:
            self._paint_hours(painter, rect, line)
        else:
            write(painter, rect, 0, (line.name, theme.text, True))
            write(painter, rect, 1, (line.route, theme.dim, False))

    def _paint_figures(self, painter: QPainter, rect: QRect, line: DriverLine) -> None:
        """Paint the share in words, and a bar as long as the visits are many."""
        theme, lane = self.theme, line.lane
        failed = (f"◆ {lane.failed}" if lane.failed else "", theme.states[State.EXCEPTION].foreground, False)
        write(painter, rect, 0, (line.closed, theme.text, False), failed)
        most = max(len(one.lane.visits) for one in self.model.lines)
        height = scaled(_BAR)
        room = QRectF(rect.left() + CELL_PADDING, rect.bottom() - height - 7, rect.width() - 2 * CELL_PADDING, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(room, height / 2, height / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        left, unit = room.left(), room.width() / most
        for count, color in ((lane.delivered, theme.good_fill), (lane.failed, theme.bad_fill)):
            if count:
                painter.setBrush(QColor(color))
                painter.drawRoundedRect(QRectF(left, room.top(), count * unit - 1, height), 2, 2)
                left += count * unit

    def _paint_hours(self, painter: QPainter, rect: QRect, line: DriverLine) -> None:
        theme, lane, scale = self.theme, line.lane, self.scale
        middle = rect.center().y() + 0.5
        painter.save()
        painter.setClipRect(rect)
        painter.setPen(QColor(theme.line))
        for hour in range(scale.first, scale.last + 1):
            x = round(scale.x(hour, rect)) + 0.5
            painter.drawLine(QLineF(x, rect.top(), x, rect.bottom()))
        first, last = scale.at(lane.visits[0].closed_at, rect), scale.at(lane.last, rect)
        painter.setPen(QPen(QColor(theme.edge), 2))
        painter.drawLine(QLineF(first, middle, last, middle))
        for since, until in lane.pauses(self.model.least):
            self._hatch(painter, scale.at(since, rect), scale.at(until, rect), middle, theme.silent)
        if scale.now is not None:
            now = scale.at(scale.now, rect)
            if line.is_silent:
                self._hatch(painter, last, now, middle, theme.silent_now, is_open=True)
            painter.fillRect(QRectF(round(now) - 1, rect.top(), 2, rect.height()), QColor(theme.accent))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for visit in sorted(lane.visits, key=lambda one: one.state is State.EXCEPTION):  # failures on top
            at = QPointF(scale.at(visit.closed_at, rect), middle)
            paint_visit(painter, at, is_failed=visit.state is State.EXCEPTION, theme=theme)
            if visit == self.pointed:
                painter.setPen(QPen(QColor(theme.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at, scaled(_DIAMOND) * 0.75, scaled(_DIAMOND) * 0.75)
        painter.restore()

    @staticmethod
    def _hatch(
        painter: QPainter, left: float, right: float, middle: float, color: str, *, is_open: bool = False
    ) -> None:
        """Paint a pause between two visits; one that `is_open` has no second one yet."""
        height, gap = scaled(_PAUSE), scaled(_DOT) / 2 + 2
        end = right if is_open else right - gap
        if end - left > gap:
            hatch_pause(painter, QRectF(left + gap, middle - height / 2, end - left - gap, height), color)


def hatch_pause(painter: QPainter, room: QRectF, color: str) -> None:
    """Paint a pause."""
    painter.save()
    painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(color), _STRIPE))
    left = room.left() - room.height()
    while left < room.right():
        painter.drawLine(QLineF(left, room.bottom(), left + room.height(), room.top()))
        left += 3 * _STRIPE
    painter.restore()


def paint_visit(painter: QPainter, at: QPointF, *, is_failed: bool, theme: Theme) -> None:
    """Paint a delivery as a dot, a failure as a diamond."""
    painter.setPen(QPen(QColor(theme.surface), 1))
    painter.setBrush(QColor(theme.bad_fill if is_failed else theme.good_fill))
    if is_failed:
        half = scaled(_DIAMOND) / 2
        ways = ((0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0))
        painter.drawPolygon(QPolygonF([at + QPointF(*way) for way in ways]))
    else:
        painter.drawEllipse(at, scaled(_DOT) / 2, scaled(_DOT) / 2)
