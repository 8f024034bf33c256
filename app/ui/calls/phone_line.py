"""A telephone number with the buttons that dial it, write to it and copy it."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.phones import Phone, chat_link, dialling_link
from app.ui.appearance.icons import icon
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import Theme, with_even_figures
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import CopyButton, CopyIcons, keyed, plain_label, tool_tip
from app.ui.widgets.system import Opened, open_link, open_text

_LONGEST_LARGE = 18
"""Characters of a number in the largest type; one with an extension would widen a small dialog."""


class PhoneLine(QWidget):
    """Shows one number, with a button that dials it, one that writes to it and one that copies it."""

    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object)
    """A message to the `Phone` is wanted."""

    def __init__(self, phone: Phone, theme: Theme, *, is_large: bool = False, is_main: bool = False) -> None:
        """Make the line; `is_large` if the number is what one looks for, `is_main` if calling it is the main action."""
        super().__init__()
        is_short = len(phone.shown) <= _LONGEST_LARGE
        self.number = plain_label(phone.shown, heading="phone" if is_large and is_short else "recipient")
        self.number.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.number.setFont(with_even_figures(self.number.font()))  # the buttons beside all numbers stand alike
        self.number.line_width = 0
        self.call = QPushButton(icon("phone", theme.on_fill if is_main else theme.dim), self.tr("Call"))
        self.call.setProperty("primary", is_main)
        self.chat = QPushButton(icon("message", theme.dim), self.tr("WhatsApp"))
        if not phone.has_country:
            self.chat.setText(self.tr("Country of the site?"))
        icons = CopyIcons.of(theme)
        self.copy = CopyButton(phone.international, lambda: phone.international, icons, has_word=is_main)
        if is_main:
            self.copy.setText(self.tr("Copy"))
            for button, key in ((self.call, "Enter"), (self.chat, "W"), (self.copy, "C")):
                button.setText(keyed(button.text(), key))
        FlowLayout(self, self.number, self.call, self.chat, self.copy, margin=0, spacing=6)
        if not is_large:  # the detail has its copy buttons together
            self.copy.hide()
        self.call.setAccessibleName(self.tr("Call {number}").format(number=phone.shown))
        writes = self.tr("Write to {number} by WhatsApp").format(number=phone.shown)
        self.chat.setAccessibleName(writes if phone.has_country else self.chat.text())
        for button in (self.call, self.chat):
            button.setAutoDefault(False)
            button.setProperty("narrow", not is_large)
            button.setToolTip(tool_tip(button.accessibleName()))
        self.call.clicked.connect(lambda: self.call_asked.emit(phone))
        self.chat.clicked.connect(lambda: self.chat_asked.emit(phone))


def align(lines: Sequence[PhoneLine]) -> None:
    """Give numbers below each other one width, so that their buttons stand below each other too."""
    numbers = [line.number for line in lines]
    for number in numbers:
        number.ensurePolished()  # its size follows from the style sheet
    widest = max((number.sizeHint().width() for number in numbers), default=0)
    for number in numbers:
        number.line_width = widest


class Contacts(QObject):
    """Hands numbers to the system's programs; where there is none, it copies the number and says so."""

    reported = Signal(str)
    """What happened, in a sentence."""
    country_asked = Signal()
    """The country of the site is not known, without which nobody can write to a number."""
    failed = Signal(str)
    """That no program could be opened, and what the user has instead."""

    @Slot(object)
    def call(self, phone: Phone) -> None:
        """Have the system's program for calls dial a number."""
        if open_link(dialling_link(phone)):
            self.reported.emit(self.tr("Calling {number}.").format(number=phone.shown))
        else:
            self._copy(phone, self.tr("No program on this computer makes calls."))

    @Slot(object, str)
    def write(self, phone: Phone, message: str) -> None:
        """Open a WhatsApp chat with a number; the message is sent there, by the user."""
        if not phone.has_country:
            self.country_asked.emit()
            return
        opened = open_text(chat_link(message, phone), message, chat_link("", phone))
        if opened is Opened.NOTHING:
            self._copy(phone, self.tr("No browser or WhatsApp could be opened."))
            return
        text = self.tr("The message to {number} is in WhatsApp: send it there.")
        if opened is Opened.WITHOUT_TEXT:
            text = with_system_keys(
                self.tr(
                    "The message to {number} is too long for a link. It is copied: paste it in WhatsApp with Ctrl+V."
                )
            )
        self.reported.emit(text.format(number=phone.shown))

    def _copy(self, phone: Phone, why: str) -> None:
        QGuiApplication.clipboard().setText(phone.international)
        copied = self.tr("{number} is on the clipboard.").format(number=phone.shown)
        self.failed.emit(f"{why} {copied}")
