"""Has the system dial a number, or open a WhatsApp chat with it."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.domain.links import chat_link, dialling_link
from app.domain.phones import Phone
from app.ui.appearance.keys import with_system_keys
from app.ui.widgets.links import Opened, open_link, open_text


class Contacts(QObject):
    """Hands numbers to the system's programs; where there is none, it copies the number and says so."""

    reported = Signal(str)
    """What happened, in a sentence."""
    failed = Signal(str)
    """That no program could be opened, and what the user has instead."""

    @Slot(object)
    def call(self, phone: Phone) -> None:
        """Have the system's program for calls dial a number."""
        if open_link(dialling_link(phone)):
            self.reported.emit(self.tr("Calling {number}.").format(number=phone.international))
        else:
            self._copy(phone, self.tr("No program on this computer makes calls."))

    @Slot(object, str)
    def write(self, phone: Phone, message: str) -> None:
        """Open a WhatsApp chat with a number; the message is sent there, by the user."""
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
        self.reported.emit(text.format(number=phone.international))

    def _copy(self, phone: Phone, why: str) -> None:
        QGuiApplication.clipboard().setText(phone.international)
        copied = self.tr("{number} is on the clipboard.").format(number=phone.international)
        self.failed.emit(f"{why} {copied}")
