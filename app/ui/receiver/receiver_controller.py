"""The receiver in the window: its chip and panel, the notices about it, and what their buttons do."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property, partial

from PySide6.QtCore import Signal, Slot

from app.domain.access.credentials import SecretName
from app.domain.contract.outcomes import Outcome
from app.domain.days import Scope
from app.domain.reception.gaps import Gap
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.reception.reception_state import ReceptionState
from app.domain.relay.relay_status import OtherDesks
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.services.kept_secrets import SecretState
from app.ui.context.places import HelpPlace, Page, SettingsPlace
from app.ui.context.window_context import Feature, WindowContext
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Gravity, Notice, Notices, Remedy, Topic
from app.ui.receiver.receiver_panel import ReceiverPanel
from app.ui.receiver.receiver_words import ReceiverWords, gap_times
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.widgets.chip import Chip

_ASLEEP = timedelta(minutes=2)
"""The state is looked at each minute at least, except by a computer that sleeps."""


class ReceiverController(Feature):
    """Shows the receiver's state whenever it may have changed; starts and stops the receiver in a worker."""

    state_seen = Signal(object)
    """The `ShownReceiver` that is shown now; mostly the same as before."""
    steps_asked = Signal()
    """The user wants to see the steps until notifications arrive."""

    def __init__(self, context: WindowContext, chip: Chip, banner: Banner) -> None:
        super().__init__(context)
        self.chip = chip
        self._banner = banner
        self._notices = Notices(self)
        self._words = ReceiverWords(context.say, lambda: context.formats, self)
        self._missed: tuple[Scope, int] | None = None
        self.is_busy = False
        self.state = ShownReceiver(ReceiverStatus(ReceptionState.STARTING), context.settings.read(), {})
        self._has_panel = self._shows_steps = False
        self._closed_warnings: set[str] = set()
        self._awake_since = self._looked_at = context.clock.now()
        chip.clicked.connect(self.open_panel)
        banner.asked.connect(self._do_remedy)
        banner.closed.connect(self._keep_closed)
        context.feed.listening_changed.connect(self.refresh)
        context.clock.ticked.connect(self.refresh)

    @cached_property
    def panel(self) -> ReceiverPanel:
        """The panel under the chip; made when it is first opened."""
        panel = ReceiverPanel(self._context, self._words, self.chip)
        self._context.explain(panel, lambda: HelpPlace(Page.RECEIVING))
        panel.restart_asked.connect(self.restart)
        panel.stop_asked.connect(self.stop)
        panel.settings_asked.connect(partial(self._context.signals.asked.emit, SettingsPlace.RECEIVER))
        panel.steps_asked.connect(self.steps_asked)
        panel.quarantined_asked.connect(self._show_latest_quarantined)
        self._has_panel = True
        return panel

    @property
    def is_receiving(self) -> bool:
        """Whether notifications are received in this process."""
        return self.state.listening.server is not None and self.state.reception.is_listening

    @Slot()
    def refresh(self) -> None:
        """Ask for the receiver's state, and show it."""
        listening = self._context.receiver.listening(self._context.rows)
        if (
            listening.reception is not self.state.listening.reception
        ):  # perhaps because another process changed a setting
            self.state = replace(self.state, settings=self._context.settings.read())
        self.state = replace(self.state, listening=listening, others=self._others())
        self.chip.show_look(self._words.chip(self.state))
        if self._has_panel and self.panel.isVisible():
            self._show_in_panel()
        self._show_not_receiving()
        self._show_gap()
        self.state_seen.emit(self.state)

    def _others(self) -> OtherDesks | None:
        status, now = self._context.sharing.status, self._context.clock.now()
        if now - self._looked_at > _ASLEEP:
            self._awake_since = now
        self._looked_at = now
        if status is None:
            return None
        return OtherDesks(status, self._context.rows.other_receivers(), now, self._awake_since)

    @Slot(object)
    def note_secrets(self, secrets: Mapping[SecretName, SecretState]) -> None:
        """Record which secrets are there, and read the settings, which may have changed as well."""
        self.state = replace(self.state, secrets=secrets, settings=self._context.settings.read())
        self.refresh()

    @Slot(object, object)
    def note_counts(self, day: Scope, counts: Mapping[View, int]) -> None:
        """Record how many visits of a day may have missed their notification."""
        self._missed = (day, counts.get(View.MISSED, 0))
        self._show_gap()

    def note_steps(self, *, shown: bool) -> None:
        """Record whether the steps are shown, which say themselves that no notification ever arrived."""
        self._shows_steps = shown
        self._show_gap()

    def test_public_url(self) -> None:
        """Open the panel, and test from outside there."""
        self.open_panel()
        self.panel.probes.public_url.button.setFocus()
        self.panel.probes.public_url.button.click()

    @Slot()
    def open_panel(self) -> None:
        """Open the panel, or bring it to the front."""
        self.state = replace(self.state, settings=self._context.settings.read())
        self._show_in_panel()
        self.panel.show()
        self.panel.raise_()
        self.panel.activateWindow()

    @Slot()
    def restart(self) -> None:
        """Start the receiver, or restart it with the settings in force."""
        self._do(self._context.receiver.restart)

    @Slot()
    def stop(self) -> None:
        """Stop the receiver until it is started again."""
        self._do(self._context.receiver.close)

    def _do(self, act: Callable[[], None]) -> None:
        if self.is_busy:
            return
        self.is_busy = True
        self._context.workers.start(lambda _report: act()).ended.connect(self._be_ready)
        self.refresh()

    @Slot()
    def _be_ready(self) -> None:
        self.is_busy = False
        self.refresh()

    def _show_in_panel(self) -> None:
        self.panel.show_state(self.state, self._context.formats, is_busy=self.is_busy)

    def _show_not_receiving(self) -> None:
        notice = None
        if self.state.is_down and not self.is_busy:
            listening = self.state.listening
            problem = self._context.say(listening.problem) if listening.problem else ""
            notice = self._notices.about_outage(listening.reception, self._words.down_since(self.state), problem)
        elif self.state.reception is ReceptionState.REFUSED:
            notice = self._notices.about_refused_tokens(self._words.refused_tokens(self.state))
        self._banner.show_notice(Topic.RECEIVER, notice)
        self._show_others()

    def _show_others(self) -> None:
        """Show that nothing comes from the other desks, else what else there is to know of them."""
        words, state, notice = self._words.other_desks, self.state, None
        problem, warnings = words.problem(state), words.warnings(state)
        self._closed_warnings &= warnings.keys()  # one that comes back is news
        unclosed = [said for about, said in warnings.items() if about not in self._closed_warnings]
        if problem:
            notice = Notice(Gravity.ERROR if state.is_cut_off else Gravity.WARNING, problem)
        elif unclosed:
            notice = Notice(Gravity.WARNING, " ".join(unclosed), can_close=True)
        self._banner.show_notice(Topic.OTHER_DESKS, notice)

    def _show_gap(self) -> None:
        """Show the longest of the gaps whose notice is not closed; the others are counted."""
        notice, gaps, loaded = None, self._unclosed(), self._context.day.state
        if gaps and loaded is not None and loaded.loaded_at is not None:
            formats = self._context.formats
            gap = max(gaps, key=lambda one: one.until - one.since)
            notice = self._notices.about_gap(
                *gap_times(gap, formats),
                self._context.say(gap.text),
                len(gaps) - 1,
                is_made_up_for=loaded.loaded_at >= max(one.until for one in gaps),
                missed=self._missed_now(),
            )
        elif self._is_nothing_known() and loaded is not None and loaded.loaded_at is not None:
            notice = Notice(Gravity.INFO, self._words.nothing_yet(), can_close=True)
        self._banner.show_notice(Topic.GAP, notice)

    def _is_nothing_known(self) -> bool:
        """Whether to say that no notification ever arrived: not in the demo, and until the user closes that notice."""
        listening = self.state.listening
        is_known = listening.reception is ReceptionState.STARTING or self.state.has_received or self._shows_steps
        return not (is_known or self._context.is_demo or self._context.state.knows_signs)

    def _missed_now(self) -> int | None:
        """Return how many rows of the shown day may have missed their notification.

        None while they are counted, and while no notification ever arrived: then no row is marked.
        """
        if not self.state.has_received:
            return None
        return self._missed[1] if self._missed is not None and self._missed[0] == self._context.day.shown_day else None

    def _unclosed(self) -> list[Gap]:
        """Return the gaps of the day that is shown that ended after those whose notice was closed."""
        on, closed = self._context.day.shown_day.date, self._context.state.closed_gap
        day_of = self._context.clock.days.day_of
        later = [one for one in self.state.listening.missed if one.until.isoformat() > closed]
        return [one for one in later if day_of(one.since) <= on <= day_of(one.until)]

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        gaps = self._unclosed()
        if topic is Topic.GAP and gaps:
            self._context.state.closed_gap = max(one.until for one in gaps).isoformat()
        elif topic is Topic.OTHER_DESKS:
            self._closed_warnings.update(self._words.other_desks.warnings(self.state))
        elif topic is Topic.GAP:
            self._context.state.knows_signs = True

    @Slot(object)
    def _do_remedy(self, remedy: Remedy) -> None:
        if remedy is Remedy.START_RECEIVER:
            self.restart()
        elif remedy is Remedy.SHOW_MISSED:
            self._context.signals.view_asked.emit(View.MISSED)

    @Slot()
    def _show_latest_quarantined(self) -> None:
        """Show the quarantined notifications of the latest day that has any: the panel counts all days."""
        on = self._context.rows.quarantined_on()
        self.show_quarantined(on or self._context.day.shown_day.date)

    @Slot(object)
    def show_quarantined(self, on: date) -> None:
        """Show the quarantined notifications of a day."""
        shown = self._context.day.shown_day
        if on != shown.date:
            self._context.signals.day_asked.emit(Scope(shown.carriers, on))
        self._context.signals.rows_asked.emit(Table.NOTIFICATIONS, [ValueFilter("outcome", Outcome.QUARANTINED.value)])
        self._context.window.activateWindow()
