"""The settings' page about the carrier's service: address, credentials, and a test of them."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from app.domain.access.connection import ConnectionReport, Part
from app.domain.access.credentials import SecretName
from app.domain.access.service_address import address_problem, completed_address
from app.qt_threads.worker_pool import WorkerPool
from app.ui.ports.settings_ports import SettingsPorts
from app.ui.settings.connection_test import ConnectionTest
from app.ui.settings.forms import Field, FieldErrors, HttpsButton, add_line, keep_on_one_line, new_form
from app.ui.settings.secret_line import SecretLine

_TOKEN, _USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
_PAUSE_MS = 700
"""After the last change of a value, before what is entered is tested."""


class CarrierSettings(QWidget):
    """The fields and "Test connection", which asks the carrier with what is typed, else with what is kept.

    Args:
        ports: for the test of the connection.
        workers: run the test.
        errors: shows what is wrong with a field below it.
        is_first_day: whether to show the field of the carrier's code, and not those of the timeouts; and to test what
            is entered as soon as it is complete.
        parent: of the widget.
    """

    explained = Signal(QWidget)
    """The label that says how a test ended, or the field that it is about, once it does."""
    changed = Signal()
    """A value was changed."""

    def __init__(
        self,
        ports: SettingsPorts,
        workers: WorkerPool,
        errors: FieldErrors,
        *,
        is_first_day: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._ports = ports
        self._errors = errors
        self._is_first_day = is_first_day
        self.base_url = QLineEdit(placeholderText="https://")
        self.code = QLineEdit(maxLength=60)
        self.test = ConnectionTest(ports, workers)
        self.timeout = QDoubleSpinBox(minimum=0.1, maximum=600, decimals=1)
        self.retry = QDoubleSpinBox(minimum=0, maximum=60, decimals=1)
        self.refresh = QSpinBox(minimum=0, maximum=1440)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._tested: tuple[str, ...] = ()
        self._typed_in: QLineEdit | None = None
        self._lay_out()
        self._pause.timeout.connect(self._test_entered)
        self.test.asked.connect(self._test)
        self.test.ended.connect(self._show_report)
        self.base_url.editingFinished.connect(self._complete_address)
        for field in (self.base_url, self.token_line.field, self.user_line.field, self.code):
            field.textChanged.connect(self._follow_change)
            field.textEdited.connect(partial(self._note_typing, field))
            field.editingFinished.connect(self._end_typing)

    def _lay_out(self) -> None:
        self.timeout.setSuffix(self.tr(" s without an answer"))
        self.retry.setSuffix(self.tr(" s, then longer"))
        self.refresh.setSuffix(self.tr(" min"))
        self.refresh.setSpecialValueText(self.tr("never"))
        for field in (self.base_url, self.code):
            keep_on_one_line(field)
        self.form = form = new_form(self)
        add_line(form, self.tr("Address"), self.base_url)
        self.token_line = SecretLine(form, self.tr("Token"))
        self.user_line = SecretLine(form, self.tr("User"))
        if self._is_first_day:
            add_line(form, self.tr("Carrier's code"), self.code)
            return
        form.addRow("", self.test)
        add_line(form, self.tr("Give up after"), self.timeout)
        add_line(form, self.tr("Ask again after"), self.retry)
        add_line(form, self.tr("Load today again every"), self.refresh)

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        if self._is_first_day:
            return {"base_url": self.base_url, "carrier": self.code}
        return {
            "base_url": self.base_url,
            "timeout_seconds": self.timeout,
            "retry_seconds": self.retry,
            "refresh_minutes": self.refresh,
        }

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
            self._errors.show(self.base_url, self._ports.say(problem), remedy)
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
