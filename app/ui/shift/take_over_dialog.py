"""The dialog that takes over a shift: the phrase, what the file is, and what merging it did."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.ui.appearance.theme import Theme
from app.ui.shift.phrase_field import PhraseField
from app.ui.widgets.fitted_dialog import KeepFitted, Scrolled
from app.ui.widgets.labels import Line, lines_grid, plain_label
from app.ui.widgets.screen_room import scaled_room


class TakeOverDialog(QDialog):
    """Leads from the phrase to the summary; it stays open, with what went wrong, until it is closed."""

    open_asked = Signal(str, bool)
    """The phrase (empty: the kept one), and whether it is remembered."""
    take_over_asked = Signal()
    loads_asked = Signal()

    def __init__(self, file_name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take over shift"))
        self.setMinimumWidth(scaled_room(self, 560).width())
        self.phrase = PhraseField(theme)
        self._file, self._warning, self._said = plain_label(file_name, tone="dim"), plain_label(), plain_label()
        self._warning.setProperty("tone", "warn")
        self._problem = plain_label(tone="bad")
        self._about = QWidget()
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(self.tr("Progress"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self._button(self.tr("Open"))
        self.take_over = self._button(self.tr("Take over"))
        self.load = self._button(self.tr("Load these days"))
        self._shown: tuple[QWidget, ...] = ()
        KeepFitted(self)
        self._lay_out()
        self.go.clicked.connect(self._ask)
        self.take_over.clicked.connect(self.take_over_asked)
        self.load.clicked.connect(self.loads_asked)
        self.buttons.rejected.connect(self.reject)
        self._show(self._bar)

    def _button(self, text: str) -> QPushButton:
        button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.setProperty("primary", True)
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(plain_label(self.windowTitle(), heading="title"))
        content = QWidget()
        parts = QVBoxLayout(content)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(12)
        for widget in (self._file, self.phrase, self._about, self._warning, self._said, self._problem, self._bar):
            parts.addWidget(widget)
        parts.addStretch(1)
        column.addWidget(Scrolled(content), 1)
        column.addWidget(self.buttons)

    def _show(self, *widgets: QWidget) -> None:
        """Show these of the parts and buttons alone; Enter presses the last one if it is a button."""
        steps = (self.phrase, self._about, self._warning, self._said, self._problem, self._bar)
        for widget in (*steps, self.go, self.take_over, self.load):
            widget.setVisible(widget in widgets)
        last = widgets[-1]
        if isinstance(last, QPushButton):
            last.setDefault(True)
            last.setFocus()
        self._shown = widgets
        self.adjustSize()

    def ask_for_phrase(self, problem: str) -> None:
        """Ask for the phrase with which the file was signed."""
        self._show(self.phrase, self.go)
        self.phrase.show_problem(problem)

    @Slot()
    def _ask(self) -> None:
        self.phrase.clear_problem()
        self.open_asked.emit(self.phrase.typed, self.phrase.remember.isChecked())

    def show_busy(self) -> None:
        """Show that the file is being read or merged."""
        self._show(self._bar)

    def show_file(self, lines: Sequence[Line], doubts: Sequence[str]) -> None:
        """Show what a file is, and what speaks against taking it over."""
        layout = QVBoxLayout(self._about)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(lines_grid(lines))
        self._warning.setText("\n".join(doubts))
        if doubts:
            self.take_over.setText(self.tr("Take over all the same"))
            self._show(self._about, self._warning, self.take_over)
            cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
            cancel.setDefault(True)
            cancel.setFocus()  # Enter must not take over what is in doubt
        else:
            self._show(self._about, self.take_over)

    def show_summary(self, lines: Sequence[str], *, can_load: bool) -> None:
        """Show what merging did, and offer to load days."""
        self._said.setText("\n".join(lines))
        close = self._offer_to_close()
        if can_load:
            self._show(self._said, self.load)
        else:
            self._show(self._said, close)
            close.show()

    def show_loading(self, what: str) -> None:
        """Show which day is being loaded."""
        self._show(self._said, self._bar)
        self._said.setText(what)

    def show_problem(self, problem: str) -> None:
        """Show why it could not be done; only closing is left."""
        self._problem.setText(problem)
        self._offer_to_close()
        self._show(self._problem)

    def _offer_to_close(self) -> QPushButton:
        """Call the button that cancels what it does once there is nothing to cancel, and return it."""
        close = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        close.setText(self.tr("Close"))
        return close
