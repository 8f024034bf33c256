"""The card of what will stay open today, by how past days went on from the same time of day."""

from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.days import Scope
from app.domain.pace.day_pace import DayCourse, left_open
from app.domain.pace.forecast import NO_FORECAST_TEXTS, Forecast, NoForecast, PastDay
from app.ui.appearance.formats import Formats
from app.ui.context.window_context import WindowContext
from app.ui.ports.rows import Rows
from app.ui.widgets.labels import card, plain_label

_LOOK_AGAIN_MS: Final = 20_000
"""How often the forecast is made again while nothing arrives."""
_PAST_AGE = timedelta(minutes=10)
"""How long what past days tell is used before it is read again."""
_Past = tuple[Scope, datetime, tuple[PastDay, ...]]
"""What past days told of a day, and when it was read."""


class ForecastCard(QWidget):
    """Shows the forecast of today; hidden for any other day."""

    forecast_shown = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._formats: Formats | None = None
        self._day: Scope | None = None
        self._course: DayCourse | None = None
        self._past: _Past | None = None
        self.left_open = plain_label(heading="title")
        self.behind_it = plain_label(tone="dim")
        self._clock = QTimer(self, interval=_LOOK_AGAIN_MS)
        self._clock.timeout.connect(self._look_again)
        texts = QVBoxLayout()
        texts.setSpacing(6)
        for label in (self.left_open, self.behind_it):
            texts.addWidget(label)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(card(self.tr("Will remain out"), texts))
        self.hide()

    def use_formats(self, formats: Formats) -> None:
        """Show the forecast in these formats."""
        self._formats = formats
        self._look_again()

    def read(self, day: Scope) -> None:
        """Read the course of a day, and past days if they were not read lately; only for today."""
        if day != self._day:
            self._day, self._course = day, None
            self.hide()
        if day.date != self._context.clock.today():
            self.hide()
            return
        now = self._context.clock.now()
        known = self._past if self._past is not None and self._past[0] == day else None
        if known is not None and abs(now - known[1]) > _PAST_AGE:
            known = None

        def read(rows: Rows) -> tuple[DayCourse, _Past]:
            return rows.course(day), known or (day, now, rows.past_days(day))

        self._context.queries.ask("forecast", read).succeeded.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """Go on making it while it is visible."""
        super().showEvent(event)
        self._clock.start()
        self._look_again()

    def hideEvent(self, event: QHideEvent) -> None:
        """Make it no more."""
        super().hideEvent(event)
        self._clock.stop()

    @Slot(object)
    def _show(self, found: tuple[DayCourse, _Past]) -> None:
        course, past = found
        if course.day == self._day:
            self._course, self._past = course, past
            self._look_again()

    @Slot()
    def _look_again(self) -> None:
        """Make the forecast of this moment, from what was read last."""
        course, past, formats = self._course, self._past, self._formats
        if course is None or past is None or formats is None:
            return
        if course.day.date != self._context.clock.today():  # midnight has passed
            self.hide()
            return
        left = left_open(course, past[2], self._context.clock.now())
        self.left_open.setText(self._said(left, formats))
        self.behind_it.setText(self._reason(left, formats))
        self.show()
        self.forecast_shown.emit()

    def _said(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return how many parcels will stay open, with the range, in one line."""
        if isinstance(left, NoForecast):
            return self.tr("What will stay open: unknown")
        if left.least == left.most:
            return self.tr("%Ln parcel(s) will stay open at this pace", "", left.expected)
        return self.tr("%Ln parcel(s) will stay open at this pace, {least} to {most}", "", left.expected).format(
            least=formats.number(left.least), most=formats.number(left.most)
        )

    def _reason(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return what the forecast rests on, or why there is none."""
        if isinstance(left, NoForecast):
            return self._context.say(NO_FORECAST_TEXTS[left])
        return self.tr(
            "On %Ln past day(s) of this kind, the same forecast at this time of day was off by {off_by} parcels or less"
            " nine times of ten. The last visit is usually closed at {ends}.",
            "",
            left.days,
        ).format(off_by=formats.number(left.off_by), ends=f"{left.ends_at // 60:02}:{left.ends_at % 60:02}")
