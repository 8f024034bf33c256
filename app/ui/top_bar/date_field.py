"""The field for the date that is shown."""

from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QDateEdit, QWidget

from app.ui.appearance.theme import Theme, style_calendar


class DateField(QDateEdit):
    """A date with a calendar, which is made when the field first gets the focus: it takes 5 ms of a start."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_calendar = False
        self.setCalendarPopup(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the calendar when the field gets the focus."""
        self._make_calendar()
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the calendar before a click opens it: in an inactive window the click comes before the focus."""
        self._make_calendar()
        super().mousePressEvent(event)

    def _make_calendar(self) -> None:
        if not self._has_calendar:
            self._has_calendar = True
            style_calendar(self.calendarWidget(), self._theme)
