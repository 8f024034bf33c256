"""The dialog for the name of a view."""

from collections.abc import Collection

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from app.ui.state.saved_views_text import LONGEST_NAME
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.screen_room import move_into_screen, scaled_room


class ViewNameDialog(QDialog):
    """Asks for a name, and warns if it would replace another view."""

    named = Signal(str)

    def __init__(self, title: str, about: str, name: str, taken: Collection[str], parent: QWidget) -> None:
        """Make the dialog.

        Args:
            title: of the dialog, such as `Save as view`.
            about: what the view shows, in words; may be empty.
            name: present or suggested name.
            taken: the names of the other views.
            parent: the window.
        """
        super().__init__(parent)
        self._taken = {one.casefold() for one in taken}
        self.setWindowTitle(title)
        self.setMinimumWidth(scaled_room(self, 400).width())
        self.field = QLineEdit(name, maxLength=LONGEST_NAME)
        self.field.setSelection(len(name), -len(name))  # with the cursor at the beginning, which is then seen
        name_field(self.field, self.tr("Name"))
        self._warning = plain_label(tone="warn")
        self._warning.setText(self.tr("A view of this name is there already. It will be replaced."))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        self._save.setProperty("primary", True)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(self._follow)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        if about:
            column.addWidget(plain_label(about, tone="dim"))
        label = plain_label(self.tr("Name"))
        label.setBuddy(self.field)
        column.addWidget(label)
        column.addWidget(self.field)
        column.addWidget(self._warning)
        column.addWidget(self.buttons)
        self._follow()
        self.field.setFocus()

    @property
    def name(self) -> str:
        """The name in the field."""
        return " ".join(self.field.text().split())

    @Slot()
    def _follow(self) -> None:
        is_taken = self.name.casefold() in self._taken
        self._warning.setVisible(is_taken)
        self._save.setText(self.tr("Replace") if is_taken else self.tr("Save"))
        self._save.setEnabled(bool(self.name))
        self.adjustSize()
        move_into_screen(self)

    @Slot()
    def _accept(self) -> None:
        if self.name:
            self.named.emit(self.name)
            self.accept()
