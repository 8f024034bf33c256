"""The site's time, and the formats that depend on it."""

from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.domain.site import SiteDays
from app.ui.appearance.formats import Formats

_TICK_MS = 30_000


class SiteClock(QObject):
    """Ticks twice a minute. At the site's midnight the formats change: other dates are past, other promises overdue."""

    ticked = Signal()
    formats_changed = Signal(object)
    """The `Formats` of another day, or by other conventions of the site."""
    day_changed = Signal()
    """The site's date changed; the new formats are in use."""

    def __init__(
        self,
        now: Callable[[], datetime],
        days: Callable[[], SiteDays],
        formats_of: Callable[[date], Formats],
        parent: QObject,
    ) -> None:
        """Begin to tick; `now` is UTC, `days` are the site's, and `formats_of` returns the formats of a date there."""
        super().__init__(parent)
        self.now = now
        self._days = days
        self._formats_of = formats_of
        self.formats = formats_of(self.today())
        self.timer = QTimer(self, interval=_TICK_MS)
        self.timer.timeout.connect(self.tick)
        self.timer.start()

    @property
    def days(self) -> SiteDays:
        """When the site's days begin and end."""
        return self._days()

    @property
    def zone(self) -> ZoneInfo:
        """The site's."""
        return self.days.zone

    def today(self) -> date:
        """Return the site's date."""
        return self.days.day_of(self.now())

    @Slot()
    def tick(self) -> None:
        """Notice a new day, and have everything refreshed that shows the time."""
        if self.formats.today != self.today():
            self._use(self._formats_of(self.today()))
            self.day_changed.emit()
        self.ticked.emit()

    @Slot()
    def follow_site(self) -> None:
        """Use the site's conventions, which may have changed here or at another desk."""
        settled = self._formats_of(self.formats.today)
        if settled.conventions != self.formats.conventions:
            self._use(settled)

    def _use(self, formats: Formats) -> None:
        self.formats = formats
        self.formats_changed.emit(formats)
