"""A small table in a card: a click or Enter chooses one of its lines."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.appearance.theme import row_height
from app.ui.cells.row_table import list_rows


class LinesTable(QTableView):
    """A subclass sets model, delegate, accessible name and the widths of the columns.

    Attributes:
        whole_width: at which no column is out of view; a narrower table is scrolled.
    """

    line_chosen = Signal(int)
    """The row that was clicked, or under the cursor on Enter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.whole_width = 0
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.verticalHeader().setMinimumSectionSize(row_height())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.clicked.connect(self._choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the line under the cursor on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        self.line_chosen.emit(index.row())
