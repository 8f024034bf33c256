"""The settings, with the credentials and a test of the connection."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.bridge.tasks import Workers
from app.desk.forms import Field, add_line, add_note, new_form, secret_field, show_value, value_of
from app.desk.plain import plain_label, restyle
from app.desk.ports import Connection, Ports, SecretState
from app.desk.receiver_settings import ReceiverSettings
from app.domain.credentials import SecretName
from app.domain.errors import AppError, KeyringUnavailableError

_TOKEN, _USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
_RESTARTING = ("receiver_host", "receiver_port", "receiver_path")


class SettingsDialog(QDialog):
    """Changes nothing before Save. Secrets go to the keyring, in a worker; they are never shown."""

    saved = Signal(object)
    """The `Settings` then in force."""

    def __init__(self, ports: Ports, workers: Workers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ports = ports
        self._workers = workers
        self._before = self._settings = ports.settings()
        self._is_written = False
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumWidth(600)
        self.tabs = QTabWidget(documentMode=True)
        self.base_url = QLineEdit(placeholderText="https://")
        self.token = secret_field()
        self.user = secret_field()
        self.test = QPushButton(self.tr("Test connection"))
        self.outcome = plain_label(tone="dim")
        self.timeout = QDoubleSpinBox(minimum=0.1, maximum=600, decimals=1)
        self.refresh = QSpinBox(minimum=0, maximum=1440)
        self.receiver = ReceiverSettings()
        self.language = QComboBox()
        self.theme = QComboBox()
        self.time_zone = QLineEdit(placeholderText=ports.zone().key)
        self.error = plain_label(tone="bad")
        self.session_only = QPushButton(self.tr("Use for this session only"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        self._lay_out()
        self._show()
        self.test.clicked.connect(self._test)
        self.session_only.clicked.connect(self._save_for_session)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self._workers.start(lambda _report: ports.secrets()).succeeded.connect(self._show_secrets)

    def _lay_out(self) -> None:
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.tr("Settings"))
        self.tabs.addTab(self._carrier_page(), self.tr("Carrier's service"))
        self.tabs.addTab(self.receiver, self.tr("Receiver"))
        self.tabs.addTab(self._program_page(), self.tr("This program"))
        self.error.hide()
        self.session_only.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 20, 16)
        column.setSpacing(12)
        for widget in (self.tabs, self.error, self.session_only, self.buttons):
            column.addWidget(widget)

    def _carrier_page(self) -> QWidget:
        page = QWidget()
        form = new_form(page)
        add_line(form, self.tr("Address"), self.base_url)
        add_line(form, self.tr("Token"), self.token)
        add_line(form, self.tr("User"), self.user)
        form.addRow("", self.test)
        add_note(form, self.outcome)
        self.outcome.hide()
        self.timeout.setSuffix(self.tr(" s without an answer"))
        add_line(form, self.tr("Give up after"), self.timeout)
        self.refresh.setSuffix(self.tr(" min"))
        self.refresh.setSpecialValueText(self.tr("never"))
        add_line(form, self.tr("Load today again every"), self.refresh)
        return page

    def _program_page(self) -> QWidget:
        page = QWidget()
        form = new_form(page)
        add_line(form, self.tr("Language"), self.language)
        for value, text in (("", self.tr("As the system")), ("es", "Español"), ("en", "English")):
            self.language.addItem(text, value)
        add_line(form, self.tr("Theme"), self.theme)
        for value, text in (("", self.tr("As the system")), ("light", self.tr("Light")), ("dark", self.tr("Dark"))):
            self.theme.addItem(text, value)
        add_line(form, self.tr("Time zone of the site"), self.time_zone)
        return page

    def event(self, event: QEvent) -> bool:
        """Grow with what has to be said."""
        layout = self.layout() if event.type() == QEvent.Type.LayoutRequest else None
        if layout is not None:
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))
        return super().event(event)  # nothing may come after: it may be what deletes the dialog

    def show_receiver(self) -> None:
        """Bring the receiver's page to the front, at what is missing there."""
        self.tabs.setCurrentWidget(self.receiver)
        (self.receiver.token if self._settings.public_url else self.receiver.public_url).setFocus()

    def _show(self) -> None:
        overridden = self._ports.overridden()
        for key, field in self._fields().items():
            show_value(field, getattr(self._settings, key))
            if key in overridden:
                field.setEnabled(False)
                field.setToolTip(self.tr("Set by the environment (DESPACHO_{key}).").format(key=key.upper()))

    def _fields(self) -> dict[str, Field]:
        return {
            "base_url": self.base_url,
            "timeout_seconds": self.timeout,
            "refresh_minutes": self.refresh,
            **self.receiver.fields(),
            "language": self.language,
            "theme": self.theme,
            "time_zone": self.time_zone,
        }

    def _values(self) -> dict[str, object]:
        return {key: value_of(field) for key, field in self._fields().items() if field.isEnabled()}

    def _secret_fields(self) -> dict[SecretName, QLineEdit]:
        return {_TOKEN: self.token, _USER: self.user, **self.receiver.secrets()}

    def _secrets(self) -> dict[SecretName, str]:
        typed = {name: field.text().strip() for name, field in self._secret_fields().items()}
        return {name: value for name, value in typed.items() if value}

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        for name, field in self._secret_fields().items():
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
        self._mark("")
        try:
            self._settings = self._ports.save_settings(self._values())
            self._is_written = True
        except AppError as error:
            self._show_failure(error)
            self._mark(str(error.user_message.values.get("key")))
            return
        self.buttons.setEnabled(False)
        restart = self._ports.restart_receiver if self._is_new_receiver(secrets) else None

        def work(_report: object) -> None:
            for name, value in secrets.items():
                keep(name, value)
            if restart is not None:
                restart()

        task = self._workers.start(work)
        task.ended.connect(self._be_ready)
        task.succeeded.connect(self._finish)
        task.failed.connect(self._show_failure)

    def _is_new_receiver(self, secrets: dict[SecretName, str]) -> bool:
        """Whether the receiver has to be started anew: where it listens changed, or a token of its own."""
        moved = any(getattr(self._before, key) != getattr(self._settings, key) for key in _RESTARTING)
        return moved or any(name in secrets for name in self.receiver.secrets())

    def _mark(self, wrong: str) -> None:
        """Mark the field of the setting that cannot be as it is, and go there; an empty key marks none."""
        for key, field in self._fields().items():
            restyle(field, "invalid", key == wrong)
            if key == wrong:
                for page in map(self.tabs.widget, range(self.tabs.count())):
                    if page is not None and page.isAncestorOf(field):
                        self.tabs.setCurrentWidget(page)
                field.setFocus()

    @Slot()
    def _be_ready(self) -> None:
        self.buttons.setEnabled(True)

    @Slot(object)
    def _finish(self, _: object) -> None:
        self.saved.emit(self._settings)
        self.accept()

    def reject(self) -> None:
        """Close without saving, unless it is being saved; what was written before the keyring failed holds."""
        if not self.buttons.isEnabled():
            return
        if self._is_written:
            self.saved.emit(self._settings)
            if self._is_new_receiver({}):
                restart = self._ports.restart_receiver
                self._workers.start(lambda _report: restart())
        super().reject()

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self.error.setText(self._ports.say(error.user_message))
        self.error.show()
        self.session_only.setVisible(isinstance(error, KeyringUnavailableError))
