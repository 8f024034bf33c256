"""How large a dialog may be on its screen."""

from PySide6.QtCore import QSize
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
