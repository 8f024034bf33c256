"""How large a dialog may be on its screen, and where."""

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.appearance.theme import scaled

_FRAME = QSize(16, 48)
"""About what the window manager puts around a dialog, in pixels."""


def within_screen(widget: QWidget, wanted: QSize) -> QSize:
    """Return a size for a dialog, no larger than the free area of the widget's screen leaves to it."""
    return wanted.boundedTo(widget.screen().availableGeometry().size() - _FRAME)


def scaled_room(widget: QWidget, width: int, height: int = 0) -> QSize:
    """Return a size for a dialog that grows with the program's font, as far as the screen has room for it."""
    return within_screen(widget, QSize(scaled(width), scaled(height)))


def place(popup: QWidget, at: QPoint) -> None:
    """Move a popup to a point of the screen, as far as it has room there."""
    screen = QGuiApplication.screenAt(at) or popup.screen()
    free = screen.availableGeometry()
    left = min(at.x(), free.right() + 1 - popup.width())
    top = min(at.y(), free.bottom() + 1 - popup.height())
    popup.move(max(left, free.left()), max(top, free.top()))


def move_into_screen(dialog: QWidget) -> None:
    """Move a dialog up as far as it reaches below the free area of its screen."""
    if dialog.isVisible() and dialog.geometry().bottom() > dialog.screen().availableGeometry().bottom():
        place(dialog, dialog.pos())
