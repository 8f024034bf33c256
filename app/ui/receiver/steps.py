"""The steps until notifications arrive: when their card is shown, and where its buttons lead."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.domain.reception.listening import ReceptionState
from app.ui.ports.settings_ports import SettingsPlace
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.receiver_state import ReceiverState
from app.ui.receiver.steps_card import Step, StepsCard
from app.ui.state.current_day import CurrentDay
from app.ui.state.window_state import WindowState

_UNKNOWN = (ReceptionState.STARTING, ReceptionState.ELSEWHERE)
"""States in which the steps are not known, or are another process's."""


class Steps(QObject):
    """Shows the card once a day is loaded and no notification ever arrived, until the user closes it."""

    place_asked = Signal(object)
    """The `SettingsPlace` that a step leads to."""
    reported = Signal(str)
    """What was done, for the status line."""

    def __init__(
        self,
        card: StepsCard,
        receiver: ReceiverController,
        current_day: CurrentDay,
        state: WindowState,
        parent: QObject,
        *,
        is_demo: bool,
    ) -> None:
        super().__init__(parent)
        self._card = card
        self._receiver = receiver
        self._current_day = current_day
        self._window_state = state
        self._is_demo = is_demo
        receiver.state_seen.connect(self.follow)
        receiver.steps_asked.connect(self.show)
        current_day.day_shown.connect(self.refresh)
        card.step_asked.connect(self._do)
        card.closed.connect(self._close)

    @Slot()
    def refresh(self) -> None:
        """Show the card if it is time for it."""
        self.follow(self._receiver.state)

    @Slot(object)
    def follow(self, state: ReceiverState) -> None:
        """Tick off what is done; show the card if it is time for it."""
        if not self._card.isHidden():
            self._card.show_state(state)
        elif self._is_time(state):
            self._open(state)

    @Slot()
    def show(self) -> None:
        """Show the card, also if it was closed or all is done."""
        self._open(self._receiver.state)
        first = next((step for step in Step if step not in self._card.done()), None)
        if first is not None:
            self._card.button(first).setFocus()

    def _is_time(self, state: ReceiverState) -> bool:
        day = self._current_day.state
        is_known = bool(state.secrets) and state.listening.reception not in _UNKNOWN
        is_wanted = not (self._is_demo or state.has_received or self._window_state.knows_signs())
        return is_known and is_wanted and day is not None and day.loaded_at is not None

    def _open(self, state: ReceiverState) -> None:
        self._card.show_state(state)
        self._card.show()
        self._receiver.note_steps(shown=True)

    @Slot()
    def _close(self) -> None:
        """Hide the card for good; it says what the notice without notifications would say, so that is known too."""
        self._card.hide()
        self._window_state.keep_knows_signs()
        self._receiver.note_steps(shown=False)

    @Slot(object)
    def _do(self, step: Step) -> None:
        state = self._receiver.state
        if step is Step.TOKEN:
            self.place_asked.emit(SettingsPlace.RECEIVER_TOKEN)
        elif step is Step.ADDRESS or not state.settings.public_url:
            self.place_asked.emit(SettingsPlace.PUBLIC_URL)
        elif step is Step.OUTSIDE:
            self._receiver.test_public_url()
        else:
            QGuiApplication.clipboard().setText(state.settings.public_address)
            self.reported.emit(self.tr("Copied: {address}").format(address=state.settings.public_address))
