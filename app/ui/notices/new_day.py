"""What becomes of a window that is left open when the site's day changes."""

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QApplication, QDialog

from app.domain.days import Day
from app.ui.notices.notices import Notices, Remedy, Topic

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_IDLE = timedelta(minutes=5)
"""Without a key or the mouse for so long, the user is not at work in the window."""
_TOUCHES = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


class NewDay(QObject):
    """Moves a window that shows today to the new day, or offers to where the user is at work in it.

    It goes by the site's date alone, whatever changed that: midnight, a sleep past it, a clock that was set. Another
    day than today stays on the desk. An offer stays until another day is shown.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._today = window.ports.today()
        self._touched_at: datetime = window.ports.now()
        self._left_on: date | None = None
        """The day that was today and is still on the desk, while it is offered to leave it."""
        self._notices = Notices(self)
        window.installEventFilter(self)
        window.banner.asked.connect(self._mend)
        window.current_day.day_shown.connect(self._offer)
        window.top.date.dateChanged.connect(self._offer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of what the user does in the window, and look at the date when they come back to it."""
        kind = event.type()
        if kind in _TOUCHES:
            self._touched_at = self._window.ports.now()
        elif watched is self._window:
            handle = self._window.windowHandle()  # where all that is typed and clicked in it arrives first
            if kind is QEvent.Type.Show and handle is not None:
                handle.installEventFilter(self)
            elif kind is QEvent.Type.Hide and handle is not None:
                handle.removeEventFilter(self)
            elif kind is QEvent.Type.WindowActivate:
                self.look()
        return False

    @Slot()
    def look(self) -> None:
        """Look at the site's date, and move on or offer to where it is another one."""
        before, self._today = self._today, self._window.ports.today()
        if before == self._today:
            return
        if self._window.current_day.shown_day.date == before:
            if self._is_free():
                self._go()
            else:
                self._left_on = before
        self._offer()

    def hand_over(self) -> tuple[date, datetime, date | None]:
        """Return what this window knows, for the one that takes its place."""
        return self._today, self._touched_at, self._left_on

    def take_over(self, other: "NewDay") -> None:
        """Go on offering what another window offered, in whose place this one comes."""
        self._today, self._touched_at, self._left_on = other.hand_over()
        self._offer()

    def _is_free(self) -> bool:
        """Return whether the user is away, and nothing is open or half done."""
        window = self._window
        is_away = window.ports.now() - self._touched_at >= _IDLE
        is_open = (
            QApplication.activeModalWidget() is not None
            or QApplication.activePopupWidget() is not None
            or any(dialog.isVisible() for dialog in window.findChildren(QDialog))
        )
        is_searching = bool(window.top.search.text().strip()) or bool(window.tabs.page.narrowing.numbers)
        is_typing = window.top.carrier.currentText().strip() != window.current_day.shown_day.carrier
        return is_away and not (is_open or is_searching or is_typing or window.detail.follow_up.is_in_work)

    def _go(self) -> None:
        """Show today of the same carrier."""
        carrier = self._window.current_day.shown_day.carrier
        self._window.show_day(Day(carrier, self._today) if carrier else None, self._today)

    @Slot()
    def _offer(self) -> None:
        """Offer today while yesterday's day is still shown; a user who shows another day needs no offer."""
        window, notice = self._window, None
        if self._left_on is not None and window.current_day.shown_day.date == self._left_on != self._today:
            formats = window.detail.formats
            notice = self._notices.about_new_day(formats.long_date(self._today), formats.long_date(self._left_on))
        else:
            self._left_on = None
        window.banner.show_notice(Topic.NEW_DAY, notice)

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_TODAY:
            self._go()
