"""The notices about failures, bugs and crashes, and where the reports on them are."""

from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from app.domain.errors import AppError
from app.domain.reception.alerts import Alert, AlertKind
from app.ui.notices.banner import Banner
from app.ui.notices.notices import Gravity, Notice, Notices, Remedy, Topic
from app.ui.ports.notice_ports import NoticePorts

_AGAIN = timedelta(hours=1)
"""A bug of one kind raises no second alert within this time; the banner and the reports show each."""


class ErrorNotices(QObject):
    """Shows them until the user closes them; nothing is ever sent."""

    alert_raised = Signal(object)
    """The `Alert` of a bug."""

    def __init__(self, banner: Banner, ports: NoticePorts, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._ports = ports
        self._notices = Notices(self)
        self._alerted_at: dict[str, datetime] = {}
        banner.asked.connect(self._do)

    @Slot(str)
    def show_failure(self, text: str) -> None:
        """Show what failed."""
        self._banner.show_notice(Topic.FAILURE, self._notices.about_failure(text, self._ports.now()))

    @Slot(object)
    def show_error(self, error: AppError) -> None:
        """Show what failed."""
        self.show_failure(self._ports.say(error.user_message))

    def forget_failure(self) -> None:
        """Remove the notice of a failure whose cause is gone."""
        self._banner.show_notice(Topic.FAILURE, None)

    def show_bug(self, name: str, report: Path | None) -> None:
        """Show that something inside the program went wrong, and raise an alert.

        Args:
            name: of the exception's class.
            report: None if it could not be written.
        """
        text = self.tr("Something in Despacho went wrong ({name}). The saved data is safe; if it recurs, report it.")
        self._show(text.format(name=name), report)
        now = self._ports.now()
        if name not in self._alerted_at or not timedelta(0) <= now - self._alerted_at[name] < _AGAIN:
            self._alerted_at[name] = now
            self.alert_raised.emit(Alert(AlertKind.BUG, now, bug=name))

    def show_crash(self, report: Path) -> None:
        """Show that the program crashed the last time that it ran, and where the report is."""
        text = self.tr("Despacho ended unexpectedly last time. The saved data is safe. The report is {file}.")
        self._show(text.format(file=report.name), report)

    def _show(self, text: str, report: Path | None) -> None:
        button, remedy = (self.tr("Show report"), Remedy.SHOW_REPORT) if report is not None else ("", None)
        notice = Notice(Gravity.ERROR, text, button, remedy, can_close=True, failed_at=self._ports.now())
        self._banner.show_notice(Topic.FAILURE, notice)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_REPORT:
            self.show_reports()

    @Slot()
    def show_reports(self) -> None:
        """Open the folder of the crash reports."""
        show_folder(self._ports.log_folder)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
