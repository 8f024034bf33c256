"""The rows of a table as Qt sees them: ids in an order, and the cells of the rows that are looked at."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.desk.formats import Formats, promise_tone
from app.desk.plain import tool_tip
from app.desk.roles import CellRole
from app.domain.columns import Column, Kind
from app.domain.details import Cell
from app.domain.queries import SortKey
from app.domain.texts import Say

_PAGE = 120
_KEPT = 4000
_Index = QModelIndex | QPersistentModelIndex
_ALIGNED = {
    False: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    True: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}


class RowsModel(QAbstractTableModel):
    """A list of row ids. Cells are fetched a page at a time when somebody looks at them, and kept for a while.

    What a cell says besides its text (state, tone, flash) is in `CellRole`.
    """

    def __init__(
        self,
        columns: tuple[Column, ...],
        cells: Callable[[Sequence[int]], dict[int, tuple[Cell, ...]]],
        say: Say,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        self.ids: Sequence[int] = ()
        self.formats: Formats
        self._cells = cells
        self._titles = [say(column.title) for column in columns]
        self._kept: dict[int, tuple[Cell, ...]] = {}
        self._sort: tuple[SortKey, ...] = ()
        self._flashes: dict[int, float] = {}
        self._promise = next((nth for nth, column in enumerate(columns) if column.key == "promised_date"), None)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return how many columns there are, shown or not."""
        return 0 if parent.isValid() else len(self.columns)

    def show_ids(self, ids: Sequence[int]) -> None:
        """Show these rows. Where they are the same as before only their cells are read again."""
        if list(ids) == list(self.ids):
            self.reread()
            return
        self.beginResetModel()
        self.ids = ids
        self._kept.clear()
        self.endResetModel()

    def reread(self) -> None:
        """Forget the cells: they changed in the store."""
        self._kept.clear()
        if self.ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.ids) - 1, len(self.columns) - 1))

    def values(self, row: int) -> tuple[Cell, ...]:
        """Return the cells of a row as the store gives them; empty where the row is gone from the store."""
        row_id = self.ids[row]
        if row_id not in self._kept:
            first = max(0, row - _PAGE // 4)
            wanted = [one for one in self.ids[first : first + _PAGE] if one not in self._kept]
            for old in list(islice(self._kept, max(0, len(self._kept) + len(wanted) - _KEPT))):
                del self._kept[old]
            self._kept |= dict.fromkeys(wanted, ()) | self._cells(wanted)
        return self._kept[row_id]

    def value(self, row: int, key: str) -> Cell:
        """Return one cell as the store gives it."""
        values = self.values(row)
        return values[self.position(key)] if values else None

    def position(self, key: str) -> int:
        """Return the place of a column among all of them."""
        return next(nth for nth, column in enumerate(self.columns) if column.key == key)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows, says to a screen reader, or asks of the delegate."""
        if not index.isValid() or index.row() >= len(self.ids):
            return None
        column = self.columns[index.column()]
        if role == CellRole.KIND:
            return column.kind
        if role == CellRole.FLASH:
            return self._flashes.get(self.ids[index.row()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNED[column.kind.is_number]
        values = self.values(index.row())
        return self._of(index.column(), column, values, role) if values else None

    def _of(self, place: int, column: Column, values: tuple[Cell, ...], role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.formats.cell(column, values[place])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(self.formats.cell(column, values[place]))
        if role == CellRole.STATE and column.kind is Kind.STATUS:
            return values[len(self.columns)]
        if role == CellRole.TONE and place == self._promise:
            return promise_tone(values[place], values[len(self.columns)], self.formats.today)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title, with its place in the order where it is sorted by."""
        if orientation is Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section] + self._arrow(column.key)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(self._titles[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNED[column.kind.is_number]
        return None

    def title(self, key: str) -> str:
        """Return a column's title in the user's language."""
        return self._titles[self.position(key)]

    def show_order(self, sort: tuple[SortKey, ...]) -> None:
        """Show in the header what the rows are sorted by."""
        self._sort = sort
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def _arrow(self, key: str) -> str:
        for place, one in enumerate(self._sort, 1):
            if one.key == key:
                return (" ↓" if one.descending else " ↑") + (str(place) if len(self._sort) > 1 else "")
        return ""

    def flash(self, strengths: dict[int, float]) -> None:
        """Say how strongly which rows show that they changed just now; 0 and absent is not at all."""
        self._flashes = strengths

    def rows_of(self, ids: Iterable[int]) -> list[int]:
        """Return the rows in which these ids stand now, in the order of the table."""
        wanted = set(ids)
        return [row for row, one in enumerate(self.ids) if one in wanted]
