"""The chart of a day's visits by hour."""

from dataclasses import dataclass
from math import ceil, floor

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.contract.statuses import State
from app.domain.pace.day_pace import TypicalDay
from app.domain.views.report import DayReport, Hour
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme, scaled
from app.ui.day_report.bars import paint_hatching, part_color
from app.ui.day_report.day_words import DayWords, gap_hours

_BAR = 0.7
"""The width of a bar, as a share of its hour."""
_HEADROOM = 1.15
_STEPS = (1, 2, 5, 10, 20, 25, 50)
_FIRST, _LAST = 7, 19
"""The hours that are always shown, so that the chart does not shift during the day."""
_FEWEST = 5
"""The least height of the scale, in visits."""
_HEIGHT = 140
_LABEL_PIXELS = 11
_LABEL_GAP = 6
"""Distance in pixels of a label from its axis."""
_MARGIN = 6
"""Distance in pixels of the labels from the frame that shows the focus."""
_LINE = 2


@dataclass(frozen=True)
class HoursScale:
    """Converts hours and numbers of visits to points of a widget, and points to hours.

    Args:
        area: the rectangle of the bars, without the labels around it; it is not empty.
        hours: the hours that are shown, at least one.
        most: the highest number on the scale.
    """

    area: QRectF
    hours: range
    most: int

    def x(self, hour: float) -> float:
        """Return where an hour begins; a fraction is a part of an hour."""
        return self.area.left() + (hour - self.hours[0]) / len(self.hours) * self.area.width()

    def point(self, hour: float, visits: float) -> QPointF:
        """Return the point of a number of visits in an hour."""
        return QPointF(self.x(hour), self.area.bottom() - visits / (self.most * _HEADROOM) * self.area.height())

    def hour_at(self, at: QPointF) -> int:
        """Return the hour above, at or below a point; an hour that is not shown if the point is beside all."""
        return self.hours[0] + floor((at.x() - self.area.left()) / self.area.width() * len(self.hours))

    def labelled(self, width: float) -> list[int]:
        """Return the hours to label: every first, second or fourth, so that labels of a width do not overlap."""
        step = next((step for step in (1, 2) if self.x(step) - self.x(0) > width), 4)
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


def ticks(highest: int) -> list[int]:
    """Return about four integer ticks from 0 up to the highest value."""
    power = 1
    while True:
        for one in _STEPS:
            if highest / (one * power) <= 5:
                return list(range(0, highest + 1, one * power))
        power *= 100


