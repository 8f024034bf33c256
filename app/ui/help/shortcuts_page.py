"""The page of Help with all shortcuts, in groups, and a field to search them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.folding import fold
from app.ui.cells.row_table import list_rows
from app.ui.help.listed_commands import Shortcut


class ShortcutsPage(QWidget):
    """A table of actions and keys under the titles of their groups."""

    def __init__(self, shortcuts: Sequence[Shortcut], parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.filter)
        column.addWidget(self.table)

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
