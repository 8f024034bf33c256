"""The settings' page about the receiver: where it listens, its public address, its tokens."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QWidget

from app.domain.access.credentials import SecretName
from app.ui.settings.forms import Field, HttpsButton, add_line, add_note, new_form
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import plain_label


class ReceiverSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.host = QLineEdit()
        self.port = QSpinBox(minimum=1, maximum=65535)
        self.path = QLineEdit()
        self.public_url = QLineEdit(placeholderText="https://")
        self.plain_http = QWidget()
        warned = QHBoxLayout(self.plain_http)
        warned.setContentsMargins(0, 0, 0, 0)
        warned.addWidget(plain_label(self.tr("The provider sends to https addresses only."), tone="warn"), 1)
        warned.addWidget(HttpsButton(self.public_url))
        self.plain_http.hide()
        about_tokens = self.tr("Only a fingerprint of a token is kept. While both are set, both are accepted.")
        form = new_form(self)
        add_line(form, self.tr("Listens on host"), self.host)
        add_line(form, self.tr("Port"), self.port)
        add_line(form, self.tr("Path"), self.path)
        add_line(form, self.tr("Public address"), self.public_url)
        add_note(form, self.plain_http)
        self.token_line = SecretLine(form, self.tr("Token"))
        self.next_token_line = SecretLine(form, self.tr("Next token"))
        add_note(form, plain_label(about_tokens, tone="dim"))
        self.public_url.textChanged.connect(self._look_at_scheme)

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        return {
            "receiver_host": self.host,
            "receiver_port": self.port,
            "receiver_path": self.path,
            "public_url": self.public_url,
        }

    def secrets(self) -> dict[SecretName, SecretLine]:
        """Return the fields of the secrets."""
        return {SecretName.RECEIVER_TOKEN: self.token_line, SecretName.RECEIVER_TOKEN_NEXT: self.next_token_line}

    @Slot(str)
    def _look_at_scheme(self, text: str) -> None:
        self.plain_http.setVisible(text.strip().lower().startswith("http://"))
