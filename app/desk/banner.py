"""A line under the top bar for what must be known, and the one thing to do about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from app.desk.notices import Notice
from app.desk.plain import plain_label, restyle


class Banner(QFrame):
    """Hidden while there is nothing to say. It goes when its cause goes: nobody dismisses it."""

    asked = Signal(object)
    """The `Remedy` that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice: Notice | None = None
        self._text = plain_label()
        self._button = QPushButton()
        self._button.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 12, 8)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def show_notice(self, notice: Notice | None) -> None:
        """Show a notice; None hides the line."""
        self._notice = notice
        if notice is not None:
            restyle(self, "banner", notice.gravity)
            restyle(self._text, "tone", {"error": "bad", "warning": "warn"}[notice.gravity])
            self._text.setText(notice.text)
            self._button.setText(notice.button)
        self.setVisible(notice is not None)

    def _ask(self) -> None:
        if self._notice is not None:
            self.asked.emit(self._notice.remedy)
