"""The popup with the numbers of a pasted list that the day does not have."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from app.ui.appearance.theme import line_height, scaled
from app.ui.widgets.fitted_dialog import Popover, place
from app.ui.widgets.labels import CopyButton, CopyIcons, plain_label

_LINES = 10
_LINE = 28
_AROUND = 130
"""The height of what is above and below the list, with room for it."""
_BESIDE = 48
"""The width of what is beside a number: the edges, and a scroll bar."""


class MissingNumbers(Popover):
    """Opens below a button; a click elsewhere or Esc closes it."""

    number_asked = Signal(str)
    """A number to search in all days."""

    def __init__(self, numbers: Sequence[str], icons: CopyIcons, parent: QWidget) -> None:
        super().__init__(None, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Numbers not found"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Numbers not found"))
        self.list.addItems(list(numbers))
        self.list.setUniformItemSizes(True)
        line = line_height(_LINE)
        fitting = (self.screen().availableGeometry().height() - scaled(_AROUND)) // line
        self.list.setFixedHeight(min(len(numbers), _LINES, fitting) * line + 8)
        longest = self.list.fontMetrics().horizontalAdvance(max(numbers, key=len))
        self.list.setMinimumWidth(min(longest + _BESIDE, self.screen().availableGeometry().width() // 2))
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self._ask)
        self.copy = CopyButton(self.tr("all"), lambda: "\n".join(numbers), icons, has_word=True)
        self.copy.setText(self.tr("Copy all"))
        self.copy.setAutoDefault(False)
        self.global_search = QPushButton(self.tr("Search in all days"), autoDefault=False)
        self.global_search.clicked.connect(self._ask)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.global_search)
        buttons.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("No shipment and no visit of this day has:"), tone="dim"))
        column.addWidget(self.list)
        column.addLayout(buttons)

    def open_below(self, widget: QWidget) -> None:
        """Open the popup."""
        self.adjustSize()
        place(self, widget.mapToGlobal(QPoint(0, widget.height() + 4)))
        self.show_active(self.list)

    @Slot()
    def _ask(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.close()
            self.number_asked.emit(item.text())
