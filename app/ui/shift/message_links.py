"""Opens a text in WhatsApp or in the mail program."""

from collections.abc import Callable
from urllib.parse import quote

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.domain.contract.storable_text import storable

_LONGEST = 2000
"""Characters of a link that Windows hands to another program for sure."""


def open_link(url: str) -> bool:
    """Open a link in the program for it; return whether there is one."""
    return QDesktopServices.openUrl(QUrl(url, QUrl.ParsingMode.StrictMode))


class MessageLinks(QObject):
    """Hands texts to other programs. A text that is too long for a link, or has no program, goes to the clipboard."""

    told = Signal(str)
    """What the user has to do; empty: nothing."""

    def __init__(self, parent: QObject, open_url: Callable[[str], bool] = open_link) -> None:
        super().__init__(parent)
        self._open_url = open_url

    def send_by_whatsapp(self, text: str) -> None:
        """Open WhatsApp, which asks for the recipient."""
        link = f"https://wa.me/?text={_quoted(text)}"
        self._open(link, text, "https://web.whatsapp.com/", self.tr("No browser could be opened."))

    def send_by_mail(self, subject: str, text: str) -> None:
        """Open a new message in the mail program."""
        head = f"mailto:?subject={_quoted(subject)}"
        link = f"{head}&body={_quoted(text.replace(chr(10), chr(13) + chr(10)))}"
        self._open(link, text, head, self.tr("This computer has no program for mail."))

    def _open(self, link: str, text: str, without_text: str, problem: str) -> None:
        is_short = len(link) <= _LONGEST
        if not is_short:
            QGuiApplication.clipboard().setText(text)
        if not self._open_url(link if is_short else without_text):
            QGuiApplication.clipboard().setText(text)
            self.told.emit(f"{problem} {self.tr('The text is on the clipboard.')}")
        elif is_short:
            self.told.emit("")
        else:
            self.told.emit(self.tr("The text is too long for a link. It is on the clipboard: paste it with Ctrl+V."))


def _quoted(text: str) -> str:
    return quote(storable(text), safe="")
