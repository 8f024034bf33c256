"""The settings, with the credentials and a test of the connection."""

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.bridge.tasks import Workers
from app.desk.plain import name_field, plain_label, restyle
from app.desk.ports import Connection, Ports, SecretState
from app.domain.credentials import SecretName
from app.domain.errors import AppError, KeyringUnavailableError
from app.domain.settings import Settings

_TOKEN, _USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER


class SettingsDialog(QDialog):
    """Changes nothing before Save. Secrets go to the keyring, in a worker; they are never shown."""

    saved = Signal(object)
    """The `Settings` then in force."""

    def __init__(self, ports: Ports, workers: Workers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ports = ports
        self._workers = workers
        self._settings = ports.settings()
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumWidth(560)
        self.base_url = QLineEdit()
        self.token = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self.user = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self.test = QPushButton(self.tr("Test connection"))
        self.outcome = plain_label(tone="dim")
        self.language = QComboBox()
        self.theme = QComboBox()
        self.time_zone = QLineEdit()
        self.timeout = QDoubleSpinBox()
        self.error = plain_label(tone="bad")
        self.session_only = QPushButton(self.tr("Use for this session only"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        self._lay_out()
        self._show(ports.settings(), ports.overridden())
        self.test.clicked.connect(self._test)
        self.session_only.clicked.connect(self._save_for_session)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self._workers.start(lambda _report: ports.secrets()).succeeded.connect(self._show_secrets)

    def _lay_out(self) -> None:
        carrier, form = self._group(self.tr("Carrier's service"))
        self._row(form, self.tr("Address"), self.base_url)
        self.base_url.setPlaceholderText("https://")
        self._row(form, self.tr("Token"), self.token)
        self._row(form, self.tr("User"), self.user)
        form.addRow("", self.test)
        form.addRow("", self.outcome)
        self.outcome.hide()
        look, form = self._group(self.tr("This program"))
        self._row(form, self.tr("Language"), self.language)
        for value, text in (("", self.tr("As the system")), ("es", "Español"), ("en", "English")):
            self.language.addItem(text, value)
        self._row(form, self.tr("Theme"), self.theme)
        for value, text in (("", self.tr("As the system")), ("light", self.tr("Light")), ("dark", self.tr("Dark"))):
            self.theme.addItem(text, value)
        self._row(form, self.tr("Time zone of the site"), self.time_zone)
        self.time_zone.setPlaceholderText(self._ports.zone().key)
        self._row(form, self.tr("Give up after"), self.timeout)
        self.timeout.setRange(0.1, 600)
        self.timeout.setDecimals(1)
        self.timeout.setSuffix(self.tr(" s without an answer"))
        self.error.hide()
        self.session_only.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        for widget in (carrier, look, self.error, self.session_only, self.buttons):
            column.addWidget(widget)

    def _group(self, title: str) -> tuple[QGroupBox, QFormLayout]:
        box = QGroupBox(title)
        form = QFormLayout(box)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        return box, form

    def _row(self, form: QFormLayout, title: str, field: QWidget) -> None:
        name_field(field, title)
        label = plain_label(title)
        label.setWordWrap(False)
        label.setBuddy(field)
        form.addRow(label, field)

    def _show(self, settings: Settings, overridden: frozenset[str]) -> None:
        self.base_url.setText(settings.base_url)
        self.language.setCurrentIndex(self.language.findData(settings.language))
        self.theme.setCurrentIndex(self.theme.findData(settings.theme))
        self.time_zone.setText(settings.time_zone)
        self.timeout.setValue(settings.timeout_seconds)
        for key, field in self._fields().items():
            if key in overridden:
                field.setEnabled(False)
                field.setToolTip(self.tr("Set by the environment (DESPACHO_{key}).").format(key=key.upper()))

    def _fields(self) -> dict[str, QWidget]:
        return {
            "base_url": self.base_url,
            "language": self.language,
            "theme": self.theme,
            "time_zone": self.time_zone,
            "timeout_seconds": self.timeout,
        }

    def _values(self) -> dict[str, object]:
        values: dict[str, object] = {
            "base_url": self.base_url.text().strip(),
            "language": self.language.currentData(),
            "theme": self.theme.currentData(),
            "time_zone": self.time_zone.text().strip(),
            "timeout_seconds": self.timeout.value(),
        }
        return {key: value for key, value in values.items() if self._fields()[key].isEnabled()}

    def _secrets(self) -> dict[SecretName, str]:
        typed = {_TOKEN: self.token.text().strip(), _USER: self.user.text().strip()}
        return {name: value for name, value in typed.items() if value}

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        for name, field in ((_TOKEN, self.token), (_USER, self.user)):
            state = states[name]
            kept = self.tr("•••••••• kept ({origin}); type to replace it")
            field.setPlaceholderText(
                kept.format(origin=self._ports.say(state.origin)) if state.is_set else self.tr("not set")
            )

    @Slot()
    def _test(self) -> None:
        address, secrets = self.base_url.text().strip(), self._secrets()
        self.test.setEnabled(False)
        self._say_result("dim", self.tr("Asking…"))
        probe = self._ports.probe
        task = self._workers.start(lambda _report: probe(address, secrets.get(_TOKEN), secrets.get(_USER)))
        task.succeeded.connect(self._show_result)
        task.failed.connect(self._show_test_failure)

    @Slot(object)
    def _show_result(self, found: Connection) -> None:
        self.test.setEnabled(True)
        status = f"{found.status} · " if found.status is not None else ""
        sign = "✓ " if found.works else "✕ "
        text = f"{sign}{status}{found.milliseconds} ms · {self._ports.say(found.meaning)}"
        self._say_result("good" if found.works else "bad", text)

    @Slot(object)
    def _show_test_failure(self, error: AppError) -> None:
        self.test.setEnabled(True)
        self._say_result("bad", "✕ " + self._ports.say(error.user_message))

    def _say_result(self, tone: str, text: str) -> None:
        restyle(self.outcome, "tone", tone)
        self.outcome.setText(text)
        self.outcome.show()

    @Slot()
    def _save(self) -> None:
        self._save_secrets(self._ports.keep_secret)

    @Slot()
    def _save_for_session(self) -> None:
        self._save_secrets(self._ports.keep_for_session)

    def _save_secrets(self, keep: Callable[[SecretName, str], None]) -> None:
        secrets = self._secrets()
        try:
            self._settings = self._ports.save_settings(self._values())
        except AppError as error:
            self._show_failure(error)
            return
        self.buttons.setEnabled(False)

        def work(_report: object) -> None:
            for name, value in secrets.items():
                keep(name, value)

        task = self._workers.start(work)
        task.ended.connect(self._be_ready)
        task.succeeded.connect(self._finish)
        task.failed.connect(self._show_failure)

    @Slot()
    def _be_ready(self) -> None:
        self.buttons.setEnabled(True)

    @Slot(object)
    def _finish(self, _: object) -> None:
        self.saved.emit(self._settings)
        self.accept()

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self.error.setText(self._ports.say(error.user_message))
        self.error.show()
        self.session_only.setVisible(isinstance(error, KeyringUnavailableError))
