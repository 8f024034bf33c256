"""The settings' page about the carrier's service: address, credentials, and a test of them."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QPushButton, QSpinBox, QWidget

from app.domain.access.credentials import SecretName
from app.domain.errors import AppError
from app.qt_threads.worker_pool import WorkerPool
from app.ui.ports.settings_ports import Connection, SettingsPorts
from app.ui.settings.forms import Field, add_line, add_note, new_form
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import plain_label, restyle

_TOKEN, _USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER


class CarrierSettings(QWidget):
    """The fields and "Test connection", which asks the carrier with what is typed, else with what is kept.

    Args:
        ports: for the test of the connection.
        workers: run the test.
        is_first_day: whether to show the field of the carrier's code, and not those of the timeouts.
        parent: of the widget.
    """

    def __init__(
        self, ports: SettingsPorts, workers: WorkerPool, *, is_first_day: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._ports = ports
        self._workers = workers
        self.base_url = QLineEdit(placeholderText="https://")
        self.code = QLineEdit(maxLength=60)
        self.test = QPushButton(self.tr("Test connection"))
        self.outcome = plain_label(tone="dim")
        self.timeout = QDoubleSpinBox(minimum=0.1, maximum=600, decimals=1)
        self.retry = QDoubleSpinBox(minimum=0, maximum=60, decimals=1)
        self.refresh = QSpinBox(minimum=0, maximum=1440)
        self.timeout.setSuffix(self.tr(" s without an answer"))
        self.retry.setSuffix(self.tr(" s, then longer"))
        self.refresh.setSuffix(self.tr(" min"))
        self.refresh.setSpecialValueText(self.tr("never"))
        self.form = form = new_form(self)
        add_line(form, self.tr("Address"), self.base_url)
        self.token_line = SecretLine(form, self.tr("Token"))
        self.user_line = SecretLine(form, self.tr("User"))
        if is_first_day:
            add_line(form, self.tr("Carrier's code"), self.code)
        form.addRow("", self.test)
        add_note(form, self.outcome)
        self.outcome.hide()
        self._is_first_day = is_first_day
        if not is_first_day:
            add_line(form, self.tr("Give up after"), self.timeout)
            add_line(form, self.tr("Ask again after"), self.retry)
            add_line(form, self.tr("Load today again every"), self.refresh)
        self.test.clicked.connect(self._test)

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        patience: dict[str, Field] = {
            "timeout_seconds": self.timeout,
            "retry_seconds": self.retry,
            "refresh_minutes": self.refresh,
        }
        return {"base_url": self.base_url, **({} if self._is_first_day else patience)}

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return {_TOKEN: self.token_line, _USER: self.user_line}

    @Slot()
    def _test(self) -> None:
        address, code = self.base_url.text().strip(), self.code.text().strip()
        token, user = self.token_line.typed or None, self.user_line.typed or None
        self.test.setEnabled(False)
        self._say_result("dim", self.tr("Asking…"))
        probe = self._ports.probe
        task = self._workers.start(lambda _report: probe(address, token, user, code))
        task.succeeded.connect(self._show_result)
        task.failed.connect(self._show_failure)

    @Slot(object)
    def _show_result(self, found: Connection) -> None:
        self.test.setEnabled(True)
        status = f"{found.status} · " if found.status is not None else ""
        sign = "✓ " if found.works else "✕ "
        took = f"{found.milliseconds} ms · " if found.milliseconds else ""  # nothing was sent to an invalid address
        text = f"{sign}{status}{took}{self._ports.say(found.meaning)}"
        self._say_result("good" if found.works else "bad", text)

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self.test.setEnabled(True)
        self._say_result("bad", "✕ " + self._ports.say(error.user_message))

    def _say_result(self, tone: str, text: str) -> None:
        restyle(self.outcome, "tone", tone)
        self.outcome.setText(text)
        self.outcome.show()
