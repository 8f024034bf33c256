"""The receiver's part of the window: chip and panel, the notices about it, and what their buttons do."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.bridge.news import News
from app.desk.notices import Notices, Remedy, Silence, Topic
from app.desk.ports import SecretState
from app.desk.receiver_panel import ReceiverPanel
from app.desk.receiver_state import ReceiverState
from app.desk.receiver_words import ReceiverWords
from app.desk.theme import Theme
from app.domain.columns import Table
from app.domain.credentials import SecretName
from app.domain.listening import GAP_TEXTS, Gap
from app.domain.notifications import Outcome
from app.domain.queries import ValueFilter, View

if TYPE_CHECKING:
    from app.desk.window import MainWindow


class ReceiverCorner(QObject):
    """Asks how it stands whenever that may have changed, and shows it; starts and stops in a worker."""

    refreshed = Signal()
    """The chip, the notices and an open panel show how it stood just now."""

    def __init__(self, window: "MainWindow", news: News, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._ports = window.ports
        self._notices = Notices(self)
        self._words = ReceiverWords(window.ports.say, lambda: window.detail.formats, self)
        self._secrets: Mapping[SecretName, SecretState] = {}
        self._missed: int | None = None
        self._is_busy = False
        self.chip = window.top.receiver
        self.panel = ReceiverPanel(window.ports, window.workers, self._words, theme, self.chip, window)
        self.chip.clicked.connect(self.open_panel)
        self.panel.restart_asked.connect(self.restart)
        self.panel.stop_asked.connect(self.stop)
        self.panel.settings_asked.connect(window.open_receiver_settings)
        self.panel.quarantined_asked.connect(self._show_quarantined)
        window.banner.asked.connect(self._mend)
        window.banner.closed.connect(self._keep_closed)
        news.listening_changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Ask how it stands, and show it."""
        state = ReceiverState(self._ports.listening(), self._ports.settings(), self._secrets)
        self.chip.show_look(self._words.chip(state))
        if self.panel.isVisible():
            self._show_in_panel(state)
        self._tell_deafness(state)
        self._tell_silence(self._unclosed(state.listening.gaps))
        self.refreshed.emit()

    def see_secrets(self, secrets: Mapping[SecretName, SecretState]) -> None:
        """Take note of which secrets are kept."""
        self._secrets = secrets
        self.refresh()

    def see_missed(self, count: int | None) -> None:
        """Take note of how many visits of the day may have missed their notice; None while they are counted."""
        self._missed = count
        self.refresh()

    @Slot()
    def open_panel(self) -> None:
        """Open the panel, or bring it to the front."""
        self._show_in_panel(ReceiverState(self._ports.listening(), self._ports.settings(), self._secrets))
        self.panel.show()
        self.panel.raise_()
        self.panel.activateWindow()

    @Slot()
    def restart(self) -> None:
        """Start the receiver, or start it anew by the settings in force."""
        self._do(self._ports.restart_receiver)

    @Slot()
    def stop(self) -> None:
        """Stop the receiver until it is started again."""
        self._do(self._ports.stop_receiver)

    def _do(self, act: Callable[[], None]) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        self._window.workers.start(lambda _report: act()).ended.connect(self._be_ready)
        self.refresh()

    @Slot()
    def _be_ready(self) -> None:
        self._is_busy = False
        self.refresh()

    def _show_in_panel(self, state: ReceiverState) -> None:
        self.panel.show_state(state, self._window.detail.formats, is_busy=self._is_busy)

    def _tell_deafness(self, state: ReceiverState) -> None:
        notice = None
        if state.is_deaf and not self._is_busy:
            listening = state.listening
            since = self._window.detail.formats.instant(listening.deaf_since) if listening.deaf_since else ""
            problem = self._ports.say(listening.problem) if listening.problem else ""
            notice = self._notices.about_deafness(listening.hearing, since, problem)
        self._window.banner.show_notice(Topic.RECEIVER, notice)

    def _tell_silence(self, gaps: list[Gap]) -> None:
        """Tell of the longest of the gaps that are not closed; the others are counted."""
        notice, day = None, self._window.keeper.state
        if gaps and day is not None and day.loaded_at is not None:
            formats = self._window.detail.formats
            gap = max(gaps, key=lambda one: one.until - one.since)
            silence = Silence(
                formats.instant(gap.since),
                formats.instant(gap.until),
                self._ports.say(GAP_TEXTS[gap.cause]),
                len(gaps) - 1,
                is_made_up_for=day.loaded_at >= max(one.until for one in gaps),
                missed=self._missed,
            )
            notice = self._notices.about_silence(silence)
        self._window.banner.show_notice(Topic.GAP, notice)

    def _unclosed(self, gaps: tuple[Gap, ...]) -> list[Gap]:
        """Return the gaps that concern the day on the desk and came after the one that was closed."""
        day, closed, formats = self._window.keeper.day, self._window.state.closed_gap(), self._window.detail.formats
        if day is None:
            return []
        dated = ((formats.at_site(one.since).date(), formats.at_site(one.until).date(), one) for one in gaps)
        return [one for first, last, one in dated if first <= day.date <= last and one.until.isoformat() > closed]

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        gaps = self._ports.listening().gaps
        if topic is Topic.GAP and gaps:
            self._window.state.keep_closed_gap(max(one.until for one in gaps).isoformat())

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.START_RECEIVER:
            self.restart()
        elif remedy is Remedy.SET_UP_RECEIVER:
            self._window.open_receiver_settings()
        elif remedy is Remedy.SHOW_MISSED:
            self._window.clear_filters()
            self._window.views.view_chosen.emit(View.MISSED)

    @Slot()
    def _show_quarantined(self) -> None:
        page = self._window.pages[Table.NOTIFICATIONS]
        self._window.tabs.setCurrentWidget(page)
        page.clear()
        page.add_filter(ValueFilter("outcome", Outcome.QUARANTINED.value))
        self._window.activateWindow()
