"""The assistant for the first steps: carrier, receiver, and the first day. Everything in it can be skipped."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QVBoxLayout, QWidget, QWizard, QWizardPage

from app.domain.access.credentials import SecretName
from app.domain.access.origins import socket_path
from app.domain.errors import AppError, CredentialsElsewhereError, KeyringLockedError, KeyringUnavailableError
from app.domain.settings import LANGUAGES
from app.qt_threads.worker_pool import WorkerPool
from app.ui.ports.settings_ports import SecretState, SettingsPorts
from app.ui.settings.carrier_settings import CarrierSettings
from app.ui.settings.forms import add_line, add_note, fix_field, new_form
from app.ui.settings.saving import Saving
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import plain_label, restyle


class Assistant(QWizard):
    """Asks for what the program needs, page by page; it saves at the end, as the settings do."""

    saved = Signal(object)
    """The `Settings` then in force."""
    language_chosen = Signal(str)
    demo_asked = Signal()

    def __init__(
        self, ports: SettingsPorts, workers: WorkerPool, *, can_start_demo: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._ports = ports
        self._can_start_demo = can_start_demo
        self._saving = Saving(ports, workers, self)
        self.setWindowTitle(self.tr("First steps"))
        self.setWizardStyle(QWizard.WizardStyle.ModernStyle)
        self.setOption(QWizard.WizardOption.NoBackButtonOnStartPage)
        self.setMinimumSize(640, 500)
        self.language = QComboBox()
        self.demo = QPushButton(self.tr("Try the demo"))
        self.carrier = CarrierSettings(ports, workers, is_first_day=True)
        self.code = self.carrier.code
        self.public_url = QLineEdit(placeholderText="https://")
        self.token_line: SecretLine
        self.error = plain_label(tone="bad")
        self.session_only = QPushButton(self.tr("Use for this session only"))
        self.send_kept = QPushButton()
        self._asked = ""
        self.addPage(self._welcome())
        self.addPage(self._carrier())
        self.addPage(self._receiver())
        self.addPage(self._ready())
        self.setButtonText(QWizard.WizardButton.CancelButton, self.tr("Skip"))
        for one in (QWizard.WizardButton.NextButton, QWizard.WizardButton.FinishButton):
            restyle(self.button(one), "primary", True)
        for key, field in {**self._fields(), "language": self.language}.items():
            if key in ports.overridden():
                fix_field(field, key, ports.say)
        self.currentIdChanged.connect(self._lead)
        self.demo.clicked.connect(self.demo_asked)
        self.language.activated.connect(self._choose_language)
        self.session_only.clicked.connect(lambda: self._save(for_session=True))
        self.send_kept.clicked.connect(lambda: self._save(confirmed=self._asked))
        self._saving.saved.connect(self._finish)
        self._saving.refused.connect(self._show_failure)
        self._saving.failed.connect(self._show_failure)
        workers.start(lambda _report: ports.secrets.states()).succeeded.connect(self._show_secrets)

    def _welcome(self) -> QWizardPage:
        page, body = _page(
            self.tr("Welcome to Despacho"),
            self.tr("The day's manifests and the drivers' notifications, together at one desk."),
        )
        for value, text in LANGUAGES.items():
            self.language.addItem(text, value)
        self.language.setCurrentIndex(self.language.findData(self._ports.language))
        form = new_form(body)
        add_line(form, self.tr("Language"), self.language)
        add_note(
            form,
            plain_label(
                self.tr(
                    "You need what the carrier gave you: the address of its service, a token and a user. To look"
                    " around first, try the demo: it brings a carrier of its own, and nothing of yours is touched."
                )
            ),
        )
        if self._can_start_demo:
            form.addRow("", self.demo)
        return page

    def _carrier(self) -> QWizardPage:
        page, body = _page(
            self.tr("The carrier's service"),
            self.tr("The token and the user are kept in this computer's keyring, and nowhere else."),
        )
        self.carrier.base_url.setText(self._saving.settings.base_url)
        self.code.setText(self._saving.settings.carrier)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.carrier)
        return page

    def _receiver(self) -> QWizardPage:
        page, body = _page(
            self.tr("The drivers' notifications"),
            self.tr("They need a public address that leads to this computer. This can wait: Settings has it all."),
        )
        self.public_url.setText(self._saving.settings.public_url)
        form = new_form(body)
        self.token_line = SecretLine(form, self.tr("Token of the notifications"))
        add_line(form, self.tr("Public address"), self.public_url)
        settings = self._saving.settings
        url = f"http://{settings.receiver_host}:{settings.receiver_port}{settings.receiver_path}"
        if socket_path(settings.receiver_host):
            url = settings.receiver_host
        text = self.tr(
            "The receiver listens at {url} on this computer. A tunnel or a reverse proxy gives it a public"
            " https address; templates for five of them are in {folder} of its source code."
        )
        add_note(form, plain_label(text.format(url=url, folder="packaging/proxies"), tone="dim"))
        return page

    def _ready(self) -> QWizardPage:
        about = self.tr("What you entered is saved now; all of it can be changed in Settings.")
        page, body = _page(self.tr("Ready"), about)
        column = QVBoxLayout(body)
        column.setContentsMargins(4, 16, 4, 4)
        column.setSpacing(12)
        self.summary = plain_label()
        self.error.hide()
        self.session_only.hide()
        self.send_kept.hide()
        for widget in (self.summary, self.error, self.session_only, self.send_kept):
            column.addWidget(widget)
        return page

    def initializePage(self, place: int) -> None:
        """Show on the last page what will be done."""
        super().initializePage(place)
        if place == self.pageIds()[-1]:
            code, url = self.code.text().strip(), self.carrier.base_url.text().strip()
            can_load = bool(code and url)
            finish = self.tr("Save and load today") if can_load else self.tr("Save")
            self.setButtonText(QWizard.WizardButton.FinishButton, finish)
            asked = self.tr("✓ {carrier} is asked for its manifests at {url}.").format(carrier=code, url=url)
            lines = [asked if can_load else self.tr("– Without address and code no day can be loaded.")]
            self.summary.setText("\n".join([*lines, self._about_receiver()]))

    @Slot(int)
    def _lead(self, place: int) -> None:
        """Give the last page's button the focus, since the page has no field."""
        if place == self.pageIds()[-1]:
            self.button(QWizard.WizardButton.FinishButton).setFocus()

    def _about_receiver(self) -> str:
        has_token = bool(self.token_line.typed) or self.token_line.is_kept
        if has_token and self.public_url.text().strip():
            return self.tr("✓ Notifications are received; “Test from outside” shows whether they get through.")
        return self.tr("– Without a token and a public address no notification gets through yet.")

    def _secrets(self) -> dict[SecretName, SecretLine]:
        return {**self.carrier.secrets(), SecretName.RECEIVER_TOKEN: self.token_line}

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        for name, line in self._secrets().items():
            line.show_state(states[name], self._ports.say)

    @Slot()
    def _choose_language(self) -> None:
        chosen = str(self.language.currentData())
        if chosen != self._ports.language:
            self.language_chosen.emit(chosen)

    def accept(self) -> None:
        """Save; it closes once that is done."""
        self._save()

    def _save(self, *, for_session: bool = False, confirmed: str = "") -> None:
        values = {key: field.text().strip() for key, field in self._fields().items() if field.isEnabled()}
        self._saving.save(dict(values), self._secrets(), for_session=for_session, confirmed=confirmed)

    def _fields(self) -> dict[str, QLineEdit]:
        return {"base_url": self.carrier.base_url, "carrier": self.code, "public_url": self.public_url}

    @Slot(object)
    def _finish(self, settings: object) -> None:
        self.saved.emit(settings)
        super().accept()

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self.error.setText(self._ports.say(error.user_message))
        self.error.show()
        self.session_only.setVisible(isinstance(error, KeyringUnavailableError | KeyringLockedError))
        self._asked = error.asked if isinstance(error, CredentialsElsewhereError) else ""
        self.send_kept.setText(self.tr("Send the kept credentials to {origin}").format(origin=self._asked))
        self.send_kept.setVisible(bool(self._asked))

    def reject(self) -> None:
        """Skip the rest; what was saved before a failure stays."""
        if self._saving.is_busy:
            return
        self._saving.saved.disconnect(self._finish)
        self._saving.saved.connect(self.saved)
        self._saving.abandon()
        super().reject()


def _page(title: str, about: str) -> tuple[QWizardPage, QWidget]:
    """Return a page and its layout below the title; the title is our own label, in the program's font."""
    page, body = QWizardPage(), QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(12, 12, 12, 0)
    for label in (plain_label(title, heading="title"), plain_label(about, tone="dim")):
        label.setContentsMargins(4, 0, 4, 0)  # as in a form
        column.addWidget(label)
    column.addWidget(body)
    column.addStretch()
    return page, body
