"""How large a dialog may be on its screen."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME = QSize(16, 48)
"""About what the window manager puts around a dialog, in pixels."""


def within_screen(widget: QWidget, wanted: QSize) -> QSize:
    """Return a size for a dialog, no larger than the free area of the widget's screen leaves to it."""
    return wanted.boundedTo(widget.screen().availableGeometry().size() - _FRAME)
