"""All notices of the window, and when each is looked at again."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.notices.banner import Banner
from app.ui.notices.board_notice import BoardNotice
from app.ui.notices.day_notices import DayNotices
from app.ui.notices.error_notices import ErrorNotices
from app.ui.notices.folder_notice import FolderNotice
from app.ui.notices.match_notices import MatchNotices
from app.ui.notices.new_day import NewDay
from app.ui.notices.sender_clock_notice import SenderClockNotice
from app.ui.notices.version_notice import VersionNotice
from app.ui.ports.notice_ports import CountedNoticeRows, NoticePorts
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState
from app.ui.widgets.navigator import Navigator


class WindowNotices(QObject):
    """Makes the notices under the top bar."""

    def __init__(
        self,
        window: QWidget,
        banner: Banner,
        day: CurrentDay,
        navigator: Navigator,
        ports: NoticePorts,
        state: WindowState,
        formats: Callable[[], Formats],
        is_in_work: Callable[[], bool],
        query_thread: QueryThread[CountedNoticeRows],
        notifier: ChangeNotifier,
    ) -> None:
        """Args are those of the notices; `is_in_work` is that of NewDay."""
        super().__init__(window)
        self.errors = ErrorNotices(banner, ports, self)
        self.days = DayNotices(banner, day, navigator, ports, state, self)
        self.sender_clock = SenderClockNotice(banner, ports, notifier, self)
        self.new_day = NewDay(window, banner, day, navigator, ports, formats, is_in_work)
        self.version = VersionNotice(banner, ports, state, self)
        self._matches = MatchNotices(banner, day, navigator, ports, state, formats, query_thread, self)
        self._board = BoardNotice(banner, ports.say, formats, query_thread, self)
        self._folder = FolderNotice(banner, ports, state, self)
        for failed in (self.sender_clock.failed, self._folder.failed):
            failed.connect(self.errors.show_error)

    def show_day(self, age: str) -> None:
        """Show what must be known of another day; `age` is how old its data is, in words."""
        self.days.show(age)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Count again what may have changed."""
        self._matches.refresh()
        self._board.refresh()
