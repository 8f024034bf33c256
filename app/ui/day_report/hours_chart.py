"""The chart of a day's visits by hour. It imports pyqtgraph, which is slow: import this module late."""

from collections.abc import Sequence
from itertools import accumulate

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QContextMenuEvent, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.domain.contract.statuses import State
from app.domain.views.report import DayReport, Hour
from app.ui.day_report.day_words import DayWords, gap_hours, hour_name
from app.ui.day_report.part_bars import part_colors
from app.ui.widgets.formats import Formats
from app.ui.widgets.theme import Theme

_FIRST, _LAST = 7, 19
"""The hours that are always shown, so that the chart does not shift during the day."""
_HEIGHT = 170
_WIDTH = 0.7
_HEADROOM = 1.15
_FEWEST = 5
_STEPS = (1, 2, 5, 10, 20, 25, 50)


class HoursChart(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Bars of visits by hour, a line of all that were closed until then, and the reception gaps.

    Pointer and arrow keys choose an hour; a click or Enter asks for its visits.
    """

    hour_described = Signal(str)
    """What happened in the hour under the pointer or the cursor, in words; without one, that of the day."""
    hour_asked = Signal(int, object)
    """The hour, and the `State` of the part that was clicked; None: all of its visits."""

    def __init__(self, words: DayWords, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.surface)
        self._words, self._theme = words, theme
        self._report: DayReport | None = None
        self._formats: Formats | None = None
        self._hours: dict[int, Hour] = {}
        self._range = range(_FIRST, _LAST + 1)
        self.hour: int | None = None
        """The hour under the pointer or the cursor."""
        self._gaps: list[pg.LinearRegionItem] = []
        self.setMinimumHeight(_HEIGHT)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        for one in (self, self.viewport()):  # a click there also takes the focus
            one.setAccessibleName(self.tr("Visits closed by hour"))
        self._dress()

    def _dress(self) -> None:
        theme, plot = self._theme, self.getPlotItem()
        font = QFont(self.font())
        font.setPixelSize(11)
        plot.showAxis("right")
        for side in ("left", "bottom", "right"):
            axis = plot.getAxis(side)
            axis.setPen(QColor(theme.line))
            axis.setTextPen(QColor(theme.dim))
            axis.setStyle(tickFont=font, tickLength=0, tickTextOffset=6)
        delivered, failed, *_ = part_colors(theme)
        self._lit = _region(theme.hover, -20)
        self._bars = {
            State.DELIVERED: _bars(QBrush(QColor(delivered))),
            State.EXCEPTION: _bars(QBrush(QColor(failed))),
            State.OTHER: _bars(QBrush(QColor(theme.control))),
        }
        hatch = QColor(theme.surface)
        hatch.setAlpha(110)
        self._hatched = _bars(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        self._lit.hide()
        for item in (self._lit, *self._bars.values(), self._hatched):
            plot.addItem(item)
        self._all = pg.ViewBox(enableMouse=False, enableMenu=False)  # the line has its own scale at the right
        self._all.setZValue(10)
        plot.scene().addItem(self._all)
        plot.getAxis("right").linkToView(self._all)
        self._all.setXLink(plot)
        self._line = pg.PlotCurveItem(pen=pg.mkPen(theme.accent, width=2), antialias=True)
        self._line.setShadowPen(pg.mkPen(theme.surface, width=5))
        self._all.addItem(self._line)
        plot.getViewBox().sigResized.connect(self._follow_size)

    def sizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(420, _HEIGHT)

    @Slot()
    def _follow_size(self) -> None:
        self._all.setGeometry(self.getPlotItem().getViewBox().sceneBoundingRect())

    def show_report(self, report: DayReport, formats: Formats) -> None:
        """Show a day."""
        self._report, self._formats = report, formats
        self._hours = {hour.hour: hour for hour in report.hours}
        self._range = range(min([_FIRST, *self._hours]), max([_LAST, *self._hours]) + 1)
        self._show_bars(report.hours, formats)
        self._show_gaps(report, formats)
        self.setAccessibleDescription(self._words.all_hours(report, formats))
        self._choose(self.hour)

    def _show_bars(self, hours: Sequence[Hour], formats: Formats) -> None:
        plot, first, end = self.getPlotItem(), self._range[0], self._range[-1] + 1
        middles = [hour.hour + 0.5 for hour in hours]
        delivered, failed = [hour.delivered for hour in hours], [hour.failed for hour in hours]
        below = [hour.delivered + hour.failed for hour in hours]
        self._bars[State.DELIVERED].setOpts(x=middles, height=delivered, y0=[0] * len(hours))
        for item in (self._bars[State.EXCEPTION], self._hatched):
            item.setOpts(x=middles, height=failed, y0=delivered)
        self._bars[State.OTHER].setOpts(x=middles, height=[hour.other for hour in hours], y0=below)
        until = range(first, max(self._hours, default=first - 1) + 1)
        so_far = [*accumulate((self._total(hour) for hour in until), initial=0)]
        self._line.setData([float(first), *(hour + 1.0 for hour in until)], [float(one) for one in so_far])
        most = max([_FEWEST, *(hour.total for hour in hours)])
        whole = max(so_far[-1], _FEWEST)
        plot.setXRange(first, end, padding=0)
        plot.setYRange(0, most * _HEADROOM, padding=0)
        self._all.setYRange(0, whole * _HEADROOM, padding=0)
        plot.getAxis("bottom").setTicks([[(hour, hour_name(hour)) for hour in self._range if hour % 2 == 0]])
        for side, highest in (("left", most), ("right", whole)):
            plot.getAxis(side).setTicks([[(tick, formats.number(tick)) for tick in _ticks(highest)]])

    def _show_gaps(self, report: DayReport, formats: Formats) -> None:
        plot = self.getPlotItem()
        for old in self._gaps:
            plot.removeItem(old)
        self._gaps = []
        for gap in report.gaps:
            begin, end = gap_hours(gap, report.day.date, formats)
            shade = _region(self._theme.warning.background, -10)
            shade.setRegion((max(begin, self._range[0]), min(end, self._range[-1] + 1)))
            if shade.getRegion()[0] < shade.getRegion()[1]:
                plot.addItem(shade)
                self._gaps.append(shade)

    def _total(self, hour: int) -> int:
        return self._hours[hour].total if hour in self._hours else 0

    def _choose(self, hour: int | None) -> None:
        """Highlight an hour and report what happened in it; None: the whole day."""
        if self._report is None or self._formats is None:
            return
        self.hour = hour if hour is not None and hour in self._range else None
        self._lit.setVisible(self.hour is not None)
        if self.hour is None:
            self.hour_described.emit(self._words.hours(self._report, self._formats))
            return
        self._lit.setRegion((self.hour, self.hour + 1))
        so_far = sum(hour.total for hour in self._report.hours if hour.hour <= self.hour)
        found = self._hours.get(self.hour, Hour(self.hour, 0, 0))
        self.hour_described.emit(self._words.hour(found, so_far, self._report, self._formats))

    def _at(self, position: QPointF) -> QPointF:
        """Return the hour and the number of visits at a point of the widget."""
        found: QPointF = self.getPlotItem().getViewBox().mapSceneToView(self.mapToScene(position.toPoint()))
        return found

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the hour under the pointer."""
        at = self._at(event.position())
        self._choose(int(at.x()) if at.x() >= 0 else None)

    def leaveEvent(self, event: QEvent) -> None:
        """Report the whole day again."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept the press, so that pyqtgraph drags nothing."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the visits of the bar that was clicked, or of its part."""
        at = self._at(event.position())
        hour = self._hours.get(int(at.x())) if at.x() >= 0 else None
        if hour is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        is_bar = abs(at.x() - hour.hour - 0.5) <= _WIDTH / 2
        if is_bar and 0 <= at.y() < hour.delivered:
            self.hour_asked.emit(hour.hour, State.DELIVERED)
        elif is_bar and hour.delivered <= at.y() < hour.delivered + hour.failed:
            self.hour_asked.emit(hour.hour, State.EXCEPTION)
        else:
            self.hour_asked.emit(hour.hour, None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore a double click: its first click was handled."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Leave the menu to the window."""
        event.ignore()

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
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._total(here):
            self.hour_asked.emit(here, None)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the cursor is."""
        super().focusInEvent(event)
        self._lit.setBrush(QBrush(QColor(self._theme.selection)))
        if self.hour is None and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._choose(max(self._hours, default=self._range[0]))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the day again."""
        super().focusOutEvent(event)
        self._lit.setBrush(QBrush(QColor(self._theme.hover)))
        self._choose(None)


def _bars(brush: QBrush) -> pg.BarGraphItem:
    return pg.BarGraphItem(x=[], height=[], y0=[], width=_WIDTH, brush=brush, pen=pg.mkPen(None))


def _region(color: str, height: int) -> pg.LinearRegionItem:
    region = pg.LinearRegionItem(movable=False, brush=QBrush(QColor(color)), pen=pg.mkPen(None))
    region.setZValue(height)
    return region


def _ticks(highest: int) -> list[int]:
    """Return about four integer ticks up to the highest value."""
    power = 1
    while True:
        for one in _STEPS:
            if highest / (one * power) <= 5:
                return list(range(0, highest + 1, one * power))
        power *= 100
