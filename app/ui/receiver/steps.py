"""The steps until notifications arrive: when their card is shown, and where its buttons lead."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme
from app.ui.context.places import HelpPlace, Page, SettingsPlace
from app.ui.context.window_context import Feature, WindowContext
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.shown_receiver import ShownReceiver
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_column, in_row


class Step(Enum):
    """What has to be done, in this order."""

    TOKEN = auto()
    ADDRESS = auto()
    OUTSIDE = auto()
    FIRST = auto()


_IS_DONE: dict[Step, Callable[[ShownReceiver], bool]] = {
    Step.TOKEN: lambda state: state.has_token,
    Step.ADDRESS: lambda state: bool(state.settings.public_url),
    Step.OUTSIDE: lambda state: bool(state.settings.public_url) and state.is_reached,
    Step.FIRST: lambda state: state.has_received,
}


class StepsCard(QFrame):
    """Shows a tick for each step that is done, and a button for each other one; hidden until it is wanted."""

    step_asked = Signal(object)
    """The user wants to do a `Step`."""
    help_asked = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", "top")
        self._buttons: dict[Step, QPushButton] = {}
        self._ticks: dict[Step, QLabel] = {}
        self._to_do: list[Step] = []
        self._is_low = False
        self._text = plain_label(tone="dim")
        self._help = QPushButton(self.tr("Help"), flat=True)
        self._close = QPushButton(icon("x", theme.text), "", flat=True)
        self._close.setAccessibleName(self.tr("Close the steps"))
        self._close.setToolTip(self.tr("Close"))
        self._lay_out()
        self._help.clicked.connect(self.help_asked)
        self._close.clicked.connect(self.closed)
        self.hide()

    def _lay_out(self) -> None:
        title = plain_label(self.tr("Receive notifications").upper(), heading="section", wraps=False)
        flowing = QWidget()  # a narrow window has them in several lines
        steps = FlowLayout(flowing, title, margin=0, spacing=12)
        for step, (done, to_do) in self._titles().items():
            tick, button = plain_label(f"✓ {done}", tone="good", wraps=False), QPushButton(to_do)
            button.clicked.connect(partial(self.step_asked.emit, step))
            self._ticks[step], self._buttons[step] = tick, button
            steps.addWidget(tick)
            steps.addWidget(button)
        line = in_row(
            (flowing, 1), (self._help, 0, Qt.AlignmentFlag.AlignTop), (self._close, 0, Qt.AlignmentFlag.AlignTop)
        )
        in_column(line, self._text, on=self, margins=(16, 8, 12, 8), spacing=4)

    def _titles(self) -> dict[Step, tuple[str, str]]:
        """Return what each step is called once it is done, and on its button."""
        return {
            Step.TOKEN: (self.tr("Token"), self.tr("Enter the token")),
            Step.ADDRESS: (self.tr("Public address"), self.tr("Enter the public address")),
            Step.OUTSIDE: (self.tr("Reached from outside"), self.tr("Test from outside")),
            Step.FIRST: (self.tr("First notification"), self.tr("Copy the address for the provider")),
        }

    @property
    def text(self) -> str:
        """The text below the steps."""
        return self._text.text()

    def done(self) -> list[Step]:
        """Return the steps that are done."""
        return [step for step in Step if step not in self._to_do]

    def button(self, step: Step) -> QPushButton:
        """Return the button of a step."""
        return self._buttons[step]

    def show_state(self, state: ShownReceiver) -> None:
        """Tick off what is done, and say what comes next."""
        to_do = self._to_do = [step for step, is_done in _IS_DONE.items() if not is_done(state)]
        had_focus = next((step for step, button in self._buttons.items() if button.hasFocus()), None)
        text = " ".join(self._said(to_do, state.settings.public_address))
        self._text.setText(text)
        for step, button in self._buttons.items():
            restyle(button, "primary", step in to_do[:1])
            button.setToolTip(tool_tip(text) if step in to_do[:1] else "")
        self._show_parts()
        if had_focus is not None and self._buttons[had_focus].isHidden():
            (self._buttons[to_do[0]] if to_do else self._close).setFocus()

    def fold(self, *, is_low: bool) -> None:
        """Show only the next step, in one line, or all of it."""
        if is_low is not self._is_low:
            self._is_low = is_low
            self._show_parts()

    def _show_parts(self) -> None:
        to_do, is_low = self._to_do, self._is_low
        for step, tick in self._ticks.items():
            tick.setVisible(step not in to_do and not is_low)
            self._buttons[step].setVisible(step in (to_do[:1] if is_low else to_do))
        self._text.setVisible(not (is_low and to_do))  # the tool tip of the next step's button has it

    def _said(self, to_do: Sequence[Step], address: str) -> Iterator[str]:
        """Yield what the next step is for; and while no notification ever arrived, what follows from that."""
        if not to_do:
            yield self.tr("Notifications arrive: what a driver closes is on the desk within a second.")
            return
        yield {
            Step.TOKEN: self.tr("The provider sends each notification with a token: enter the one that you agreed on."),
            Step.ADDRESS: self.tr("The provider needs an https address that leads here, such as that of a tunnel."),
            Step.OUTSIDE: self.tr("The test shows whether what is sent to the public address arrives here."),
            Step.FIRST: self.tr("Give the provider this address: {address}.").format(address=address),
        }[to_do[0]]
        if Step.FIRST in to_do:
            yield self.tr("Until one arrives, the desk shows the carrier's word, and marks no row as possibly missed.")


class Steps(Feature):
    """Shows the card once a day is loaded and no notification ever arrived, until the user closes it."""

    def __init__(self, context: WindowContext, card: StepsCard, receiver: ReceiverController) -> None:
        super().__init__(context)
        self._card = card
        self._receiver = receiver
        self._is_asked_for = False
        receiver.state_seen.connect(self.follow)
        receiver.steps_asked.connect(self.show)
        context.day.day_shown.connect(self.refresh)
        card.step_asked.connect(self._do)
        card.closed.connect(self._close)
        card.help_asked.connect(partial(context.signals.help_asked.emit, HelpPlace(Page.RECEIVING, "set-it-up")))

    @Slot()
    def refresh(self) -> None:
        """Show the card if it is time for it."""
        self.follow(self._receiver.state)

    @Slot(object)
    def follow(self, state: ShownReceiver) -> None:
        """Tick off what is done; show the card if it is time for it."""
        if not self._card.isHidden() and state.is_shared and not self._is_asked_for:
            self._card.hide()
            self._receiver.note_steps(shown=False)
        elif not self._card.isHidden():
            self._card.show_state(state)
        elif self._is_time(state):
            self._open(state)

    @Slot()
    def show(self) -> None:
        """Show the card, also if it was closed or all is done."""
        self._is_asked_for = True
        self._open(self._receiver.state)
        first = next((step for step in Step if step not in self._card.done()), None)
        if first is not None:
            self._card.button(first).setFocus()

    def _is_time(self, state: ShownReceiver) -> bool:
        day = self._context.day.state
        reception = state.listening.reception
        is_known = bool(state.secrets) and (reception.is_listening or reception.is_down)
        is_wanted = not (
            self._context.is_demo or state.has_received or state.is_shared or self._context.state.knows_signs
        )
        return is_known and is_wanted and day is not None and day.loaded_at is not None

    def _open(self, state: ShownReceiver) -> None:
        self._card.show_state(state)
        self._card.show()
        self._receiver.note_steps(shown=True)

    @Slot()
    def _close(self) -> None:
        """Hide the card for good; it says what the notice without notifications would say, so that is known too."""
        self._card.hide()
        self._context.state.knows_signs = True
        self._receiver.note_steps(shown=False)

    @Slot(object)
    def _do(self, step: Step) -> None:
        state = self._receiver.state
        if step is Step.TOKEN:
            self._context.signals.asked.emit(SettingsPlace.RECEIVER_TOKEN)
        elif step is Step.ADDRESS or not state.settings.public_url:
            self._context.signals.asked.emit(SettingsPlace.PUBLIC_URL)
        elif step is Step.OUTSIDE:
            self._receiver.test_public_url()
        else:
            QGuiApplication.clipboard().setText(state.settings.public_address)
            self._context.report(self.tr("Copied: {address}").format(address=state.settings.public_address))
