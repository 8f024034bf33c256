"""The notice that the sender seems to write its times in another time zone than they are read in."""

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.board.sender_zone import SenderClock
from app.domain.errors import AppError, StoreError
from app.qt_threads.change_notifier import ChangeNotifier
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts

_KEY = "sender_time_zone"


class SenderClockNotice(QObject):
    """Checks the last notifications whenever new ones may have come, and offers the zone that they suggest."""

    settings_saved = Signal(object)
    """The `Settings` in force since the zone was set."""
    failed = Signal(object)
    """The `AppError` of a zone that could not be saved."""

    def __init__(self, banner: Banner, ports: NoticePorts, notifier: ChangeNotifier, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._ports = ports
        self._notices = Notices(self)
        self._found: SenderClock | None = None
        self._closed: SenderClock | None = None
        notifier.day_changed.connect(self.refresh)  # also once the zone was set and every visit derived again
        banner.asked.connect(self._do)
        banner.closed.connect(self._keep_closed)

    @Slot()
    def refresh(self) -> None:
        """Check, and show or remove the notice."""
        ports = self._ports
        try:
            self._found = found = ports.rows.sender_clock()
        except StoreError:  # the tables report it
            return
        notice = None
        if found is not None and found != self._closed:
            fixed_by = ports.fixed().get(_KEY, "")
            notice = self._notices.about_sender(ports.say(found.finding), found.zone, fixed_by)
        self._banner.show_notice(Topic.SENDER, notice)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.SENDER:
            self._closed = self._found

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SET_SENDER_ZONE and self._found is not None:
            try:
                settings = self._ports.save_settings({_KEY: self._found.zone})
            except AppError as error:
                self.failed.emit(error)
            else:
                self.settings_saved.emit(settings)
