"""A telephone number with the buttons that dial it, write to it and copy it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.phones import Phone
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme
from app.ui.widgets.copy_button import CopyButton, CopyIcons
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.wrapping import WrappingButton, WrappingLabel

_LONGEST_LARGE = 18
"""Characters of a number in the largest type; one with an extension would widen a small dialog."""


class PhoneLine(QWidget):
    """Shows one number: large where it is what the user looks for, else in one line on the button that dials it."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""

    def __init__(self, phone: Phone, theme: Theme, *, is_large: bool = False, is_main: bool = False) -> None:
        """Make the line; `is_main` if calling the number is the main action."""
        super().__init__()
        self._row = FlowLayout(self, margin=0, spacing=8)
        self.number: WrappingLabel | None = None
        """Of a large line."""
        self.call = WrappingButton(phone.international)
        self.call.setIcon(icon("phone", theme.on_fill if is_main else theme.dim))
        self.call.setProperty("primary", is_main)
        self.chat = QPushButton(icon("message", theme.dim), "")
        if is_large:
            self._add_large(phone, theme)
        else:
            self._row.addWidget(self.call)
            self._row.addWidget(self.chat)
        self.call.setAccessibleName(self.tr("Call {number}").format(number=phone.international))
        self.chat.setAccessibleName(self.tr("Write to {number} by WhatsApp").format(number=phone.international))
        for button in (self.call, self.chat):
            button.setAutoDefault(False)
            button.setToolTip(tool_tip(button.accessibleName()))
        self.call.clicked.connect(lambda: self.call_asked.emit(phone))
        self.chat.clicked.connect(lambda: self.chat_asked.emit(phone))

    def _add_large(self, phone: Phone, theme: Theme) -> None:
        heading = "phone" if len(phone.international) <= _LONGEST_LARGE else "recipient"
        number = self.number = plain_label(phone.international, heading=heading)
        number.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        number.line_width = 0
        self.call.setText(self.tr("Call"))
        self.chat.setText(self.tr("WhatsApp"))
        copied = CopyButton(phone.international, lambda: phone.international, CopyIcons.of(theme))
        for widget in (number, self.call, self.chat, copied):
            self._row.addWidget(widget)


def align(lines: Sequence[PhoneLine]) -> None:
    """Give large numbers below each other one width, so that their buttons stand below each other too."""
    numbers = [line.number for line in lines if line.number is not None]
    for number in numbers:
        number.ensurePolished()  # its size follows from the style sheet
    widest = max((number.sizeHint().width() for number in numbers), default=0)
    for number in numbers:
        number.line_width = widest
