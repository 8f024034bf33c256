"""A button that copies a text to the clipboard, and shows that it did."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.contract.statuses import State
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled

_THANKS_MS = 1500
_WIDTH = 34


@dataclass(frozen=True)
class CopyIcons:
    """The icons that the buttons of a pane share, since drawing them takes milliseconds."""

    copy: QIcon
    copied: QIcon

    @classmethod
    def of(cls, theme: Theme) -> "CopyIcons":
        """Return the icons in a theme's colours."""
        return cls(icon("copy", theme.dim), icon("check", theme.states[State.DELIVERED].foreground))


class CopyButton(QPushButton):
    """Copies what `value` returns at the click; a tick replaces the icon for a moment."""

    def __init__(
        self,
        what: str,
        value: Callable[[], str],
        icons: CopyIcons,
        parent: QWidget | None = None,
        *,
        has_word: bool = False,
    ) -> None:
        """Make the button; `text` says what it copies, and is on the button if it `has_word`."""
        super().__init__(parent)
        self._value = value
        self._icons = icons
        self._thanks = QTimer(self, singleShot=True, interval=_THANKS_MS)
        self._thanks.timeout.connect(self._be_ready)
        self.setIcon(icons.copy)
        self.setAutoDefault(False)
        if has_word:
            self.setText(what)
        else:
            self.setFixedWidth(scaled(_WIDTH))
        self.setAccessibleName(self.tr("Copy {what}").format(what=what))
        self.setToolTip(self.accessibleName())
        self.clicked.connect(self._do)

    @Slot()
    def _do(self) -> None:
        QGuiApplication.clipboard().setText(self._value())
        self.setIcon(self._icons.copied)
        self._thanks.start()

    @Slot()
    def _be_ready(self) -> None:
        self.setIcon(self._icons.copy)
