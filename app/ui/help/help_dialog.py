"""The Help dialog: the manual, shortcuts, versions, licences, and the log folder."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)

from app.domain.folding import fold
from app.ui.cells.row_table import list_rows
from app.ui.context.places import HelpPage, HelpPlace
from app.ui.context.window_context import WindowContext
from app.ui.help.licences import Licence, licences
from app.ui.help.manual import Manual
from app.ui.help.manual_page import ManualPage
from app.ui.help.palette import Shortcut
from app.ui.notices.window_notices import show_folder
from app.ui.widgets.fitted_dialog import Scrolled, scaled_room
from app.ui.widgets.labels import card, lines_grid, plain_label
from app.ui.widgets.layouts import in_column, in_row


class LicencesPage(QWidget):
    """A list of parts, and the licence of the selected one."""

    def __init__(self) -> None:
        super().__init__()
        self._licences: Sequence[Licence] = ()
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(self.tr("Licences"))
        self.table.setHorizontalHeaderLabels([self.tr("Part"), self.tr("Version"), self.tr("Licence")])
        list_rows(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setAccessibleName(self.tr("Text of the licence"))
        self.text.setProperty("mono", True)
        panes = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        for pane in (self.table, self.text):
            panes.addWidget(pane)
        panes.setSizes([190, 210])
        panes.setHandleWidth(8)
        self.table.currentCellChanged.connect(self._show_text)
        in_column(panes, on=self, margins=(0, 12, 0, 0))

    @Slot(object)
    def show_licences(self, licences: Sequence[Licence]) -> None:
        """Fill the list, and select the first part."""
        self._licences = licences
        self.table.setRowCount(len(licences))
        for row, one in enumerate(licences):
            for column, text in enumerate((one.name, one.version, one.licence or self.tr("Not stated"))):
                item = QTableWidgetItem(text)
                item.setToolTip("")
                self.table.setItem(row, column, item)
        if licences:
            self.table.setCurrentCell(0, 0)

    @Slot(int)
    def _show_text(self, row: int) -> None:
        if 0 <= row < len(self._licences):
            self.text.setPlainText(self._licences[row].text or self.tr("It came without a text of its licence."))


class ShortcutsPage(QWidget):
    """A table of actions and keys under the titles of their groups."""

    def __init__(self, shortcuts: Sequence[Shortcut]) -> None:
        super().__init__()
        self.filter = QLineEdit(placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName(self.tr("Shortcuts"))
        self.table.setHorizontalHeaderLabels([self.tr("What"), self.tr("Key")])
        list_rows(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._rows: list[tuple[str, int, str]] = []
        """For each row its group, its position in the table, and the words to search; a title has none."""
        for group in dict.fromkeys(one.group for one in shortcuts):
            self._add_title(group)
            for one in shortcuts:
                if one.group == group:
                    self._add(one)
        self.filter.textChanged.connect(self._show_found)
        in_column(self.filter, self.table, on=self, margins=(0, 12, 0, 0), spacing=8)

    def _add_title(self, group: str) -> None:
        row = self._new_row(group, "")
        item = QTableWidgetItem(group)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(font)
        self.table.setItem(row, 0, item)
        self.table.setSpan(row, 0, 1, 2)

    def _add(self, one: Shortcut) -> None:
        row = self._new_row(one.group, fold(f"{one.text} {one.keys}"))
        for column, text in enumerate((one.text, one.keys)):
            self.table.setItem(row, column, QTableWidgetItem(text))

    def _new_row(self, group: str, words: str) -> int:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self._rows.append((group, row, words))
        return row

    @Slot(str)
    def _show_found(self, text: str) -> None:
        wanted = fold(text).split()
        found = {row for _, row, words in self._rows if words and all(one in words for one in wanted)}
        groups = {group for group, row, _ in self._rows if row in found}
        for group, row, words in self._rows:
            self.table.setRowHidden(row, row not in found if words else group not in groups)


class HelpDialog(QDialog):
    """Shows the pages of Help as tabs; it is not modal."""

    def __init__(self, context: WindowContext, shortcuts: Sequence[Shortcut]) -> None:
        super().__init__(context.window)
        self._context = context
        self.setWindowTitle(self.tr("Help"))
        self.resize(scaled_room(self, 960, 640))
        self.manual = ManualPage(Manual(context.language))
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
        in_column(self.tabs, buttons, on=self, margins=(20, 12, 20, 16), spacing=12)
        say, log = context.say, context.log
        context.workers.start(lambda _report: licences(say)).succeeded.connect(self.licences.show_licences)
        context.workers.start(lambda _report: log.latest_report()).succeeded.connect(self._show_report)

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
        versions = [(names.get(name, name), version) for name, version in self._context.log.versions()]
        newer = self._context.versions.newer
        if newer is not None:
            versions.insert(1, (self.tr("Newer version"), f"{newer.version} {newer.address}".strip()))
        return [*versions, (self.tr("Data folder"), str(self._context.app_context.folder))]

    def _versions_page(self) -> Scrolled:
        copy = QPushButton(self.tr("Copy"))
        copy.clicked.connect(self._copy_versions)
        grid = lines_grid([(name, version, "") for name, version in self._lines()])
        return _page(card(self.tr("What runs here"), grid), copy)

    def _log_page(self) -> Scrolled:
        about = self.tr(
            "The log says what Despacho did, and a crash report what went wrong in it. Tokens and passwords, documents,"
            " phones and e-mail addresses are masked in both; names are not always. Nothing is ever sent: read them"
            " before you hand them on, if you are asked for them."
        )
        content_layout = in_column(
            plain_label(str(self._context.log.folder), selectable=True), plain_label(about, tone="dim"), spacing=8
        )
        open_folder = QPushButton(self.tr("Open folder"))
        open_folder.clicked.connect(lambda: show_folder(self._context.log.folder))
        latest = in_column(self.report)
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
    column = in_column(on=page, margins=(0, 12, 0, 0), spacing=12)
    for part in parts:
        if isinstance(part, QPushButton):
            column.addLayout(in_row(part, 0))
        else:
            column.addWidget(part)
    column.addStretch()
    return Scrolled(page)
