"""The scales of the chart of a day's hours."""

from dataclasses import dataclass
from math import floor

from PySide6.QtCore import QPointF, QRectF

from app.domain.contract.statuses import State
from app.domain.views.report import Hour

_BAR = 0.7
"""The width of a bar, as a share of its hour."""
_HEADROOM = 1.15
_STEPS = (1, 2, 5, 10, 20, 25, 50)


@dataclass(frozen=True)
class HoursScale:
    """Converts hours and numbers of visits to points of a widget, and points to hours.

    Args:
        area: the rectangle of the bars, without the labels around it; it is not empty.
        hours: the hours that are shown, at least one.
        most: the highest number on the scale of the visits of an hour.
        whole: the highest number on the scale of all visits closed until an hour.
    """

    area: QRectF
    hours: range
    most: int
    whole: int

    def x(self, hour: float) -> float:
        """Return where an hour begins; a fraction is a part of an hour."""
        return self.area.left() + (hour - self.hours[0]) / len(self.hours) * self.area.width()

    def point(self, hour: float, visits: float) -> QPointF:
        """Return the point of a number of visits in an hour."""
        return QPointF(self.x(hour), self._y(visits, self.most))

    def point_so_far(self, hour: float, visits: float) -> QPointF:
        """Return the point of the number of all visits closed until an hour."""
        return QPointF(self.x(hour), self._y(visits, self.whole))

    def hour_at(self, at: QPointF) -> int:
        """Return the hour above, at or below a point; an hour that is not shown if the point is beside all."""
        return self.hours[0] + floor((at.x() - self.area.left()) / self.area.width() * len(self.hours))

    def labelled(self, width: float) -> list[int]:
        """Return the hours to label: every second, or every fourth where labels of a width would overlap."""
        step = 2 if self.x(2) - self.x(0) > width else 4
        return [hour for hour in self.hours if hour % step == 0]

    def bar(self, hour: Hour) -> dict[State, QRectF]:
        """Return the parts of an hour's bar, from the bottom to the top."""
        parts, below, left = {}, 0, hour.hour + (1 - _BAR) / 2
        counts = {State.DELIVERED: hour.delivered, State.EXCEPTION: hour.failed, State.OTHER: hour.other}
        for state, count in counts.items():
            parts[state] = QRectF(self.point(left, below + count), self.point(left + _BAR, below))
            below += count
        return parts

    def span(self, begin: float, end: float) -> QRectF:
        """Return the rectangle of a time at full height; its width is 0 if none of it is shown."""
        left, right = (self.x(min(max(at, self.hours[0]), self.hours[-1] + 1)) for at in (begin, end))
        return QRectF(left, self.area.top(), right - left, self.area.height())

    def _y(self, number: float, highest: int) -> float:
        return self.area.bottom() - number / (highest * _HEADROOM) * self.area.height()


def ticks(highest: int) -> list[int]:
    """Return about four integer ticks from 0 up to the highest value."""
    power = 1
    while True:
        for one in _STEPS:
            if highest / (one * power) <= 5:
                return list(range(0, highest + 1, one * power))
        power *= 100
