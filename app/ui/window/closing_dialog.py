"""The question before the window closes while it receives notifications."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.ui.state.closing_choice import ClosingChoice
from app.ui.widgets.labels import plain_label

_WIDTH = 480


class ClosingDialog(QDialog):
    """Offers to go on in the background, to end the program, or to stay; without a tray only the last two."""

    chosen = Signal(object, bool)
    """The `ClosingChoice`, and whether it is not to be asked for again. Nothing is emitted for staying."""

    def __init__(self, *, has_tray: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Close Despacho"))
        self.remember = QCheckBox(self.tr("Do not ask again"))
        self.end = QPushButton(self.tr("Close Despacho"), autoDefault=False)
        self.stay = QPushButton(self.tr("Stay"), autoDefault=not has_tray)
        self.background = QPushButton(self.tr("Go on in the background"), autoDefault=True)
        self.background.setVisible(has_tray)
        main = self.background if has_tray else self.stay
        main.setProperty("primary", True)
        main.setDefault(True)
        self._lay_out(has_tray=has_tray)
        main.setFocus()
        self.stay.clicked.connect(self.reject)
        self.end.clicked.connect(lambda: self._choose(ClosingChoice.END))
        self.background.clicked.connect(lambda: self._choose(ClosingChoice.BACKGROUND))

    def _lay_out(self, *, has_tray: bool) -> None:
        background = self.tr("In the background it goes on receiving, with its icon in the system's tray.")
        if not has_tray:
            background = self.tr("This desktop has no tray, so Despacho cannot go on in the background.")
        closed = self.tr(
            "If you close it, visits closed meanwhile are not heard; the desk will say so, and load the day again."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(plain_label(self.tr("Despacho is receiving notifications"), heading="title"))
        for text in (background, closed):
            column.addWidget(plain_label(text))
        column.addWidget(self.remember)
        column.addWidget(plain_label(self.tr("The choice is under “This program” in the settings."), tone="dim"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for button in (self.end, self.stay, self.background):
            row.addWidget(button)
        column.addLayout(row)
        self.setMinimumWidth(_WIDTH)

    def _choose(self, choice: ClosingChoice) -> None:
        self.accept()
        self.chosen.emit(choice, self.remember.isChecked())
