"""The settings' page about the carrier's service: address, credentials, and a test of them."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from app.domain.access.addresses import address_problem, completed_address
from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.domain.access.credentials import SecretName
from app.domain.settings import Group
from app.ui.appearance.icons import TextTone
from app.ui.context.window_context import WindowContext
from app.ui.settings.forms import HttpsButton, SettingFields, keep_on_one_line, new_form
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import plain_label, restyle
from app.ui.widgets.layouts import in_column

_OK = 200
_BAD_REQUEST, _UNAUTHORIZED, _FORBIDDEN = 400, 401, 403
_LOOKS = {
    Verdict.WORKS: (TextTone.GOOD, "✓"),
    Verdict.UNSURE: (TextTone.WARN, "!"),
    Verdict.FAILS: (TextTone.BAD, "✕"),
}
_TOKEN, _USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
_PAUSE_MS = 700
"""After the last change of a value, before what is entered is tested."""


class ConnectionTest(QWidget):
    """Asks a server in a worker. Only the latest test counts: a newer one, or another value, cancels it."""

    asked = Signal()
    """The button was pressed: the values are to be tested."""
    ended = Signal(object)
    """The `ConnectionReport` of the latest test, unless it was cancelled."""

    def __init__(
        self,
        context: WindowContext,
        probe: Callable[..., ConnectionReport],
        cancel: Callable[[], None] = lambda: None,
    ) -> None:
        """Test by `probe`, in a worker; `cancel` ends those under way."""
        super().__init__()
        self._context = context
        self._probe, self._cancel = probe, cancel
        self._words = ConnectionWords(self)
        self._turn = 0
        self.is_running = False
        self.button = QPushButton(self.tr("Test connection"), autoDefault=False)
        self.outcome = plain_label(tone="dim")
        self.outcome.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        in_column((self.button, 0, Qt.AlignmentFlag.AlignLeft), self.outcome, on=self, margins=0, spacing=8)
        self.button.clicked.connect(self._press)

    def start(self, *values: object) -> None:
        """Test these values, which are those of the probe."""
        self.stop()
        self._turn += 1
        self.is_running = True
        self.button.setText(self.tr("Cancel"))
        self.show_note(self.tr("Asking…"))
        turn, probe = self._turn, self._probe
        task = self._context.workers.start(lambda _report: (turn, probe(*values)))
        task.succeeded.connect(self._take)

    def stop(self) -> None:
        """Cancel a running test, and forget what the last one found."""
        if self.is_running:
            self._cancel()
        self._turn += 1  # a result on its way is of other values
        self._be_ready()
        self.outcome.hide()

    def show_note(self, text: str) -> None:
        """Say something else in the place of the result."""
        self._say(TextTone.DIM, text)

    def meaning(self, report: ConnectionReport) -> str:
        """Return what a report means, in the words of the fields."""
        return self._words.meaning(report) or self._context.say(report.meaning)

    @Slot()
    def _press(self) -> None:
        if self.is_running:
            self.stop()
            self.show_note(self.tr("The test was cancelled."))
        else:
            self.asked.emit()

    @Slot(object)
    def _take(self, found: tuple[int, ConnectionReport]) -> None:
        turn, report = found
        if turn != self._turn:
            return
        self._be_ready()
        if report.about is None:
            self.show_whole(report)
        else:
            answered = self.tr("The carrier answers, and does not accept this: see the marked field.")
            nothing = self.tr("Not connected: see the marked field.")
            self._show(report, nothing if report.status is None or report.status == _OK else answered)
        self.ended.emit(report)

    def show_whole(self, report: ConnectionReport) -> None:
        """Show a report with what it means, where no field shows that."""
        self._show(report, self.meaning(report))

    def _show(self, report: ConnectionReport, text: str) -> None:
        tone, sign = _LOOKS[report.verdict]
        status = f"{report.status} · " if report.status is not None else ""
        took = f"{report.milliseconds} ms · " if report.milliseconds else ""  # nothing was sent to an invalid address
        self._say(tone, f"{sign} {status}{took}{text}")

    def _be_ready(self) -> None:
        self.is_running = False
        self.button.setText(self.tr("Test connection"))

    def _say(self, tone: TextTone, text: str) -> None:
        restyle(self.outcome, "tone", tone.value)
        self.outcome.setText(text)
        self.outcome.show()


class ConnectionWords(QObject):
    """Writes what is wrong where the fields are in sight; a QObject, so that its sentences are translated."""

    def meaning(self, report: ConnectionReport) -> str:
        """Return a sentence for the frequent failures; empty for the others, whose own sentence says it."""
        if report.verdict is not Verdict.FAILS:
            return ""
        if report.about is Part.ADDRESS and report.status == _OK:
            return self.tr(
                "A web page or another program answers at this address, not the carrier's service. Check the address; "
                "in a guest network, sign in in the browser first."
            )
        return {
            _UNAUTHORIZED: self.tr(
                "The carrier does not accept this token with this user. Compare both with what the carrier gave you; "
                "if they are right, ask the carrier for new ones."
            ),
            _FORBIDDEN: self.tr("This user may not see this carrier. Check the code, or ask the carrier for it."),
            _BAD_REQUEST: self.tr("The carrier does not know this code. Check how it is written."),
        }.get(report.status or 0, "")


class CarrierSettings(QWidget):
    """The fields and "Test connection", which asks the carrier with what is typed, else with what is kept.

    If `is_first_day`, it has the field of the carrier's code and not those of the timeouts, and tests what is entered
    as soon as it is complete.
    """

    explained = Signal(QWidget)
    """The label that says how a test ended, or the field that it is about, once it does."""
    changed = Signal()
    """A value was changed."""

    def __init__(self, context: WindowContext, fields: SettingFields, *, is_first_day: bool = False) -> None:
        super().__init__()
        self._context = context
        self._errors = fields.errors
        self._is_first_day = is_first_day
        self.test = ConnectionTest(context, context.connection_tests.run, context.connection_tests.cancel)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._tested: tuple[str, ...] = ()
        self._typed_in: QLineEdit | None = None
        self._lay_out(fields)
        self._pause.timeout.connect(self._test_entered)
        self.test.asked.connect(self._test)
        self.test.ended.connect(self._show_report)
        self.base_url.editingFinished.connect(self._complete_address)
        for field in (self.base_url, self.token_line.field, self.user_line.field, self.code):
            field.textChanged.connect(self._follow_change)
            field.textEdited.connect(partial(self._note_typing, field))
            field.editingFinished.connect(self._end_typing)

    def _lay_out(self, fields: SettingFields) -> None:
        self.form = form = new_form(self)
        fields.add(form, "base_url")
        self.token_line = SecretLine(form, self.tr("Token"))
        self.user_line = SecretLine(form, self.tr("User"))
        if self._is_first_day:
            fields.add(form, "carrier")
        else:
            form.addRow("", self.test)
            fields.add_group(form, Group.CARRIER)
        self.base_url = fields.line("base_url")
        self.code = fields.line("carrier") if self._is_first_day else QLineEdit()
        for field in (self.base_url, self.code):
            keep_on_one_line(field)
        typed = [self.token_line.field, self.user_line.field, *([self.code] if self._is_first_day else [])]
        for one, other in pairwise((*typed, self.token_line.reveal, self.user_line.reveal)):
            QWidget.setTabOrder(one, other)  # a button that has just appeared would take what is typed next

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return {_TOKEN: self.token_line, _USER: self.user_line}

    def missing(self) -> list[QWidget]:
        """Return the fields that are still empty, in their order."""
        return list(self._missing())

    def _missing(self) -> Iterator[QWidget]:
        if not self.base_url.text().strip():
            yield self.base_url
        for line in (self.token_line, self.user_line):
            if not line.is_there:
                yield line
        if self._is_first_day and not self.code.text().strip():
            yield self.code

    def check_address(self) -> bool:
        """Complete the address and return whether it can be used; if not, say below it what is wrong."""
        address = completed_address(self.base_url.text())
        if address != self.base_url.text():
            self.base_url.setText(address)
        problem = address_problem(address)
        if problem is not None:
            remedy = HttpsButton(self.base_url) if address.startswith("http://") else None
            self._errors.show(self.base_url, self._context.say(problem), remedy)
        return problem is None

    def test_soon(self) -> None:
        """Test what is entered once it is complete and was not changed for a moment."""
        self._pause.start()

    def leave(self) -> None:
        """Stop testing."""
        self._pause.stop()
        self.test.stop()

    @Slot()
    def _complete_address(self) -> None:
        if self.base_url.text().strip() and self.check_address() and self._is_first_day:
            self.test_soon()

    def _note_typing(self, field: QLineEdit, _text: str) -> None:
        self._typed_in = field

    @Slot()
    def _end_typing(self) -> None:
        """Test what was typed once its field was left, or Enter pressed in it."""
        if self._typed_in is not None:
            self._typed_in = None
            if self._is_first_day:
                self.test_soon()

    @Slot()
    def _follow_change(self) -> None:
        for field in (self.base_url, self.token_line, self.user_line, self.code):
            self._errors.clear(field)
        if self._values() != self._tested:
            self._tested = ()
            self.test.stop()
            if self._is_first_day:
                self.test_soon()
        self.changed.emit()

    def _values(self) -> tuple[str, ...]:
        others = (self.token_line.field, self.user_line.field, self.code)
        return (completed_address(self.base_url.text()), *(field.text().strip() for field in others))

    @Slot()
    def _test_entered(self) -> None:
        """Test the values if none is missing.

        Nothing is sent to an address in which the cursor still is, and no beginning of what is being typed.
        """
        at = self.window().focusWidget()
        values = self._values()
        if at is self.base_url or self.missing() or address_problem(values[0]) or values == self._tested:
            return
        if self._typed_in is not None and at is self._typed_in:
            self.test.show_note(self.tr("Press Enter, and the connection is tested."))
        else:
            self._ask()

    @Slot()
    def _test(self) -> None:
        if self.check_address():
            self._ask()
        else:
            self.base_url.setFocus()

    def _ask(self) -> None:
        address, token, user, code = self._tested = self._values()
        for field in (self.base_url, self.token_line, self.user_line, self.code):
            self._errors.clear(field)
        self.test.start(address, token or None, user or None, code)

    @Slot(object)
    def _show_report(self, report: ConnectionReport) -> None:
        """Say what is wrong below the field that it is about."""
        if report.about is None:
            self.explained.emit(self.test.outcome)
            return
        wrong = {Part.ADDRESS: self.base_url, Part.CREDENTIALS: self.token_line, Part.CARRIER: self.code}[report.about]
        if self._errors.show(wrong, self.test.meaning(report)):
            self.explained.emit(wrong)
        else:  # the code's field is in the top bar
            self.test.show_whole(report)
            self.explained.emit(self.test.outcome)
