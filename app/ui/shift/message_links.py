"""Opens a text in WhatsApp or in the mail program."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.domain.links import chat_link, mail_link
from app.ui.appearance.keys import with_system_keys
from app.ui.widgets.links import Opened, open_text

_WHATSAPP = "https://web.whatsapp.com/"


class MessageLinks(QObject):
    """Hands texts to other programs. A text that is too long for a link, or has no program, goes to the clipboard."""

    told = Signal(str)
    """What the user has to do; empty: nothing."""

    def send_by_whatsapp(self, text: str) -> None:
        """Open WhatsApp, which asks for the recipient."""
        self._open(chat_link(text), text, _WHATSAPP, self.tr("No browser could be opened."))

    def send_by_mail(self, subject: str, text: str) -> None:
        """Open a new message in the mail program."""
        problem = self.tr("This computer has no program for mail.")
        self._open(mail_link(subject, text), text, mail_link(subject), problem)

    def _open(self, link: str, text: str, without_text: str, problem: str) -> None:
        opened = open_text(link, text, without_text)
        if opened is Opened.WITHOUT_TEXT:
            self.told.emit(
                with_system_keys(
                    self.tr("The text is too long for a link. It is on the clipboard: paste it with Ctrl+V.")
                )
            )
        elif opened is Opened.NOTHING:
            QGuiApplication.clipboard().setText(text)
            self.told.emit(f"{problem} {self.tr('The text is on the clipboard.')}")
        else:
            self.told.emit("")
