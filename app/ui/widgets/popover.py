"""A small window that is open until the user works elsewhere."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget


class Popover(QDialog):
    """Closes on Esc and when another window becomes active.

    It is a dialog, since Qt keeps a window of the type Popup from assistive technology.
    """

    def __init__(self, opener: QWidget | None, parent: QWidget) -> None:
        """Make it; a click on `opener` is left to that control, which would else open it again."""
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._opener = opener
        self._is_closing = False
        self.setProperty("popover", True)
        self.installEventFilter(self)

    def show_active(self, focused: QWidget) -> None:
        """Show it, with the keyboard in one of its controls."""
        self.show()
        self.activateWindow()
        focused.setFocus()

    def done(self, result: int) -> None:
        """Close it, once: another window becomes active while it does."""
        if not self._is_closing:
            self._is_closing = True
            super().done(result)
            self._is_closing = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close when the user works elsewhere.

        An event filter on itself, since an override of `event` would crash if the event deletes it.
        """
        is_left = watched is self and event.type() == QEvent.Type.WindowDeactivate and self.isVisible()
        if is_left and (self._opener is None or not self._opener.underMouse()):
            self.reject()
        return False
