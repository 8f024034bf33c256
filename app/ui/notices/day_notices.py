"""The notices about the shown day: how its loads ended, and what they changed."""

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.carriers import known_spelling
from app.domain.days import CarrierAnswer, Day, Drop
from app.domain.errors import AppError
from app.domain.views.queries import View
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState
from app.ui.widgets.navigator import Navigator


class DayNotices(QObject):
    """Shows them in the banner; one that the user closed is not shown again."""

    skipped_asked = Signal(object)
    """The `Skipped` shipments of an answer are to be shown."""

    def __init__(
        self,
        banner: Banner,
        current_day: CurrentDay,
        navigator: Navigator,
        ports: NoticePorts,
        state: WindowState,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._banner = banner
        self._current_day = current_day
        self._navigator = navigator
        self._ports = ports
        self._state = state
        self._notices = Notices(self)
        self._closed: AppError | None = None
        """The problem of a load whose notice the user closed."""
        banner.asked.connect(self._do)
        banner.closed.connect(self._keep_closed)

    def show(self, age: str) -> None:
        """Show what must be known of the day; `age` is how old its data is, in words."""
        say, day = self._ports.say, self._current_day
        problem = day.problem if day.problem is not self._closed else None
        said = say(problem.user_message) if problem else ""
        notice = self._notices.about(day.state, problem, said, age, day.failed_at if problem else None)
        known = self._known_spelling()
        if notice is None and known is not None:
            notice = self._notices.about_spelling(known)
        self._banner.show_notice(Topic.DAY, notice)
        drop = self._drop()
        self._banner.show_notice(Topic.DROP, self._notices.about_drop(say(drop.text)) if drop else None)

    def _known_spelling(self) -> str | None:
        """Return the code of a known carrier that differs from the one shown in case and blanks alone."""
        day = self._current_day.day
        return None if day is None else known_spelling(day.carrier, self._ports.rows.carriers())

    def _drop(self) -> Drop | None:
        """Return what the day's answer lacks, unless it is empty or the user closed the notice."""
        state = self._current_day.state
        drop = state.drop if state is not None and state.answer is CarrierAnswer.MANIFESTS else None
        if state is None or drop is None or drop.at.isoformat() <= self._state.closed_drop(state.day):
            return None
        return drop

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        state = self._current_day.state
        if topic is Topic.DAY:
            self._closed = self._current_day.problem
        elif topic is Topic.DROP and state is not None and state.drop is not None:
            self._state.keep_closed_drop(state.day, state.drop.at.isoformat())

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        state = self._current_day.state
        if remedy is Remedy.LOAD:
            self._current_day.load()
        elif remedy is Remedy.SHOW_SKIPPED and state is not None:
            self.skipped_asked.emit(state.skipped)
        elif remedy is Remedy.KNOWN_CARRIER and (known := self._known_spelling()) is not None:
            self._navigator.show_day(Day(known, self._current_day.shown_day.date))
        elif remedy is Remedy.SHOW_GONE:
            self._navigator.show_view(View.GONE)
