"""Moves a window that is left open over midnight to the new day."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QApplication, QDialog

from app.domain.days import Scope
from app.ui.context.window_context import WindowContext
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic

_IDLE = timedelta(minutes=5)
"""Without a key press or the mouse for so long, the user is away."""
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
    """Shows the new day if the window showed today and the user is away; else a notice offers it.

    Only the site's date counts, whatever changed it: midnight, a sleep past it, a clock that was set. A day other than
    today stays. The notice stays until it is closed or another day is shown.
    """

    def __init__(self, context: WindowContext, banner: Banner, is_in_work: Callable[[], bool]) -> None:
        """Watch what the user does in the window.

        Args:
            context: of the window whose keys and mouse are watched.
            banner: shows the offer.
            is_in_work: whether the user left something half done: a search, a carrier code, a note.
        """
        super().__init__(context.window)
        self._context = context
        self._banner = banner
        self._is_in_work = is_in_work
        self._today = context.clock.today()
        self._touched_at: datetime = context.clock.now()
        self._left_on: date | None = None
        """The day that was today and is still shown, while the new one is offered."""
        self._notices = Notices(self)
        context.window.installEventFilter(self)
        banner.asked.connect(self._do)
        banner.closed.connect(self._forget)
        context.day.day_shown.connect(self._offer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record when the user last did something, and check the date when they come back to the window."""
        kind = event.type()
        if kind in _TOUCHES:
            self._touched_at = self._context.clock.now()
        elif watched is self._context.window:
            handle = self._context.window.windowHandle()  # gets all keys and clicks of the window first
            if kind is QEvent.Type.Show and handle is not None:
                handle.installEventFilter(self)
            elif kind is QEvent.Type.Hide and handle is not None:
                handle.removeEventFilter(self)
            elif kind is QEvent.Type.WindowActivate:
                self.look()
        return False

    @Slot()
    def look(self) -> None:
        """Show or offer the new day if the site's date changed."""
        before, self._today = self._today, self._context.clock.today()
        if before == self._today:
            return
        if self._context.day.shown_day.date == before:
            if self._is_free():
                self._go()
            else:
                self._left_on = before
        self._offer()

    def hand_over(self) -> tuple[date, datetime, date | None]:
        """Return the state of this window, for the one that replaces it."""
        return self._today, self._touched_at, self._left_on

    def take_over(self, other: "NewDay") -> None:
        """Take over the state of the window that this one replaces."""
        self._today, self._touched_at, self._left_on = other.hand_over()
        self._offer()

    def _is_free(self) -> bool:
        """Return whether the user is away, and nothing is open or half done."""
        is_away = self._context.clock.now() - self._touched_at >= _IDLE
        is_open = (
            QApplication.activeModalWidget() is not None
            or QApplication.activePopupWidget() is not None
            or any(dialog.isVisible() for dialog in self._context.window.findChildren(QDialog))
        )
        return is_away and not (is_open or self._is_in_work())

    def _go(self) -> None:
        """Show today of the same carrier."""
        self._context.signals.day_asked.emit(Scope(self._context.day.shown_day.carriers, self._today))

    @Slot()
    def _offer(self) -> None:
        """Offer today while the day before is still shown; a user who shows another day needs no offer."""
        notice = None
        if self._left_on is not None and self._context.day.shown_day.date == self._left_on != self._today:
            formats = self._context.formats
            notice = self._notices.about_new_day(formats.weekday_date(self._today), formats.weekday_date(self._left_on))
        else:
            self._left_on = None
        self._banner.show_notice(Topic.NEW_DAY, notice)

    @Slot(object)
    def _forget(self, topic: Topic) -> None:
        if topic is Topic.NEW_DAY:
            self._left_on = None

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_TODAY:
            self._go()
