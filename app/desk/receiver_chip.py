"""The chip at the right end of the top bar: whether the desk hears, in one glance."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from app.desk.icons import icon
from app.desk.plain import restyle, tool_tip
from app.desk.receiver_words import ChipLook
from app.desk.theme import Theme

_ICON = 14


class ReceiverChip(QPushButton):
    """A button whose text is the receiver's state. Where room is scarce it paints the first part of it alone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look: ChipLook | None = None
        self.setAccessibleName(self.tr("Receiver"))
        self.setProperty("chip", True)
        self.setIconSize(QSize(_ICON, _ICON))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_look(self, look: ChipLook) -> None:
        """Show a state."""
        before, self._look = self._look, look
        if look == before:
            return
        if before is None or (look.icon, look.tone) != (before.icon, before.tone):
            self.setIcon(icon(look.icon, self._theme.text_color(look.tone)))
            restyle(self, "tone", look.tone.value)
        self.setText(look.text)
        self.setToolTip(tool_tip(look.text))
        self.setAccessibleDescription(look.text)  # its name is fixed, so that the text is nowhere else to be heard

    def sizeHint(self) -> QSize:
        """Return the room for the whole text, the same for whatever digits there are in it."""
        return self._room(self.text())

    def minimumSizeHint(self) -> QSize:
        """Return the room for the first part."""
        return self._room(self._look.parts[0] if self._look is not None else "")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the button with as much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if self._look is not None and self.width() < self.sizeHint().width():
            first = self._look.parts[0]
            room = self.width() - self._room(first).width() + self._width(first)
            option.text = self.fontMetrics().elidedText(first, Qt.TextElideMode.ElideRight, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _room(self, text: str) -> QSize:
        hint = super().sizeHint()
        return QSize(
            hint.width() - self.fontMetrics().horizontalAdvance(self.text()) + self._width(text), hint.height()
        )

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(re.sub(r"\d", "0", text))
