"""All notices of the window, and when each is looked at again."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from app.domain.board.visit_time import SenderClock
from app.domain.errors import AppError, StoreError
from app.domain.reception.alerts import Alert, AlertKind
from app.files.folder_risks import folder_risk
from app.files.private_files import deny_others, mode_for_others
from app.ui.context.window_context import WindowContext
from app.ui.notices.banner import Banner
from app.ui.notices.day_notices import BannerNotices, DayNotices, MatchNotices, NewDay
from app.ui.notices.notices import Gravity, Notice, Remedy, Topic
from app.ui.widgets.system import open_link

_AGAIN = timedelta(hours=1)
"""A bug of one kind raises no second alert within this time; the banner and the reports show each."""
_KEY = "sender_time_zone"


class ErrorNotices(BannerNotices):
    """Shows them until the user closes them; nothing is ever sent."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self._alerted_at: dict[str, datetime] = {}
        context.signals.failed.connect(self.show_failure)

    @Slot(str)
    def show_failure(self, text: str) -> None:
        """Show what failed."""
        self._show(text, None)

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
        now = self._context.clock.now()
        if name not in self._alerted_at or not timedelta(0) <= now - self._alerted_at[name] < _AGAIN:
            self._alerted_at[name] = now
            self._context.signals.alert_raised.emit(Alert(AlertKind.BUG, now, bug=name))

    def show_crash(self, report: Path) -> None:
        """Show that the program crashed the last time that it ran, and where the report is."""
        text = self.tr("Despacho ended unexpectedly last time. The saved data is safe. The report is {file}.")
        self._show(text.format(file=report.name), report)

    def _show(self, text: str, report: Path | None) -> None:
        button, remedy = (self.tr("Show report"), Remedy.SHOW_REPORT) if report is not None else ("", None)
        notice = Notice(Gravity.ERROR, text, button, remedy, can_close=True, failed_at=self._context.clock.now())
        self._banner.show_notice(Topic.FAILURE, notice)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SHOW_REPORT:
            self.show_reports()

    @Slot()
    def show_reports(self) -> None:
        """Open the folder of the crash reports."""
        show_folder(self._context.log.folder)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class VersionNotice(BannerNotices):
    """Shows it until the user closes it; another newer version is shown again."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show or remove the notice."""
        newer = self._context.versions.newer
        is_new = newer is not None and newer.version != self._context.state.closed_version
        self._banner.show_notice(Topic.VERSION, self._notices.about_version(newer) if newer and is_new else None)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        newer = self._context.versions.newer
        if topic is Topic.VERSION and newer is not None:
            self._context.state.closed_version = newer.version

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        newer = self._context.versions.newer
        if remedy is Remedy.GET_VERSION and newer is not None:
            open_link(newer.address)


class SenderClockNotice(BannerNotices):
    """Checks the last notifications whenever new ones may have come, and offers the zone that they suggest."""

    settings_saved = Signal(object)
    """The `Settings` in force since the zone was set."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self._found: SenderClock | None = None
        self._closed: SenderClock | None = None
        context.feed.listening_changed.connect(self.refresh)
        context.feed.day_changed.connect(self.refresh)  # also once the zone was set and every visit derived again
        context.clock.ticked.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Check, and show or remove the notice."""
        context = self._context
        try:
            self._found = found = context.rows.sender_clock()
        except StoreError:  # the tables report it
            return
        notice = None
        if found is not None and found != self._closed:
            fixed_by = context.settings.fixed().get(_KEY, "")
            notice = self._notices.about_sender(context.say(found.finding), found.zone, fixed_by)
        self._banner.show_notice(Topic.SENDER, notice)

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is Topic.SENDER:
            self._closed = self._found

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.SET_SENDER_ZONE and self._found is not None:
            try:
                settings = self._context.settings.save({_KEY: self._found.zone})
            except AppError as error:
                self._context.signals.fail(error)
            else:
                self.settings_saved.emit(settings)


class BoardNotice(BannerNotices):
    """Shows the notice as long as rows are missing."""

    @Slot()
    def refresh(self) -> None:
        """Ask whether rows are missing, and show or remove the notice."""
        self._context.queries.ask("board", lambda rows: rows.left_to_derive()).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, left: int) -> None:
        text = self.tr(
            "Rows are being rebuilt from the saved data; {left} days and visits are left. "
            "Until then rows may be missing."
        )
        said = text.format(left=self._context.formats.number(left))
        self._banner.show_notice(Topic.BOARD, Notice(Gravity.WARNING, said) if left else None)


class FolderNotice(BannerNotices):
    """Asks once for each mode of the folder, and changes the mode only if the user says so; then names a risk once."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(context, banner)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Look at the folder, and show or remove its notice."""
        app_context = self._context.app_context
        folder = str(app_context.folder)
        notice = self._notices.about_open_folder(folder) if self._is_mode_asked() else None
        if notice is None and self._context.state.risked_folder != folder:
            risk = folder_risk(app_context.folder, app_context.environment)
            notice = Notice(Gravity.WARNING, self._context.say(risk), can_close=True) if risk is not None else None
        self._banner.show_notice(Topic.FOLDER, notice)

    def _is_mode_asked(self) -> bool:
        mode = mode_for_others(self._context.app_context.folder)
        return bool(mode) and mode != self._context.state.allowed_mode

    @Slot(object)
    def _keep_closed(self, topic: Topic) -> None:
        if topic is not Topic.FOLDER:
            return
        if self._is_mode_asked():
            self._context.state.allowed_mode = mode_for_others(self._context.app_context.folder)
            self.refresh()
        else:
            self._context.state.risked_folder = str(self._context.app_context.folder)

    @Slot(object)
    def _do(self, remedy: Remedy) -> None:
        if remedy is Remedy.DENY_OTHERS:
            try:
                deny_others(self._context.app_context.folder)
            except AppError as error:
                self._context.signals.fail(error)
            self.refresh()


class WindowNotices(QObject):
    """Makes the notices under the top bar."""

    def __init__(self, context: WindowContext, banner: Banner, is_in_work: Callable[[], bool]) -> None:
        """Make them; `is_in_work` is that of `NewDay`."""
        super().__init__(context.window)
        self.errors = ErrorNotices(context, banner)
        self.days = DayNotices(context, banner)
        self.sender_clock = SenderClockNotice(context, banner)
        self.new_day = NewDay(context, banner, is_in_work)
        self.version = VersionNotice(context, banner)
        self._matches = MatchNotices(context, banner)
        self._board = BoardNotice(context, banner)
        self._folder = FolderNotice(context, banner)
        banner.asked.connect(context.signals.asked)
        banner.help_asked.connect(context.signals.help_asked)

    def show_day(self, age: str) -> None:
        """Show what must be known of another day; `age` is how old its data is, in words."""
        self.days.show(age)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Count again what may have changed."""
        self._matches.refresh()
        self._board.refresh()
