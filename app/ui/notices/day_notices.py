"""The notices about the shown day: how its loads ended, and what they changed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.domain.carriers import known_spelling
from app.domain.days import CarrierAnswer, Day, Drop
from app.domain.views.queries import View
from app.ui.notices.notices import Notices, Remedy, Topic

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class DayNotices(QObject):
    """Has it said under the top bar; what the user closed of it is not said again."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.notices = Notices(self)
        window.banner.asked.connect(self._mend)
        window.banner.closed.connect(self._keep_closed)

    def show(self, age: str) -> None:
        """Say what must be known of the day; `age` is how old what is shown is, in words."""
        window, current_day = self._window, self._window.current_day
        problem = current_day.problem
        said = window.ports.say(problem.user_message) if problem else ""
        notice = self.notices.about(current_day.state, problem, said, age)
        known = self._known_spelling()
        if notice is None and known is not None:
            notice = self.notices.about_spelling(known)
        window.banner.show_notice(Topic.DAY, notice)
        drop = self._drop()
        said = window.ports.say(drop.text) if drop else ""
        window.banner.show_notice(Topic.DROP, self.notices.about_drop(said) if drop else None)

    def _known_spelling(self) -> str | None:
        """Return the code of a known carrier that differs from the one on the desk in case and blanks alone."""
        day = self._window.current_day.day
        return None if day is None else known_spelling(day.carrier, self._window.ports.rows.carriers())

    def _drop(self) -> Drop | None:
        """Return what the day's answer lacks, unless the user closed that or all of it is lacking."""
        state = self._window.current_day.state
        drop = state.drop if state is not None and state.answer is CarrierAnswer.MANIFESTS else None
        if state is None or drop is None or drop.at.isoformat() <= self._window.state.closed_drop(state.day):
            return None
        return drop

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        state = self._window.current_day.state
        if topic is Topic.DROP and state is not None and state.drop is not None:
            self._window.state.keep_closed_drop(state.day, state.drop.at.isoformat())

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        window, state = self._window, self._window.current_day.state
        if remedy is Remedy.LOAD:
            window.current_day.load()
        elif remedy is Remedy.SHOW_SKIPPED and state is not None:
            window.detail.show_skipped(state.skipped)
        elif remedy is Remedy.KNOWN_CARRIER and (known := self._known_spelling()) is not None:
            window.show_day(Day(known, window.current_day.shown_day.date))
        elif remedy is Remedy.SHOW_GONE:
            window.clear_filters()
            window.views.view_chosen.emit(View.GONE)
