"""Keeps the mouse wheel from changing fields."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class _WheelGuard(QObject):
    """Leaves the wheel over a field to what is scrolled around it."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stop the wheel's events at the field."""
        if event.type() != QEvent.Type.Wheel:
            return False
        event.ignore()
        return True


def keep_from_wheel(*fields: QWidget) -> None:
    """Have the wheel change none of these fields: who scrolls past one would change it unnoticed."""
    for field in fields:
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(_WheelGuard(field))
