"""The table of the hits of a search through all days."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QWidget

from app.domain.views.columns import Kind, Table
from app.domain.views.queries import Hit
from app.ui.appearance.formats import Formats
from app.ui.appearance.roles import CellRole
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.cells.row_table import list_rows
from app.ui.widgets.labels import begun, tool_tip

_STATUS, _NUMBER, _WHOSE = 1, 2, 3
_WIDEST_NUMBER = 400
_FIRST_WIDTHS = (92, 186, 142, 0, 128, 92)


class HitsTable(QTableWidget):
    """Lists day, status, number, recipient, carrier and kind; Enter or a double click chooses a hit."""

    hit_chosen = Signal(object)
    """A `Hit`."""

    def __init__(self, formats: Formats, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, 6, parent)
        self._formats = formats
        self.hits: Sequence[Hit] = ()
        self.setAccessibleName(self.tr("Found"))
        titles = [self.tr("Day"), self.tr("Status"), self.tr("Number"), self.tr("Recipient or contact")]
        titles += [self.tr("Carrier"), self.tr("What")]
        self.setHorizontalHeaderLabels(titles)
        self.setItemDelegate(TableDelegate(theme, self))
        list_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.verticalHeader().setDefaultSectionSize(row_height())
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        advance = self.fontMetrics().horizontalAdvance
        self._least = [advance(title) + 2 * CELL_PADDING for title in titles]
        for column, (width, least) in enumerate(zip(_FIRST_WIDTHS, self._least, strict=True)):
            self.setColumnWidth(column, max(scaled(width), least))
        self.doubleClicked.connect(lambda index: self.hit_chosen.emit(self.hits[index.row()]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give what is left to the recipient; large texts in a narrow window are scrolled."""
        others = sum(self.columnWidth(column) for column in range(self.columnCount()) if column != _WHOSE)
        self.setColumnWidth(_WHOSE, max(self.viewport().width() - others, self._least[_WHOSE]))

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show hits, with the cursor on the first row."""
        self.hits = hits
        self.setRowCount(len(hits))
        kinds = {Table.SHIPMENTS: self.tr("Shipment"), Table.VISITS: self.tr("Visit")}
        for row, hit in enumerate(hits):
            day = begun(self._formats.day(hit.day.date.isoformat()))
            status = self._formats.status(hit.status or "")
            texts = (day, status, hit.number, hit.about or "", hit.day.carrier, kinds[hit.table])
            items = [QTableWidgetItem(text) for text in texts]
            for column, item in enumerate(items):
                item.setToolTip(tool_tip(item.text()))
                self.setItem(row, column, item)
            items[0].setToolTip(tool_tip(self._formats.long_date(hit.day.date)))
            items[_STATUS].setData(CellRole.STATE, hit.state.value)
            items[_NUMBER].setData(CellRole.KIND, Kind.ID.value)
        if hits:
            needed = min(self.sizeHintForColumn(_STATUS), scaled(_FIRST_WIDTHS[_STATUS]))
            self.setColumnWidth(_STATUS, max(needed, self._least[_STATUS]))
            whole = min(self.sizeHintForColumn(_NUMBER), scaled(_WIDEST_NUMBER))
            self.setColumnWidth(_NUMBER, max(whole, scaled(_FIRST_WIDTHS[_NUMBER]), self._least[_NUMBER]))
            self._share_width()
            self.setCurrentCell(0, _NUMBER)
            self.scrollToTop()

    def choose(self) -> None:
        """Choose the row under the cursor."""
        row = self.currentRow()
        if 0 <= row < len(self.hits):
            self.hit_chosen.emit(self.hits[row])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row under the cursor on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose()
        else:
            super().keyPressEvent(event)
