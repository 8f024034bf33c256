"""The Help dialog: the manual, shortcuts, versions, licences, and the log folder."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.qt_threads.worker_pool import WorkerPool
from app.ui.help.licences_page import LicencesPage
from app.ui.help.listed_commands import Shortcut
from app.ui.help.manual import Manual
from app.ui.help.manual_page import ManualPage
from app.ui.help.shortcuts_page import ShortcutsPage
from app.ui.notices.error_notices import show_folder
from app.ui.ports.help_ports import About, HelpPage, HelpPlace
from app.ui.widgets.fitted_dialog import Scrolled
from app.ui.widgets.labels import card, lines_grid, plain_label
from app.ui.widgets.screen_room import scaled_room


class HelpDialog(QDialog):
    """Shows the pages of Help as tabs; it is not modal."""

    def __init__(
        self,
        about: About,
        shortcuts: Sequence[Shortcut],
        workers: WorkerPool,
        language: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._about = about
        self.setWindowTitle(self.tr("Help"))
        self.resize(scaled_room(self, 960, 640))
        self.manual = ManualPage(Manual(language))
        self.shortcuts = ShortcutsPage(shortcuts)
        self.licences = LicencesPage()
        self.report = plain_label(selectable=True)
        self.tabs = QTabWidget(documentMode=True)
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.tr("Help"))
        self.tabs.addTab(self.manual, self.tr("Manual"))
        self.tabs.addTab(self.shortcuts, self.tr("Shortcuts"))
        self.tabs.addTab(self._versions_page(), self.tr("Versions"))
        self.tabs.addTab(self.licences, self.tr("Licences"))
        self.tabs.addTab(self._log_page(), self.tr("Log folder"))
        self.tabs.currentChanged.connect(self._follow_tab)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.tabs)
        column.addWidget(buttons)
        workers.start(lambda _report: about.licences()).succeeded.connect(self.licences.show_licences)
        workers.start(lambda _report: about.latest_report()).succeeded.connect(self._show_report)

    def show_page(self, page: HelpPage) -> None:
        """Bring a page to the front, and give it the keyboard."""
        self.tabs.setCurrentIndex(page)
        self._focus_page()

    @Slot()
    def _focus_page(self) -> None:
        """Give the keyboard to a page's field; a page that has none is read from its top, and not from its button."""
        fields: dict[int, QWidget] = {
            HelpPage.MANUAL: self.manual.field,
            HelpPage.SHORTCUTS: self.shortcuts.filter,
            HelpPage.LICENCES: self.licences.table,
        }
        fields.get(self.tabs.currentIndex(), self.tabs.tabBar()).setFocus()

    @Slot()
    def _follow_tab(self) -> None:
        if not self.tabs.tabBar().hasFocus():  # else its arrow keys go on to the next one
            self._focus_page()

    def show_place(self, place: HelpPlace) -> None:
        """Show what the manual says about something."""
        self.tabs.setCurrentIndex(HelpPage.MANUAL)
        self.manual.show_place(place)

    def _lines(self) -> list[tuple[str, str]]:
        names = {"System": self.tr("System")}  # the others are names of programs
        versions = [(names.get(name, name), version) for name, version in self._about.versions()]
        newer = self._about.newer_version()
        if newer is not None:
            versions.insert(1, (self.tr("Newer version"), f"{newer.version} {newer.address}".strip()))
        return [*versions, (self.tr("Data folder"), str(self._about.data_folder))]

    def _versions_page(self) -> Scrolled:
        copy = QPushButton(self.tr("Copy"))
        copy.clicked.connect(self._copy_versions)
        grid = lines_grid([(name, version, "") for name, version in self._lines()])
        return _page(card(self.tr("What runs here"), grid), copy)

    def _log_page(self) -> Scrolled:
        content_layout = QVBoxLayout()
        content_layout.setSpacing(8)
        content_layout.addWidget(plain_label(str(self._about.log_folder), selectable=True))
        about = self.tr(
            "The log says what Despacho did, and a crash report what went wrong in it. Tokens and passwords, documents,"
            " phones and e-mail addresses are masked in both; names are not always. Nothing is ever sent: read them"
            " before you hand them on, if you are asked for them."
        )
        content_layout.addWidget(plain_label(about, tone="dim"))
        open_folder = QPushButton(self.tr("Open folder"))
        open_folder.clicked.connect(lambda: show_folder(self._about.log_folder))
        latest = QVBoxLayout()
        latest.addWidget(self.report)
        return _page(
            card(self.tr("Log folder"), content_layout), card(self.tr("Latest crash report"), latest), open_folder
        )

    @Slot()
    def _copy_versions(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(f"{name}: {version}" for name, version in self._lines()))

    @Slot(object)
    def _show_report(self, report: Path | None) -> None:
        self.report.setText(report.name if report is not None else self.tr("There is none."))


def _page(*parts: QFrame | QPushButton) -> Scrolled:
    """Return a page of cards with a button below them, scrolled where the screen is small."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 12, 0, 0)
    column.setSpacing(12)
    for part in parts:
        if isinstance(part, QPushButton):
            row = QHBoxLayout()
            row.addWidget(part)
            row.addStretch()
            column.addLayout(row)
        else:
            column.addWidget(part)
    column.addStretch()
    return Scrolled(page)
