"""The card of the hours: the chart, its legend, and the hour under pointer or cursor in words."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.domain.contract.statuses import State
from app.domain.pace.day_pace import TypicalDay
from app.domain.views.report import DayReport
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme, scaled
from app.ui.day_report.bars import paint_mark
from app.ui.day_report.day_words import DayWords
from app.ui.day_report.hours_chart import HoursChart
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import ElidedLabel, begun, plain_label

_MARK = 10
_GAP = 6
_Paint = Callable[[QPainter, QRectF], None]


class _Entry(QLabel):
    """An entry of the legend: a sample of the paint, and its name."""

    def __init__(self, paint: _Paint, name: str = "") -> None:
        super().__init__(name)
        self._paint = paint
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", "dim")
        self.setContentsMargins(scaled(_MARK) + _GAP, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sample before the name."""
        super().paintEvent(event)
        side = scaled(_MARK)
        with QPainter(self) as painter:
            self._paint(painter, QRectF(0, (self.height() - side) / 2, side, side))


class HoursCard(QFrame):
    """Shows the visits of a day by hour."""

    def __init__(self, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self._words, self._theme = words, theme
        self.setProperty("card", True)
        self.chart = HoursChart(words, theme)
        self.hour = ElidedLabel(tone="dim")
        self.chart.hour_described.connect(self.hour.show_text)
        title = plain_label(self.tr("Visits closed by hour"), heading="complement")
        title.line_width = 0
        self.typical, self._no_reception = _Entry(self._stroke), _Entry(self._gap, self.tr("No reception"))
        head = QWidget()
        flow = FlowLayout(head, margin=0, spacing=14)
        for part in (
            title,
            _Entry(self._mark(State.DELIVERED), self.tr("Delivered")),  # visits, of another gender than parcels
            _Entry(self._mark(State.EXCEPTION), self.tr("Failed")),
            self.typical,
            self._no_reception,
        ):
            flow.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(6)
        column.addWidget(head)
        column.addWidget(self.chart, 1)
        column.addWidget(self.hour)

    def show_report(self, report: DayReport, formats: Formats) -> None:
        """Show a day."""
        self._no_reception.setVisible(bool(report.gaps))
        self.typical.setText(begun(self._words.typical(report.day.date)))
        self.chart.show_report(report, formats)

    def show_typical(self, typical: TypicalDay | None, now: int | None) -> None:
        """Show what is typical of the day's kind, if that is known; `now` is the present hour, if the day is today."""
        self.typical.setVisible(typical is not None)
        self.chart.show_typical(typical, now)

    def _mark(self, state: State) -> _Paint:
        return lambda painter, room: paint_mark(painter, room, state, self._theme)

    def _stroke(self, painter: QPainter, room: QRectF) -> None:
        painter.fillRect(QRectF(room.left(), room.center().y() - 1, room.width(), 2), QColor(self._theme.text))

    def _gap(self, painter: QPainter, room: QRectF) -> None:
        painter.fillRect(room, QColor(self._theme.warning.background))
        painter.setPen(QColor(self._theme.warning.foreground))
        painter.drawRect(room.adjusted(0, 0, -1, -1))
