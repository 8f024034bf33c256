"""The dialog for the follow-up of several failed deliveries."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from app.domain.calls.reasons import Reasons
from app.domain.follow_ups import AS_IS, FollowUpEdit, NextStep
from app.domain.texts import Say
from app.ui.follow_up.follow_up_fields import Choice, NoteField, reason_choice, step_choice
from app.ui.widgets.fitted_dialog import KeepFitted
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.screen_room import scaled_room
from app.ui.widgets.wheel_guard import keep_from_wheel


class FollowUpDialog(QDialog):
    """Asks for one edit of all of them, and acknowledges them; it stays open until that is saved."""

    edited = Signal(object)
    """The `FollowUpEdit` to save; it is answered by `accept` or `show_problem`."""

    def __init__(self, about: str, action: str, reasons: Reasons, say: Say, parent: QWidget) -> None:
        """Make the dialog.

        Args:
            about: names the rows, such as `12 shipments`.
            action: what the main button does with them, as it reads for so many.
            reasons: those to choose from.
            say: translates.
            parent: the window.
        """
        super().__init__(parent)
        self.setWindowTitle(self.tr("Acknowledge"))
        self.setMinimumWidth(scaled_room(self, 440).width())
        as_it_is = self.tr("As it is")
        self.reason: Choice = reason_choice(self.tr("Reason"), reasons, say, as_it_is)
        self.step: Choice = step_choice(self.tr("Next step"), say, as_it_is)
        self.called = QComboBox()
        for text, is_called in ((as_it_is, AS_IS), (self.tr("Yes"), True), (self.tr("No"), False)):
            self.called.addItem(text, is_called)
        keep_from_wheel(self.called)
        self.note = NoteField(self.tr("Note"))
        self.note.setPlaceholderText(as_it_is)
        self._problem = plain_label(tone="bad")
        self._problem.hide()
        self.acknowledge = QPushButton(action)
        self.acknowledge.setProperty("primary", True)
        self.acknowledge.setDefault(True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.addButton(self.acknowledge, QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self._ask)
        self._buttons.rejected.connect(self.reject)
        self.note.entered.connect(self._ask)
        KeepFitted(self)
        self._lay_out(about)

    def _lay_out(self, about: str) -> None:
        name_field(self.called, self.tr("Called"))
        form = QGridLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.setColumnStretch(1, 1)
        for row, field in enumerate((self.reason, self.step, self.called, self.note)):
            label = plain_label(field.accessibleName())
            label.setWordWrap(False)
            label.setBuddy(field)
            label.setMinimumHeight(self.reason.sizeHint().height())
            form.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            form.addWidget(field, row, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(16)
        column.addWidget(plain_label(about, heading="title"))
        column.addLayout(form)
        column.addWidget(self._problem)
        column.addWidget(self._buttons)
        self.reason.setFocus()

    @Slot()
    def _ask(self) -> None:
        if not self.acknowledge.isEnabled():
            return
        self.acknowledge.setEnabled(False)
        self._problem.hide()
        reason, step = self.reason, self.step
        self.edited.emit(
            FollowUpEdit(
                reason=AS_IS if reason.is_as_it_is else reason.code or None,
                note=self.note.text or AS_IS,
                is_called=self.called.currentData(),
                next_step=AS_IS if step.is_as_it_is else NextStep(step.code) if step.code else None,
                is_acknowledged=True,
            )
        )

    def reject(self) -> None:
        """Close without saving, unless it is being saved."""
        if self.acknowledge.isEnabled():
            super().reject()

    def show_problem(self, problem: str) -> None:
        """Show why it could not be saved; the choice stays, and can be saved again."""
        self.acknowledge.setEnabled(True)
        self._problem.setText(problem)
        self._problem.show()
