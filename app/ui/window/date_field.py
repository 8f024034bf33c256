"""The field for the day on the desk."""

from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QDateEdit, QWidget

from app.ui.widgets.theme import Theme, dress_calendar


class DateField(QDateEdit):
    """A date with a calendar, which is made when the field is first gone to: it takes 5 ms that no start waits for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_calendar = False
        self.setCalendarPopup(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the calendar ready."""
        self._make_calendar()
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the calendar ready, which a click opens: in a window that is not active it comes before the focus."""
        self._make_calendar()
        super().mousePressEvent(event)

    def _make_calendar(self) -> None:
        if not self._has_calendar:
            self._has_calendar = True
            dress_calendar(self.calendarWidget(), self._theme)
