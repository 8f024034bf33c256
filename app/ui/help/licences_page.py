"""The page of Help with the licences of the program's parts."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.cells.row_table import list_rows
from app.ui.ports.help_ports import Licence


class LicencesPage(QWidget):
    """A list of parts, and the licence of the selected one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        panes = QSplitter(Qt.Orientation.Vertical)
        panes.setChildrenCollapsible(False)
        for pane in (self.table, self.text):
            panes.addWidget(pane)
        panes.setSizes([190, 210])
        panes.setHandleWidth(8)
        self.table.currentCellChanged.connect(self._show_text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.addWidget(panes)

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
