"""The yardstick of a table: QSortFilterProxyModel over a Python model with the same cells in memory."""

from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QApplication, QTableView

from app.board.reading.reader import Reader
from app.domain.views.columns import COLUMNS, FIRST_VIEW, Table
from app.domain.views.queries import RowQuery
from app.facts.file.opening import FILE_NAME
from tests.bench.days import DAY

_SLICE = 1000


class _Cells(QAbstractTableModel):
    """Texts in a list of tuples."""

    def __init__(self, rows: list[tuple[str, ...]]) -> None:
        super().__init__()
        self._rows = rows

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return 0 if parent.isValid() else len(self._rows[0])

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self._rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None


class ProxiedTable:
    """A plain table of the columns that the window shows at first, looked through and sorted by the proxy."""

    def __init__(self, folder: Path, table: Table) -> None:
        """Read the cells of the day in a data folder."""
        self.app = QApplication.instance() or QApplication([])
        self._table = table
        self._cells = _Cells(_rows(folder, table))
        self.proxy = QSortFilterProxyModel()
        self.proxy.setSourceModel(self._cells)
        self.proxy.setFilterKeyColumn(-1)
        self.proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.proxy.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.view = QTableView()
        self.view.setModel(self.proxy)
        self.view.setSortingEnabled(False)
        self.view.resize(1200, 700)

    def sort_by(self, key: str) -> None:
        """Sort by a column."""
        self.proxy.sort(FIRST_VIEW[self._table].index(key))


def _rows(folder: Path, table: Table) -> list[tuple[str, ...]]:
    keys = [column.key for column in COLUMNS[table]]
    places = [keys.index(key) for key in FIRST_VIEW[table]]
    rows: list[tuple[str, ...]] = []
    with Reader.opened(folder / FILE_NAME) as reader:
        ids = reader.row_ids(RowQuery(table, DAY), DAY.date)
        for start in range(0, len(ids), _SLICE):
            some = ids[start : start + _SLICE]
            cells = reader.cells(table, some)
            rows += [
                tuple("" if cells[one][place] is None else str(cells[one][place]) for place in places) for one in some
            ]
    return rows
