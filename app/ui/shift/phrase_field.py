"""The field for the phrase that the desks of a site share."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.widgets.labels import plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_EYE_WIDTH = 34


class PhraseField(QWidget):
    """Asks for the phrase; what is typed can be shown, since one who tells it must see it. The kept one never is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Shared phrase"))
        self.remember = QCheckBox(self.tr("Remember it on this computer"))
        self.remember.setChecked(True)
        self.is_kept = False
        self._theme = theme
        self._problem = plain_label(tone="bad")
        self._problem.hide()
        self._eye = QPushButton()
        self._eye.setCheckable(True)
        self._eye.setFixedWidth(scaled(_EYE_WIDTH))
        self._eye.setAutoDefault(False)
        self._eye.toggled.connect(self._show_typed)
        self._show_typed()
        self.field.textEdited.connect(self.clear_problem)
        self._lay_out()

    def _lay_out(self) -> None:
        label = plain_label(self.field.accessibleName(), tone="dim")
        label.setBuddy(self.field)
        row = in_row((self.field, 1), self._eye, spacing=8)
        about = self.tr(
            "Both desks enter the same phrase: it shows that the file is from your site and that nobody changed it. "
            "Tell it by phone; do not send it with the file."
        )
        in_column(
            label, row, self._problem, plain_label(about, tone="dim"), self.remember, on=self, margins=0, spacing=6
        )
        self.setFocusProxy(self.field)

    @property
    def typed(self) -> str:
        """What was typed; empty: the kept phrase is to be used."""
        return self.field.text().strip()

    def is_given(self) -> bool:
        """Return whether there is a phrase to use; if not, ask for it below the field."""
        if not (self.typed or self.is_kept):
            self.show_problem(self.tr("Agree on a phrase with the other desk, and enter it here."))
        return bool(self.typed or self.is_kept)

    @Slot(object)
    def show_kept(self, is_kept: bool) -> None:
        """Show whether a phrase is kept."""
        self.is_kept = is_kept
        self.field.setPlaceholderText(self.tr("•••••••• kept") if is_kept else "")

    def show_problem(self, problem: str) -> None:
        """Show under the field why its phrase cannot be used, and put the cursor there."""
        self._problem.setText(problem)
        self._problem.show()
        restyle(self.field, "invalid", True)
        self.field.setAccessibleDescription(problem)
        self.field.selectAll()
        if self.field.isVisible():
            self.field.setFocus()

    @Slot()
    def clear_problem(self) -> None:
        """Take the problem away."""
        self._problem.hide()
        restyle(self.field, "invalid", False)
        self.field.setAccessibleDescription("")

    @Slot()
    def _show_typed(self) -> None:
        is_shown = self._eye.isChecked()
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if is_shown else QLineEdit.EchoMode.Password)
        self._eye.setIcon(icon("eye-off" if is_shown else "eye", self._theme.dim))
        self._eye.setAccessibleName(self.tr("Hide the phrase") if is_shown else self.tr("Show the phrase"))
        self._eye.setToolTip(tool_tip(self._eye.accessibleName()))
