"""The line of a secret in a form: it is typed, generated, shown while it is typed, or forgotten."""

from secrets import token_urlsafe

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from app.domain.texts import Say
from app.services.kept_secrets import SecretState
from app.ui.settings.forms import add_line, keep_on_one_line
from app.ui.widgets.labels import tool_tip
from app.ui.widgets.layouts import in_row


def secret_field() -> QLineEdit:
    """Return a field for a secret; what is typed is masked, and the kept one is never shown."""
    field = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
    keep_on_one_line(field)
    return field


class SecretLine(QWidget):
    """On saving, what is typed replaces the kept secret, and one that is marked is deleted.

    `is_ours` if this side may choose the secret: it is generated on demand, and shown to be passed on.
    """

    def __init__(self, form: QFormLayout, title: str, *, is_ours: bool = False) -> None:
        super().__init__()
        self.field = secret_field()
        self.reveal = QPushButton(self.tr("Show"))
        self.reveal.setCheckable(True)
        self.reveal.setAccessibleName(self.tr("Show: {what}").format(what=title))
        self.reveal.hide()
        self.forget = QPushButton(self.tr("Forget"))
        self.forget.setCheckable(True)
        self.forget.setAccessibleName(self.tr("Forget: {what}").format(what=title))
        self.forget.hide()
        self.is_kept = False
        self.is_kept_here = False
        self.kept_for = ""
        self._kept = ""
        row = in_row((self.field, 1), on=self, margins=0, spacing=8)
        self.generate = QPushButton(self.tr("Generate"))
        self.generate.setAccessibleName(self.tr("Generate: {what}").format(what=title))
        self.generate.setVisible(is_ours)
        self.generate.clicked.connect(self._generate)
        for button in (self.generate, self.reveal, self.forget):
            row.addWidget(button)
            button.setAutoDefault(False)  # Enter in the field goes on, and presses neither
        add_line(form, title, self)
        self.setFocusProxy(self.field)
        self.field.textEdited.connect(lambda: self.forget.setChecked(False))
        self.field.textChanged.connect(self._offer_to_reveal)
        self.reveal.toggled.connect(self._reveal)
        self.forget.toggled.connect(self._say)

    def show_state(self, state: SecretState, say: Say) -> None:
        """Show whether a secret is kept, and where; never the secret."""
        kept = "•••••••• {origin}"
        self.is_kept, self.is_kept_here, self.kept_for = state.is_set, state.can_be_forgotten, state.for_origin
        self._kept = kept.format(origin=say(state.origin)) if state.is_set else self.tr("not set")
        self.forget.setVisible(state.can_be_forgotten)
        self._say()

    @property
    def typed(self) -> str:
        """The typed secret; empty if there is none."""
        return self.field.text().strip()

    @property
    def is_to_be_forgotten(self) -> bool:
        """Whether the kept secret is to be deleted."""
        return self.forget.isChecked() and not self.typed

    @property
    def is_there(self) -> bool:
        """Whether there is a secret: one that is typed, or a kept one that stays."""
        return bool(self.typed) or (self.is_kept and not self.is_to_be_forgotten)

    @Slot(str)
    def _offer_to_reveal(self, text: str) -> None:
        """Offer to show what is typed; what is kept cannot be shown."""
        if not text:
            self.reveal.setChecked(False)
        self.reveal.setVisible(bool(text))

    @Slot()
    def _generate(self) -> None:
        """Put a new secret into the field, shown and selected, so that it can be copied."""
        self.forget.setChecked(False)
        self.field.setText(token_urlsafe())
        self.reveal.setChecked(True)
        self.field.setFocus()
        self.field.selectAll()

    @Slot(bool)
    def _reveal(self, shown: bool) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.reveal.setText(self.tr("Hide") if shown else self.tr("Show"))

    @Slot()
    def _say(self) -> None:
        if self.forget.isChecked():
            self.field.clear()
        text = self.tr("is forgotten as soon as you save") if self.forget.isChecked() else self._kept
        self.field.setPlaceholderText(text)
        self.field.setToolTip(tool_tip(self.tr("Type to replace it.") if self.is_kept else ""))
