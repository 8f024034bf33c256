"""A telephone number with the buttons that dial it, write to it and copy it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.domain.phones import Phone
from app.ui.widgets.copy_button import CopyButton, CopyIcons
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.icons import icon
from app.ui.widgets.labels import plain_label
from app.ui.widgets.theme import Theme


class PhoneLine(QWidget):
    """Shows one number; `is_large` where it is what the user looks for."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""

    def __init__(self, phone: Phone, theme: Theme, parent: QWidget | None = None, *, is_large: bool = False) -> None:
        super().__init__(parent)
        number = plain_label(phone.international, heading="phone" if is_large else "contact", selectable=True)
        number.setWordWrap(False)
        number.setSizePolicy(number.sizePolicy().Policy.Fixed, number.sizePolicy().verticalPolicy())
        self.call = QPushButton(icon("phone", theme.on_fill if is_large else theme.dim), self.tr("Call"))
        self.call.setProperty("primary", is_large)
        self.call.setAccessibleName(self.tr("Call {number}").format(number=phone.international))
        self.chat = QPushButton(icon("message", theme.dim), self.tr("WhatsApp"))
        self.chat.setAccessibleName(self.tr("Write to {number} by WhatsApp").format(number=phone.international))
        copied = CopyButton(phone.international, lambda: phone.international, CopyIcons.of(theme))
        lines = ((number, self.call, self.chat, copied),) if is_large else ((number, copied), (self.call, self.chat))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widgets in lines:
            line = QWidget()
            row = FlowLayout(line, margin=0, spacing=8)
            for widget in widgets:
                row.addWidget(widget)
            column.addWidget(line)
        for button in (self.call, self.chat):
            button.setAutoDefault(False)
            button.setToolTip(button.accessibleName())
        self.call.clicked.connect(lambda: self.call_asked.emit(phone))
        self.chat.clicked.connect(lambda: self.chat_asked.emit(phone))
