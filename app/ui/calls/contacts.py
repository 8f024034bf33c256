"""Has the system dial a number, or open a WhatsApp chat with it."""

from PySide6.QtCore import QByteArray, QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.domain.calls.messages import chat_address, dialling_address
from app.domain.phones import Phone


class Contacts(QObject):
    """Hands numbers to the system's programs; where there is none, it copies the number and says so."""

    reported = Signal(str)
    """What happened, in a sentence."""

    @Slot(object)
    def call(self, phone: Phone) -> None:
        """Have the system's program for calls dial a number."""
        if self._open(dialling_address(phone)):
            self.reported.emit(self.tr("Calling {number}.").format(number=phone.international))
        else:
            self._copy(phone, self.tr("No program on this computer makes calls."))

    @Slot(object, str)
    def write(self, phone: Phone, message: str) -> None:
        """Open a WhatsApp chat with a number; the message is sent there, by the user."""
        if self._open(chat_address(phone, message)):
            text = self.tr("The message to {number} is in WhatsApp: send it there.")
            self.reported.emit(text.format(number=phone.international))
        else:
            self._copy(phone, self.tr("No browser or WhatsApp could be opened."))

    def _open(self, address: str) -> bool:
        return QDesktopServices.openUrl(QUrl.fromEncoded(QByteArray(address.encode())))

    def _copy(self, phone: Phone, why: str) -> None:
        QGuiApplication.clipboard().setText(phone.international)
        copied = self.tr("{number} is on the clipboard.").format(number=phone.international)
        self.reported.emit(f"{why} {copied}")
