"""The notice that the sender seems to write another time zone than its times are read in, and what its button does."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.domain.board.sender_zone import SenderClock
from app.domain.errors import AppError, StoreError
from app.qt_threads.change_notifier import ChangeNotifier
from app.ui.notices.notices import Notices, Remedy, Topic

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_KEY = "sender_time_zone"


class SenderClockNotice(QObject):
    """Looks at the last notifications whenever some may have come, and offers the zone that they suggest."""

    def __init__(self, window: "MainWindow", notifier: ChangeNotifier) -> None:
        super().__init__(window)
        self._window = window
        self._notices = Notices(self)
        self._found: SenderClock | None = None
        self._closed: SenderClock | None = None
        window.receiver.state_seen.connect(self.refresh)
        notifier.day_changed.connect(self.refresh)  # also once the zone was set and every visit derived again
        window.banner.asked.connect(self._mend)
        window.banner.closed.connect(self._keep_closed)

    @Slot()
    def refresh(self) -> None:
        """Look, and show or withdraw the notice."""
        ports = self._window.ports
        try:
            self._found = found = ports.rows.sender_clock()
        except StoreError:  # the tables report it
            return
        notice = None
        if found is not None and found != self._closed:
            notice = self._notices.about_sender(
                ports.say(found.finding), found.zone, is_fixed=_KEY in ports.overridden()
            )
        self._window.banner.show_notice(Topic.SENDER, notice)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.SENDER:
            self._closed = self._found

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.SET_SENDER_ZONE and self._found is not None:
            try:
                settings = self._window.ports.save_settings({_KEY: self._found.zone})
            except AppError as error:
                self._window.tell_failure(self._window.ports.say(error.user_message))
            else:
                self._window.settings_controller.follow(settings)
        elif remedy is Remedy.CHOOSE_SENDER_ZONE:
            self._window.settings_controller.open_settings(at_sender=True)
