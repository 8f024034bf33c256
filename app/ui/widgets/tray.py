"""The icon in the system tray, and its messages."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

_LONGEST = 200
_OTHER_SIGNS = str.maketrans({"<": "(", ">": ")"})


class Shower(Protocol):
    """Shows messages outside the window."""

    def show(self, title: str, text: str) -> None:
        """Show a message, if the desktop can."""


def has_tray() -> bool:
    """Return whether this desktop has a tray that shows messages."""
    return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()


def desktop_icon(image: QIcon, parent: QObject) -> QSystemTrayIcon | None:
    """Make an icon for the tray; None if this desktop's tray shows no messages."""
    return QSystemTrayIcon(image, parent) if has_tray() else None


class Tray(QObject):
    """An icon with a menu, shown only while it is wanted and the desktop has a tray."""

    open_asked = Signal()
    alerts_asked = Signal()
    quit_asked = Signal()
    message_chosen = Signal()
    """The last message was clicked."""

    def __init__(self, image: QIcon, parent: QWidget) -> None:
        super().__init__(parent)
        self._image = image
        self.make_icon: Callable[[QIcon, QObject], QSystemTrayIcon | None] = desktop_icon
        self._icon: QSystemTrayIcon | None = None
        self._menu = QMenu(parent)
        for text, signal in (
            (self.tr("Open Despacho"), self.open_asked),
            (self.tr("Alerts"), self.alerts_asked),
            (self.tr("Quit"), self.quit_asked),
        ):
            self._menu.addAction(text).triggered.connect(signal)

    def want(self, *, wanted: bool) -> None:
        """Show or hide the icon."""
        if wanted and self._icon is None:
            self._icon = self.make_icon(self._image, self)
            if self._icon is not None:
                self._icon.setToolTip("Despacho")
                self._icon.setContextMenu(self._menu)
                self._icon.activated.connect(self._activate)
                self._icon.messageClicked.connect(self.message_chosen)
                self._icon.show()
        elif not wanted and self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def show(self, title: str, text: str) -> None:
        """Show a message. Some desktops render HTML, so the characters that start it are replaced."""
        if self._icon is not None:
            self._icon.showMessage(_without_marks(title), _without_marks(text), self._image)

    @Slot(object)
    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_asked.emit()


def _without_marks(text: str) -> str:
    """Return a text on one line, cut for desktops, without markup and control characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    shown = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    return shown.translate(_OTHER_SIGNS)
