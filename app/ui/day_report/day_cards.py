"""The cards of the day: large figures, the hours with their chart, and what is known of the day's pace."""

from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from app.board.reading.reader import Reader
from app.domain.contract.statuses import State
from app.domain.days import Scope
from app.domain.pace.day_pace import OUT_OF_DATE, DayCourse, TypicalDay, left_open, missing_days, typical_day
from app.domain.pace.forecast import Forecast, NoForecast, PastDay
from app.domain.site import site_time
from app.domain.views.report import DayReport
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme, scaled
from app.ui.context.window_context import WindowContext
from app.ui.day_report.bars import paint_mark
from app.ui.day_report.day_words import DayWords
from app.ui.day_report.hours_chart import HoursChart
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import ElidedLabel, LegendEntry, SamplePaint, begun, plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row

_HEIGHT = 84
_MARK = (10, 10)


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
        self.typical = LegendEntry(self._stroke, _MARK)
        self._no_reception = LegendEntry(self._gap, _MARK, self.tr("No reception"))
        head = QWidget()
        shown = State.DELIVERED, State.EXCEPTION
        states = [LegendEntry(self._mark(one), _MARK, words.outcome(one)) for one in shown]
        FlowLayout(head, title, *states, self.typical, self._no_reception, margin=0, spacing=14)
        in_column(head, (self.chart, 1), self.hour, on=self, margins=(16, 12, 16, 8), spacing=6)

    def show_report(self, report: DayReport, formats: Formats) -> None:
        """Show a day."""
        self._no_reception.setVisible(bool(report.gaps))
        self.typical.setText(begun(self._words.typical(report.day.date)))
        self.chart.show_report(report, formats)

    def show_typical(self, typical: TypicalDay | None, now: int | None) -> None:
        """Show what is typical of the day's kind, if that is known; `now` is the present hour, if the day is today."""
        self.typical.setVisible(typical is not None)
        self.chart.show_typical(typical, now)

    def _mark(self, state: State) -> SamplePaint:
        return lambda painter, room: paint_mark(painter, room, state, self._theme)

    def _stroke(self, painter: QPainter, room: QRectF) -> None:
        painter.fillRect(QRectF(room.left(), room.center().y() - 1, room.width(), 2), QColor(self._theme.text))

    def _gap(self, painter: QPainter, room: QRectF) -> None:
        painter.fillRect(room, QColor(self._theme.warning.background))
        painter.setPen(QColor(self._theme.warning.foreground))
        painter.drawRect(room.adjusted(0, 0, -1, -1))


_PAST_AGE = timedelta(minutes=10)
"""How long what past days tell is used before it is read again."""
_WHOLE_DAY: Final = 24 * 60
_Past = tuple[Scope, datetime, tuple[PastDay, ...]]
"""What past days told of a day, and when it was read."""


class DayPace(QObject):
    """Reads it for the shown day, and says what it comes to now."""

    changed = Signal()

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._day: Scope | None = None
        self._course: DayCourse | None = None
        self._past: _Past | None = None

    def read(self, day: Scope) -> None:
        """Read the course of a day, and past days if they were not read lately."""
        if day != self._day:
            self._day, self._course = day, None
        now = self._context.clock.now()
        known = self._past if self._past is not None and self._past[0] == day else None
        if known is not None and abs(now - known[1]) > _PAST_AGE:
            known = None

        def read(rows: Reader) -> tuple[DayCourse, _Past]:
            return rows.course(day), known or (day, now, rows.past_days(day))

        self._context.queries.ask("pace", read).succeeded.connect(self._keep)

    @Slot(object)
    def _keep(self, found: tuple[DayCourse, _Past]) -> None:
        if found[0].day == self._day:
            self._course, self._past = found
            self.changed.emit()

    @property
    def _days(self) -> tuple[PastDay, ...]:
        return self._past[2] if self._past is not None and self._past[0] == self._day else ()

    @property
    def at(self) -> datetime | None:
        """The moment of the site's clock that the figures of today are of; None: the day is not today.

        It is the present one, unless nothing was received or loaded for an hour of this day.
        """
        clock = self._context.clock
        if self._day is None or self._day.date != clock.today():
            return None
        now = clock.now()
        known_at = (self._course and self._course.known_at(now)) or now
        if clock.days.day_of(known_at) != self._day.date:  # loaded the evening before
            known_at = now
        return site_time(now if now - known_at < OUT_OF_DATE else known_at, clock.zone)

    @property
    def left(self) -> Forecast | NoForecast | None:
        """What will stay open today; None: the day is not today, or not read yet."""
        if self._course is None or self.at is None:
            return None
        return left_open(self._course, self._days, self._context.clock.now())

    @property
    def typical(self) -> TypicalDay | None:
        """What is typical of the day's kind, by now if it is today; None: too few days are known."""
        at = self.at
        return typical_day(self._days, _WHOLE_DAY if at is None else self._context.clock.days.minute_of(at.time()))

    @property
    def missing(self) -> int | None:
        """How many more days of its kind must be known to say that; None: they are not read yet."""
        return missing_days(self._days) if self._course is not None else None


class FigureCard(QFrame):
    """Shows a figure, a button that leads to its rows, and an action beside it, if there is one."""

    def __init__(self, title: str, action: QPushButton | None = None) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setMinimumHeight(scaled(_HEIGHT))
        self.figure = QPushButton()
        self.figure.setProperty("heading", "figure")
        self.title, self.note = plain_label(title, heading="complement"), plain_label(tone="dim")
        self.figure.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.figure.setCursor(Qt.CursorShape.PointingHandCursor)
        texts = in_column(0, self.title, self.note, 0, spacing=2)
        row = in_row(self.figure, (texts, 1), on=self, margins=(12, 8, 16, 8), spacing=10)
        if action is not None:
            row.addWidget(action)

    def show_figure(self, figure: str, note: str, *, tone: str = "") -> None:
        """Show a figure with its note."""
        self.figure.setText(figure)
        self.figure.setAccessibleName(f"{self.title.text()}: {figure}")
        self.figure.setAccessibleDescription(note)
        restyle(self.figure, "tone", tone)
        self.note.setText(note)
        self.note.setVisible(bool(note))
