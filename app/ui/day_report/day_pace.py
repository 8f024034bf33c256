"""What is known of the pace of the shown day: its course, and how past days of its kind went."""

from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from app.board.reading.reader import Reader
from app.domain.days import Scope
from app.domain.pace.day_pace import OUT_OF_DATE, DayCourse, TypicalDay, left_open, missing_days, typical_day
from app.domain.pace.forecast import Forecast, NoForecast, PastDay
from app.domain.site import site_time
from app.ui.context.window_context import WindowContext

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
