"""The field of the top bar that takes the day, with its calendar."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, timedelta

from PySide6.QtCore import QDate, QEvent, QLocale, QPointF, Qt, Slot
from PySide6.QtGui import QColor, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QTextCharFormat
from PySide6.QtWidgets import QDateEdit

from app.domain.errors import AppError
from app.ui.appearance.theme import Theme, scaled, style_calendar

LONG_DATE, SHORT_DATE = "ddd d MMM yyyy", "d MMM yyyy"
_ARROW = 8
_BEFORE, _PAGE = timedelta(days=7), timedelta(days=44)
"""A page of the calendar has days of the month before, and not more days."""


class DateField(QDateEdit):
    """A date with a calendar, which is made when the field first gets the focus: it takes 5 ms of a start."""

    def __init__(self, theme: Theme, today: Callable[[], date]) -> None:
        super().__init__()
        self._theme = theme
        self._today = today
        self.loaded_dates: Callable[[date, date], Iterable[date]] = lambda _first, _last: ()
        """Returns the loaded ones from one date to another."""
        self._has_calendar = False
        self.setCalendarPopup(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the calendar when the field gets the focus, and take digits as the day: the weekday takes none."""
        self._make_calendar()
        super().focusInEvent(event)
        self.setCurrentSectionIndex(int(self.displayFormat() != SHORT_DATE))  # behind the weekday
        self.setSelectedSection(self.currentSection())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the calendar before a click opens it: in an inactive window the click comes before the focus."""
        self._make_calendar()
        self._mark_dates()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the calendar by Alt+Down, which Qt does for a click on the arrow only."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            at, left = QPointF(self.width() - scaled(_ARROW), self.height() / 2), Qt.MouseButton.LeftButton
            for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
                click = QMouseEvent(kind, at, self.mapToGlobal(at), left, left, Qt.KeyboardModifier.NoModifier)
                self.event(click)
        else:
            super().keyPressEvent(event)

    def _make_calendar(self) -> None:
        if not self._has_calendar:
            self._has_calendar = True
            calendar, locale = self.calendarWidget(), QLocale()
            style_calendar(calendar, self._theme)
            is_spanish = locale.language() == QLocale.Language.Spanish  # Qt begins it on Sunday, calendars here do not
            calendar.setFirstDayOfWeek(Qt.DayOfWeek.Monday if is_spanish else locale.firstDayOfWeek())
            calendar.currentPageChanged.connect(self._mark_dates)

    @Slot()
    def _mark_dates(self) -> None:
        """Write the loaded dates of the page in bold, and mark the site's today."""
        calendar = self.calendarWidget()
        first = date(calendar.yearShown(), calendar.monthShown(), 1) - _BEFORE
        calendar.setDateTextFormat(QDate(), QTextCharFormat())
        today, loaded = self._today(), set[date]()
        with suppress(AppError):  # of facts that cannot be read none is marked, and the calendar opens all the same
            loaded = {*self.loaded_dates(first, first + _PAGE)}
        for day in {today, *loaded}:
            look = QTextCharFormat()
            if day in loaded:
                look.setFontWeight(QFont.Weight.Bold)
            if day == today:
                look.setBackground(QColor(self._theme.accent_bg))
                look.setForeground(QColor(self._theme.accent))
            calendar.setDateTextFormat(QDate(day.year, day.month, day.day), look)
