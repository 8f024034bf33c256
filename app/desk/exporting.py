"""Exports from the window: what one sees, or the whole day, as XLSX or CSV."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from app.bridge.questions import Asker
from app.bridge.tasks import Workers
from app.desk.ports import ExportOrder, Ports, Rows
from app.desk.state import WindowState
from app.desk.table_page import TablePage
from app.domain.columns import COLUMNS, Column
from app.domain.errors import AppError
from app.domain.queries import RowQuery


class Exporting(QObject):
    """Asks where to, and has it written in a worker; what is exported is what was shown at that moment."""

    exported = Signal(int, str)
    """How many rows, and the path."""
    failed = Signal(str)

    def __init__(
        self,
        window: QWidget,
        page: Callable[[], TablePage],
        ports: Ports,
        workers: Workers,
        asker: Asker[Rows],
        state: WindowState,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._ports = ports
        self._workers = workers
        self._asker = asker
        self._state = state

    @Slot()
    def export_shown(self) -> None:
        """Export the rows and columns of the tab in front, in their order."""
        page = self._page()
        header = page.view.columns_header
        columns = tuple(page.model.columns[place] for place in header.shown_places())
        ids = tuple(page.model.ids)
        if page.query is not None:
            self._ask_where(page.query, lambda path: self._export(page, columns, ids, path))

    @Slot()
    def export_day(self) -> None:
        """Export all rows and all columns of the table in front."""
        page, today = self._page(), self._ports.today()
        if page.query is None:
            return
        whole = RowQuery(page.table, page.query.day)

        def ask(path: Path) -> None:
            asked = self._asker.ask("export", lambda rows: (page, rows.row_ids(whole, today), path))
            asked.succeeded.connect(self._export_whole)

        self._ask_where(page.query, ask)

    @Slot(object)
    def _export_whole(self, found: tuple[TablePage, Sequence[int], Path]) -> None:
        page, ids, path = found
        self._export(page, tuple(column for column in COLUMNS[page.table] if column.is_exported), ids, path)

    def _ask_where(self, query: RowQuery, go_on: Callable[[Path], None]) -> None:
        name = " ".join(filter(None, [query.table, query.day.carrier, query.day.date.isoformat()])) + ".xlsx"
        folder = Path(self._state.folder() or Path.home())
        dialog = QFileDialog(self._window, self.tr("Export"), str(folder if folder.is_dir() else Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Excel workbook (*.xlsx)"), self.tr("CSV text (*.csv)")])
        dialog.selectFile("".join(char if char.isalnum() or char in " .-_" else "_" for char in name))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if "csv" in chosen else "xlsx"))
        dialog.setDefaultSuffix("xlsx")
        dialog.fileSelected.connect(lambda path: go_on(Path(path)))
        dialog.open()

    def _export(self, page: TablePage, columns: tuple[Column, ...], ids: Sequence[int], path: Path) -> None:
        self._state.keep_folder(str(path.parent))
        export = self._ports.export
        task = self._workers.start(lambda _report: (export(ExportOrder(page.table, columns, ids, path)), str(path)))
        task.succeeded.connect(self._tell_rows)
        task.failed.connect(self._tell_failure)

    @Slot(object)
    def _tell_rows(self, written: tuple[int, str]) -> None:
        self.exported.emit(*written)

    @Slot(object)
    def _tell_failure(self, error: AppError) -> None:
        self.failed.emit(self._ports.say(error.user_message))
