"""Stands in for the programs that the system has for addresses."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

_SCHEMES = ("file", "https", "mailto", "tel")


class Programs(QObject):
    """Keeps the addresses that were opened, encoded."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        """Keep an address."""
        self.opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


@pytest.fixture
def programs(qapp: QApplication) -> Iterator[Programs]:
    """Take what would be opened in other programs."""
    programs = Programs()
    for scheme in _SCHEMES:
        QDesktopServices.setUrlHandler(scheme, programs, "open")  # type: ignore[arg-type]  # bytes are refused
    yield programs
    for scheme in _SCHEMES:
        QDesktopServices.unsetUrlHandler(scheme)
