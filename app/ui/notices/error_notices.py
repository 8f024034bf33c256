"""What the window says of what went wrong inside the program, and where the report on it is."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.domain.reception.alerts import Alert, AlertKind
from app.ui.notices.notices import Gravity, Notice, Remedy, Topic

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


_AGAIN = timedelta(hours=1)
"""A bug of a kind that rang within this time rings no more: the banner and the reports say each."""


class ErrorNotices(QObject):
    """Tells of bugs and crashes; what is said stays until the user closes it, and nothing is ever sent."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._rang: dict[str, datetime] = {}
        window.banner.asked.connect(self._mend)

    def tell_bug(self, name: str, report: Path | None) -> None:
        """Say that something inside the program went wrong, and where the report is, if there is one."""
        text = self.tr("Something in Despacho went wrong ({name}). What is kept is safe; if it recurs, report it.")
        self._tell(text.format(name=name), report)
        now = self._window.ports.now()
        if name not in self._rang or not timedelta(0) <= now - self._rang[name] < _AGAIN:
            self._rang[name] = now
            self._window.alerts.list.add([Alert(AlertKind.BUG, now, bug=name)])

    def tell_crash(self, report: Path) -> None:
        """Say that the program crashed the last time that it ran, and where the report is."""
        text = self.tr("Despacho ended unexpectedly last time. What is kept is safe. The report is {file}.")
        self._tell(text.format(file=report.name), report)

    def _tell(self, text: str, report: Path | None) -> None:
        button, remedy = (self.tr("Show report"), Remedy.SHOW_REPORT) if report is not None else ("", None)
        self._window.banner.show_notice(Topic.FAILURE, Notice(Gravity.ERROR, text, button, remedy, can_close=True))

    @Slot(object)
    def _mend(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_REPORT:
            self.show_reports()

    def show_reports(self) -> None:
        """Open the folder in which the reports are."""
        show_folder(self._window.ports.about.log_folder)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's own program for files."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
