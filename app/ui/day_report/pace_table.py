"""The drivers of today, the silent ones first: their last visit, their silence, and their pace."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.domain.pace.silence import DriverPace, Silence
from app.domain.views.columns import Kind
from app.ui.appearance.formats import Formats
from app.ui.appearance.roles import CellRole, TextTone
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled
from app.ui.cells.delegates import TableDelegate
from app.ui.day_report.lines_table import LinesTable
from app.ui.day_report.pace_words import PaceWords
from app.ui.widgets.labels import tool_tip

_Index = QModelIndex | QPersistentModelIndex
_NAME, _SILENT, _LAST, _TODAY, _USUALLY = range(5)
_LEAST_NAME = 140
_PILL = 40
"""What a pill takes beside its text."""
_ROWS = 4
_SCROLL_BAR = 12


class PaceModel(QAbstractTableModel):
    """A line for each driver."""

    def __init__(self, words: PaceWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._formats: Formats | None = None
        self.drivers: Sequence[DriverPace] = ()

    def show_drivers(self, drivers: Sequence[DriverPace], formats: Formats) -> None:
        """Show these drivers; if they are the same in the same order, update them in place."""
        is_same = [one.driver.key for one in drivers] == [one.driver.key for one in self.drivers]
        if not is_same:
            self.beginResetModel()
        self.drivers, self._formats = drivers, formats
        if not is_same:
            self.endResetModel()
        elif drivers:
            self.dataChanged.emit(self.index(0, 0), self.index(len(drivers) - 1, _USUALLY))

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return how many drivers there are."""
        return 0 if parent is not None and parent.isValid() else len(self.drivers)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else _USUALLY + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section < _LAST else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return self._words.titles()[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a cell for a role."""
        if not index.isValid() or self._formats is None:
            return None
        pace, column, formats = self.drivers[index.row()], index.column(), self._formats
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(pace, column, formats)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(self._words.judged(pace, formats))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words.judged(pace, formats) if column == _SILENT else None
        return self._look(pace, column).get(role)

    def _look(self, pace: DriverPace, column: int) -> dict[int, object]:
        """Return the cell's look for the delegate."""
        look: dict[int, object] = {CellRole.KIND: Kind.TEXT if column < _LAST else Kind.NUMBER}
        if column == _SILENT and pace.silence is Silence.LONG:
            look[CellRole.STATE] = "warning"
        elif column == _SILENT and pace.silence is not Silence.USUAL:
            look[CellRole.TONE] = TextTone.DIM
        return look

    def _text(self, pace: DriverPace, column: int, formats: Formats) -> str:
        words = self._words
        texts = (
            words.name(pace),
            words.silent(pace, formats),
            formats.minute(pace.last),
            words.duration(pace.today, formats),
            words.duration(pace.usually, formats),
        )
        return texts[column]


class PaceTable(LinesTable):
    """Shows the drivers; a click or Enter asks for the visits of one."""

    driver_asked = Signal(object)
    """The `DriverKey`."""

    def __init__(self, words: PaceWords, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pace = PaceModel(words, self)
        self.setModel(self.pace)
        self.setItemDelegate(TableDelegate(theme, self))
        self.setAccessibleName(self.tr("Pace of the drivers"))
        self.line_chosen.connect(self._ask)
        advance = self.fontMetrics().horizontalAdvance
        self._figures = [max(advance(title), advance("00 h 00 min")) + 2 * CELL_PADDING for title in words.titles()[1:]]
        self._figures[0] += scaled(_PILL)
        self._least_name = scaled(_LEAST_NAME)
        self.whole_width = sum(self._figures) + self._least_name + _SCROLL_BAR

    def sizeHint(self) -> QSize:
        """Return the height of the first lines."""
        lines = min(max(len(self.pace.drivers), 1), _ROWS)
        return QSize(scaled(520), self.horizontalHeader().sizeHint().height() + lines * row_height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same height: the page scrolls if it has no room."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def show_drivers(self, drivers: Sequence[DriverPace], formats: Formats) -> None:
        """Show these drivers; the cursor stays on its driver."""
        current, scrolled = self.currentIndex(), self.verticalScrollBar().value()
        key = self.pace.drivers[current.row()].driver.key if current.isValid() else None
        self.pace.show_drivers(drivers, formats)
        row = next((row for row, one in enumerate(drivers) if one.driver.key == key), -1)
        if row >= 0 and not self.currentIndex().isValid():
            self.setCurrentIndex(self.pace.index(row, _NAME))
        self.verticalScrollBar().setValue(scrolled)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the figures the width that they need, and the rest to the names."""
        super().resizeEvent(event)
        name = max(self.viewport().width() - sum(self._figures), self._least_name)
        for column, wanted in enumerate((name, *self._figures)):
            self.horizontalHeader().resizeSection(column, wanted)

    @Slot(int)
    def _ask(self, row: int) -> None:
        self.driver_asked.emit(self.pace.drivers[row].driver)
