"""The popup in which the columns of a table are chosen."""

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.folding import fold
from app.ui.appearance.theme import line_height, scaled
from app.ui.tables.columns_header import ColumnsHeader
from app.ui.widgets.fitted_dialog import Popover, place
from app.ui.widgets.labels import name_field, plain_label

_SECTION = Qt.ItemDataRole.UserRole
_LINE = 28
_LINES = 14
_WIDTH = 300


class ColumnChooser(Popover):
    """Shows and hides columns at once, and stays open until a click elsewhere or Esc; what is typed narrows the list.

    The last column that is shown cannot be unchecked.
    """

    def __init__(self, header: ColumnsHeader, parent: QWidget) -> None:
        super().__init__(None, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Columns"))
        self._header = header
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a column…"))
        name_field(self.field, self.tr("Find a column"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Columns"))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = plain_label(self.tr("No column matches."), tone="dim")
        self.reset = QPushButton(self.tr("Reset columns"), flat=True, autoDefault=False)
        self._lay_out()
        for title, section in header.offered():
            item = QListWidgetItem(title, self.list)
            item.setData(_SECTION, section)
        self._show_checks()
        self._narrow("")
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(self._turn_current)
        self.list.itemChanged.connect(self._apply)
        self.reset.clicked.connect(header.reset_asked)
        header.arranged.connect(self._show_checks)

    def _lay_out(self) -> None:
        self.setFixedWidth(scaled(_WIDTH))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 8)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self.list)
        column.addStretch()
        column.setStretchFactor(self.list, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.reset)
        column.addLayout(row)

    def open_at(self, at: QPoint) -> None:
        """Open the popup at a point of the screen, as far as there is room."""
        free = self._header.screen().availableGeometry()
        chrome = self.field.sizeHint().height() + self.reset.sizeHint().height() + 44
        lines = min(self.list.count(), _LINES) * line_height(_LINE)
        self.resize(self.width(), min(chrome + lines, free.height()))
        place(self, at)
        self.show_active(self.field)

    def shown_titles(self) -> list[str]:
        """Return the titles in the list, as far as the words typed let them through."""
        return [item.text() for item in self._items() if not item.isHidden()]

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    @Slot(str)
    def _narrow(self, words: str) -> None:
        """List the columns whose titles hold all words, with the cursor on the first."""
        wanted = fold(words).split()
        for item in self._items():
            item.setHidden(not all(word in fold(item.text()) for word in wanted))
        first = next((row for row, item in enumerate(self._items()) if not item.isHidden()), -1)
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(first)
        self.list.setVisible(first >= 0)
        self.nothing.setVisible(first < 0)

    @Slot()
    def _show_checks(self) -> None:
        with QSignalBlocker(self.list):
            chosen = self._header.chosen_places()
            for item in self._items():
                is_shown = item.data(_SECTION) in chosen
                item.setCheckState(Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
        self.list.viewport().update()

    @Slot()
    def _turn_current(self) -> None:
        if self.list.currentRow() >= 0:
            item = self.list.currentItem()
            is_shown = item.checkState() is Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if is_shown else Qt.CheckState.Checked)

    @Slot(QListWidgetItem)
    def _apply(self, item: QListWidgetItem) -> None:
        shown = item.checkState() is Qt.CheckState.Checked
        if not self._header.show_column(item.data(_SECTION), shown=shown):
            self._show_checks()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the field and the list by the arrows."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)
