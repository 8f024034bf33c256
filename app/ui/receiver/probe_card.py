"""The two tests of the receiver: on this machine, and through its public address."""

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.domain.errors import AppError
from app.domain.reception.probing import Cause, Diagnosis
from app.ui.appearance.icons import TextTone
from app.ui.context.window_context import WindowContext
from app.ui.widgets.labels import plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row

_UNDECIDED = (Cause.OTHER_PATH, Cause.PROXY_NEEDED, Cause.STOPPED)
"""The causes that are neither good nor certainly wrong."""


class Trial(QWidget):
    """A button that runs a test in a worker, with the result below it."""

    def __init__(self, title: str, test: Callable[[], Diagnosis], context: WindowContext) -> None:
        super().__init__()
        self._test = test
        self._workers, self._say = context.workers, context.say
        self._is_busy = False
        self.button = QPushButton(title, autoDefault=False)
        self.button.clicked.connect(self._start)
        self.about = plain_label(tone="dim")
        self.outcome = plain_label()
        self.outcome.hide()
        self.row = in_row(self.button, (self.about, 1), spacing=12)
        in_column(self.row, self.outcome, on=self, margins=0, spacing=6)

    def allow(self, *, possible: bool, about: str) -> None:
        """Enable or disable the test, and say what it does or why it is disabled."""
        self.about.setText(about)
        self.button.setAccessibleDescription(about)
        self.button.setEnabled(possible)

    def forget(self) -> None:
        """Clear the result; that of a running test will be shown."""
        if not self._is_busy:
            self.outcome.clear()
            self.outcome.hide()

    @Slot()
    def _start(self) -> None:
        if self._is_busy:  # the button stays enabled, since it would lose the focus
            return
        self._is_busy = True
        self._show_result(TextTone.DIM, self.tr("Asking…"))
        test = self._test
        task = self._workers.start(lambda _report: test())
        task.ended.connect(self._be_ready)
        task.succeeded.connect(self._show)
        task.failed.connect(self._show_failure)

    @Slot()
    def _be_ready(self) -> None:
        self._is_busy = False

    @Slot(object)
    def _show(self, found: Diagnosis) -> None:
        tone = TextTone.WARN if found.cause in _UNDECIDED else TextTone.GOOD if found.works else TextTone.BAD
        sign = {TextTone.WARN: "!", TextTone.GOOD: "✓", TextTone.BAD: "✕"}[tone]
        status = f"{found.status} · " if found.status is not None else ""
        self._show_result(tone, f"{sign} {status}{found.milliseconds} ms · {self._say(found.text)}")

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self._show_result(TextTone.BAD, "✕ " + self._say(error.user_message))

    def _show_result(self, tone: TextTone, text: str) -> None:
        restyle(self.outcome, "tone", tone.value)
        self.outcome.setText(text)
        self.outcome.show()


class ProbeCard(QFrame):
    """Shows both tests below each other; one needs a public address."""

    settings_asked = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.here = Trial(self.tr("Send a test"), context.receiver.test_inside, context)
        self.public_url = Trial(self.tr("Test from outside"), context.receiver.test_outside, context)
        self.missing = QPushButton(self.tr("Enter it"), flat=True, autoDefault=False)
        self.missing.setAccessibleDescription(self.tr("Opens the settings"))
        self.missing.clicked.connect(self.settings_asked)
        self.public_url.row.addWidget(self.missing)
        in_column(
            plain_label(self.tr("Tests").upper(), heading="section"),
            self.here,
            self.public_url,
            on=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )

    def enable(self, *, listens: bool, public_url: str) -> None:
        """Enable the tests that are possible: one needs a running receiver, the other a public address."""
        here_text = self.tr("From this computer to the receiver.")
        self.here.allow(possible=listens, about=here_text if listens else self.tr("It needs the receiver to listen."))
        public_text = self.tr("Through the public address, as the provider sends.")
        about = public_text if public_url else self.tr("It needs the public address.")
        self.public_url.allow(possible=bool(public_url), about=about)
        self.missing.setVisible(not public_url)

    def forget(self) -> None:
        """Clear both results."""
        for trial in (self.here, self.public_url):
            trial.forget()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the buttons equally wide, once their style is known."""
        buttons = (self.here.button, self.public_url.button)
        for button in buttons:
            button.setMinimumWidth(max(one.sizeHint().width() for one in buttons))
        super().showEvent(event)
