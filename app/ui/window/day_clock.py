"""The formats of the site's present day, time zones and reasons, and a timer that notices when the day changes."""

from PySide6.QtCore import QLocale, QObject, QTimer, Signal, Slot

from app.ui.appearance.formats import Formats
from app.ui.ports.day_ports import FormatPorts

_TICK_MS = 30_000


class DayClock(QObject):
    """Ticks twice a minute. At the site's midnight the formats change: other dates are past, other promises overdue."""

    ticked = Signal()
    formats_changed = Signal(object)
    """The `Formats` of another day, or with other reasons or time zones of the site."""
    day_changed = Signal()
    """The site's date changed; the new formats are in use."""

    def __init__(self, ports: FormatPorts, locale: QLocale, parent: QObject) -> None:
        super().__init__(parent)
        self._ports = ports
        self._locale = locale
        self.formats = self._formats_of_today()
        self.timer = QTimer(self, interval=_TICK_MS)
        self.timer.timeout.connect(self.tick)
        self.timer.start()

    @Slot()
    def tick(self) -> None:
        """Notice a new day, and have everything refreshed that shows the time."""
        if self.formats.today != self._ports.today():
            self._change_formats()
            self.day_changed.emit()
        self.ticked.emit()

    @Slot()
    def follow_site(self) -> None:
        """Use the site's time zones and reasons, which may have changed here or at another desk."""
        zones = self._ports.zone(), self._ports.sender_zone()
        if (self.formats.reasons, self.formats.zones) != (self._ports.reasons(), zones):
            self._change_formats()

    def _change_formats(self) -> None:
        self.formats = self._formats_of_today()
        self.formats_changed.emit(self.formats)

    def _formats_of_today(self) -> Formats:
        ports = self._ports
        return Formats(
            self._locale,
            ports.today(),
            ports.zone(),
            ports.say,
            ports.far_metres(),
            ports.read_phone,
            ports.reasons(),
            ports.read_phones,
            ports.sender_zone(),
        )
