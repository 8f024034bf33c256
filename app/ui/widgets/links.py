"""Hands links to the programs that the system has for them."""

from enum import Enum, auto

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.domain.phones import LONGEST_LINK


class Opened(Enum):
    """How a text was handed over."""

    WITH_TEXT = auto()
    WITHOUT_TEXT = auto()
    """The program is open, and the text is on the clipboard."""
    NOTHING = auto()
    """The system has no program for the link."""


def open_link(link: str) -> bool:
    """Open a link in the program for it; return whether there is one."""
    return QDesktopServices.openUrl(QUrl(link, QUrl.ParsingMode.StrictMode))


def open_text(link: str, text: str, without_text: str) -> Opened:
    """Open a link that has a text in it; if it is too long, open the one without and copy the text."""
    is_short = len(link) <= LONGEST_LINK
    if not is_short:
        QGuiApplication.clipboard().setText(text)
    if not open_link(link if is_short else without_text):
        return Opened.NOTHING
    return Opened.WITH_TEXT if is_short else Opened.WITHOUT_TEXT