class HoursChart(QWidget):
    """Bars of visits by hour, strokes of what is typical of the day's kind, and the reception gaps.

    Pointer and arrow keys choose an hour; a click or Enter asks for its visits.
    """

    hour_described = Signal(str)
    """What happened in the hour under the pointer or the cursor, in words; without one, that of the day."""
    hour_asked = Signal(int, object)
    """The hour, and the `State` of the part that was clicked; None: all of its visits."""

    def __init__(self, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self._words, self._theme = words, theme
        self._report: DayReport | None = None
        self._formats: Formats | None = None
        self._hours: dict[int, Hour] = {}
        self._range = range(_FIRST, _LAST + 1)
        self._typical: TypicalDay | None = None
        self._now: int | None = None
        """The present hour; None: the day is not today."""
        self._most = _FEWEST
        self._ticks: dict[int, str] = {}
        self.hour: int | None = None
        """The hour under the pointer or the cursor."""
        self._label_font = QFont(self.font())
        self._label_font.setPixelSize(scaled(_LABEL_PIXELS))
        self.setMinimumHeight(scaled(_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Visits closed by hour"))

    def sizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(scaled(420), scaled(_HEIGHT))

    @property
    def scale(self) -> HoursScale:
        """The scale of what is shown, at the present size."""
        metrics = QFontMetricsF(self._label_font)
        left = ceil(max(map(metrics.horizontalAdvance, self._ticks.values()), default=0)) + _LABEL_GAP + _MARGIN
        below = ceil(metrics.height()) + _LABEL_GAP + _MARGIN
        size = max(self.width() - left - _MARGIN, 1), max(self.height() - below - _MARGIN, 1)
        return HoursScale(QRectF(left, _MARGIN, *size), self._range, self._most)

    def show_report(self, report: DayReport, formats: Formats) -> None:
        """Show a day."""
        self._report, self._formats = report, formats
        self._hours = {hour.hour: hour for hour in report.hours}
        self._range = range(min([_FIRST, *self._hours]), max([_LAST, *self._hours]) + 1)
        self.setAccessibleDescription(self._words.all_hours(report, formats))
        self._measure(formats)

    def show_typical(self, typical: TypicalDay | None, now: int | None) -> None:
        """Show what is typical of the day's kind, dashed from the present hour on, if the day is today."""
        self._typical, self._now = typical, now
        if self._formats is not None:
            self._measure(self._formats)

    def _measure(self, formats: Formats) -> None:
        usual = [self._typical.visits[hour] for hour in self._range] if self._typical is not None else []
        self._most = max([_FEWEST, *(hour.total for hour in self._hours.values()), *map(ceil, usual)])
        self._ticks = {tick: formats.number(tick) for tick in ticks(self._most)}
        self._choose(self.hour)

    def _choose(self, hour: int | None) -> None:
        """Highlight an hour and report what happened in it; None: the whole day."""
        if self._report is None or self._formats is None:
            return
        self.hour = hour if hour is not None and hour in self._range else None
        self.update()
        if self.hour is None:
            self.hour_described.emit(self._words.hours(self._report, self._formats))
            return
        so_far = sum(hour.total for hour in self._report.hours if hour.hour <= self.hour)
        found = self._hours.get(self.hour, Hour(self.hour, 0, 0))
        usual = self._typical.visits[self.hour] if self._typical is not None else None
        self.hour_described.emit(self._words.hour(found, so_far, usual, self._report, self._formats))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars and what is behind, over and around them."""
        with QPainter(self) as painter:
            if self.hasFocus():
                self._paint_focus(painter)
            if self._report is None or self._formats is None:
                return
            scale = self.scale
            self._paint_background(painter, scale, self._report, self._formats)
            self._paint_axes(painter, scale)
            for hour in self._report.hours:
                self._paint_bar(painter, scale, hour, self._formats)
            if self._typical is not None:
                self._paint_typical(painter, scale, self._typical)

    def _paint_focus(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.accent), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_background(self, painter: QPainter, scale: HoursScale, report: DayReport, formats: Formats) -> None:
        """Paint the chosen hour and the reception gaps."""
        if self.hour is not None:
            color = self._theme.selection if self.hasFocus() else self._theme.hover
            painter.fillRect(scale.span(self.hour, self.hour + 1), QColor(color))
        for gap in report.gaps:
            place = scale.span(*gap_hours(gap, report.day.date, formats))
            painter.fillRect(place, QColor(self._theme.warning.background))

    def _paint_axes(self, painter: QPainter, scale: HoursScale) -> None:
        area = scale.area
        painter.setFont(self._label_font)
        metrics = QFontMetricsF(self._label_font)
        height, middle = metrics.height(), Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(self._theme.dim))
        for tick, text in self._ticks.items():
            y = scale.point(0, tick).y()
            painter.fillRect(
                QRectF(area.left(), y, area.width(), 1), QColor(self._theme.line if tick else self._theme.edge)
            )
            place = QRectF(0, y - height / 2, area.left() - _LABEL_GAP, height)
            painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, text)
        width = metrics.horizontalAdvance("00")
        for hour in scale.labelled(width + _LABEL_GAP):
            is_now = hour == self._now
            painter.setPen(QColor(self._theme.accent if is_now else self._theme.dim))
            place = QRectF(scale.x(hour + 0.5) - width / 2, area.bottom() + _LABEL_GAP, width, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(hour))

    def _paint_bar(self, painter: QPainter, scale: HoursScale, hour: Hour, formats: Formats) -> None:
        """Paint an hour's bar, with the number of its deliveries where that has room."""
        parts = scale.bar(hour)
        for state, place in parts.items():
            painter.fillRect(place, QColor(part_color(self._theme, state)))
            if state is State.EXCEPTION:
                paint_hatching(painter, place, self._theme)
        room, text = parts[State.DELIVERED], formats.number(hour.delivered)
        metrics = QFontMetricsF(self._label_font)
        if metrics.horizontalAdvance(text) < room.width() and metrics.height() < room.height():
            painter.setPen(QColor(self._theme.surface))
            painter.drawText(room, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, text)

    def _paint_typical(self, painter: QPainter, scale: HoursScale, typical: TypicalDay) -> None:
        """Paint a stroke over each hour, dashed where that is not over."""
        for hour in scale.hours:
            is_over = self._now is None or hour < self._now
            pen = QPen(QColor(self._theme.text), _LINE, Qt.PenStyle.SolidLine if is_over else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(*(scale.point(hour + at, typical.visits[hour]) for at in (0.05, 0.95)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the hour under the pointer."""
        self._choose(self.scale.hour_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Report the whole day again."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the visits of the bar that was clicked, or of its part."""
        at, scale = event.position(), self.scale
        hour = self._hours.get(scale.hour_at(at))
        if hour is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        parts = scale.bar(hour)
        clicked = next((state for state in (State.DELIVERED, State.EXCEPTION) if parts[state].contains(at)), None)
        self.hour_asked.emit(hour.hour, clicked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from hour to hour with the arrows, and ask for the visits of one on Enter."""
        first, last = self._range[0], self._range[-1]
        here = self.hour if self.hour is not None else first - 1
        targets = {
            Qt.Key.Key_Left: max(here - 1, first),
            Qt.Key.Key_Right: min(here + 1, last),
            Qt.Key.Key_Home: first,
            Qt.Key.Key_End: last,
        }
        if event.key() in targets:
            self._choose(targets[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here in self._hours:
            self.hour_asked.emit(here, None)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the cursor is."""
        super().focusInEvent(event)
        if self.hour is None and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._choose(max(self._hours, default=self._range[0]))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the day again."""
        super().focusOutEvent(event)
        self._choose(None)
