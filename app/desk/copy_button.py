"""A button that puts a text on the clipboard, and says that it did."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from app.desk.icons import icon
from app.desk.theme import Theme
from app.domain.statuses import State

_THANKS_MS = 1500
_WIDTH = 34


class CopyButton(QPushButton):
    """Copies what `value` returns at that moment; a tick takes the icon's place for a while. An icon without a word."""

    def __init__(self, what: str, value: Callable[[], str], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._copy = icon("copy", theme.dim)
        self._copied = icon("check", theme.states[State.DELIVERED].foreground)
        self._thanks = QTimer(self, singleShot=True, interval=_THANKS_MS)
        self._thanks.timeout.connect(self._be_ready)
        self.setIcon(self._copy)
        self.setFixedWidth(_WIDTH)
        self.setAutoDefault(False)
        self.setAccessibleName(self.tr("Copy {what}").format(what=what))
        self.setToolTip(self.accessibleName())
        self.clicked.connect(self._do)

    @Slot()
    def _do(self) -> None:
        QGuiApplication.clipboard().setText(self._value())
        self.setIcon(self._copied)
        self._thanks.start()

    @Slot()
    def _be_ready(self) -> None:
        self.setIcon(self._copy)
