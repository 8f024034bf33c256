"""Exports a table from the window: the rows that are shown, or all of the day, as XLSX or CSV."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QPushButton, QStatusBar

from app.domain.errors import AppError, ExportCancelledError, OutputError
from app.domain.texts import Text
from app.domain.views.exports import ExportOrder, Format
from app.domain.views.queries import VIEW_TITLES, RowQuery, View
from app.export.csv_format import Delimiter
from app.ui.context.places import HelpPlace, Page
from app.ui.context.window_context import DialogFeature, WindowContext
from app.ui.export.export_dialog import ExportDialog
from app.ui.export.rows_to_export import ShownRows, shown_rows
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.system import chosen_file, file_dialog, file_name

_OFFERED_MS = 15_000


class ExportController(DialogFeature[ExportDialog]):
    """Asks what to export and where to, and writes the rows of that moment in a worker."""

    exported = Signal(int, str)
    """How many rows, and the path."""

    def __init__(self, context: WindowContext, tabs: TableTabs, status_bar: QStatusBar) -> None:
        super().__init__(context)
        self._tabs = tabs
        self._status_bar = status_bar
        self._whole: Sequence[int] = ()
        self.order: ExportOrder | None = None
        self._path = Path()
        """Of the last file that was written."""
        self._hiding = QTimer(self, singleShot=True, interval=_OFFERED_MS)
        for page in tabs.pages.values():
            page.rows_shown.connect(self._follow)

    @cached_property
    def open_file(self) -> QPushButton:
        """The button that opens the last file, for a while; Tab reaches it after the tables."""
        return self._opener(self.tr("Open file"), lambda: self._path)

    @cached_property
    def open_folder(self) -> QPushButton:
        """The button beside it that opens its folder."""
        return self._opener(self.tr("Open folder"), lambda: self._path.parent)

    def _opener(self, text: str, path: Callable[[], Path]) -> QPushButton:
        button = QPushButton(text, flat=True)
        button.clicked.connect(lambda: self._open(path()))
        self._hiding.timeout.connect(button.hide)
        self._status_bar.addWidget(button)
        return button

    @Slot()
    def export_shown(self) -> None:
        """Offer to export the rows and columns of the table in front, as they are shown."""
        if self.dialog is not None and self.dialog.is_running:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return

        shown = shown_rows(self._tabs.page, self._context.say)
        if shown is None or not shown.total:
            self._context.report(self.tr("There is nothing to export: this table has no rows."))
            return

        self._close()
        self._ask_for_whole(shown)
        dialog = self._held(ExportDialog(self._context, shown, self._titles(shown), Delimiter.AUTO.character))
        dialog.file_asked.connect(self._ask_where)
        dialog.cancel_asked.connect(self.cancel)
        self._context.explain(dialog, lambda: HelpPlace(Page.EXPORTS))
        dialog.show()

    @Slot()
    def _follow(self) -> None:
        """Offer the rows of another filter or search."""
        dialog = self.dialog
        if dialog is None or dialog.is_running:
            return
        before, page = dialog.shown.query, self._tabs.pages[dialog.shown.query.table]
        shown = shown_rows(page, self._context.say) if page.query != before else None
        if shown is not None and shown.query.day == before.day:
            dialog.follow(shown)
            self._ask_for_whole(shown)

    def _titles(self, shown: ShownRows) -> tuple[str, str]:
        day = shown.query.day
        name = self._tabs.pages[shown.query.table].title
        date = self._context.formats.long_date(day.date)
        return self.tr("Export: {table}").format(table=name), " · ".join(filter(None, [day.named, date]))

    def _ask_for_whole(self, shown: ShownRows) -> None:
        """Find the rows of the whole day as well."""
        whole, today = _of_whole_day(shown.query), self._context.clock.today()
        asked = self._context.queries.ask("export", lambda rows: (shown, rows.row_ids(whole, today)))
        asked.succeeded.connect(self._keep_whole)

    @Slot(object)
    def _keep_whole(self, found: tuple[ShownRows, Sequence[int]]) -> None:
        if self.dialog is not None and self.dialog.shown is found[0]:
            self._whole = found[1]
            self.dialog.show_whole(len(found[1]))

    @Slot()
    def _ask_where(self) -> None:
        dialog, state = self.dialog, self._context.state
        if dialog is None:
            return

        files = file_dialog(dialog, self.tr("Export"), state.folder)
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        is_csv = dialog.form is Format.CSV
        files.setNameFilters([self.tr("CSV text (*.csv)") if is_csv else self.tr("Excel workbook (*.xlsx)")])
        files.setDefaultSuffix(dialog.form)
        files.selectFile(self._suggested(dialog))
        files.fileSelected.connect(self._take_file)
        files.open()

    def _suggested(self, dialog: ExportDialog) -> str:
        query = dialog.shown.query
        name = self._tabs.pages[query.table].title
        view = "" if dialog.is_whole or query.view is View.ALL else self._context.say(VIEW_TITLES[query.view])
        return file_name((name, query.day.named, query.day.date.isoformat(), view), f".{dialog.form}")

    @Slot(str)
    def _take_file(self, name: str) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        try:
            path = chosen_file(name, f".{dialog.form}")
        except OutputError as error:
            self._report_failure(error)
        else:
            self._start(dialog, path)

    def _start(self, dialog: ExportDialog, path: Path) -> None:
        shown, columns, form = dialog.shown, dialog.chosen_columns(), dialog.form
        if dialog.is_whole:
            query = _of_whole_day(shown.query)
            order = ExportOrder(query, columns, self._whole, path, form, order=shown.whole_order)
        else:
            ids = shown.selected if dialog.is_of_selection else shown.ids
            narrowed = (*shown.narrowed, self._of_selection(shown)) if dialog.is_of_selection else shown.narrowed
            order = ExportOrder(shown.query, columns, ids, path, form, narrowed, shown.order)
        self.order = order
        self._context.state.folder = str(path.parent)
        dialog.keep_choice()
        dialog.start(len(order.ids))
        app_context, say = self._context.app_context, self._context.say

        def export(report: Callable[[int], None]) -> tuple[int, str]:
            from app.services.exporting import window_exports  # noqa: PLC0415 - the window opens sooner without it

            return window_exports.export_shown(app_context, order, report, say), str(path)

        task = self._context.workers.start(export)
        task.progressed.connect(dialog.show_progress)
        task.ended.connect(dialog.stop)
        task.succeeded.connect(self._report_rows)
        task.failed.connect(self._report_failure)

    def _of_selection(self, shown: ShownRows) -> tuple[str, str]:
        """Return the line of an export's second sheet that says how many of the rows were selected."""
        number, say = self._context.formats.locale.toString, self._context.say
        text = say(Text("Narrowed", "{selected} of {shown} rows"))
        rows = text.format(selected=number(len(shown.selected)), shown=number(len(shown.ids)))
        return say(Text("Narrowed", "Selection")), rows

    @Slot()
    def cancel(self) -> None:
        """Cancel the export that runs, if any; it leaves no file."""
        if self.order is not None:
            self.order.cancelled.set()

    @Slot(object)
    def _report_rows(self, written: tuple[int, str]) -> None:
        rows, path = written
        self._close()
        self._context.report(self.tr("%Ln row(s) exported to {path}", "", rows).format(path=path))
        self.offer(Path(path))
        self.exported.emit(rows, path)

    @Slot(object)
    def offer(self, path: Path) -> None:
        """Offer for a while to open a file that was written, or its folder."""
        self._path = path
        self.open_file.show()
        self.open_folder.show()
        self._hiding.start()

    @Slot(object)
    def _report_failure(self, error: AppError) -> None:
        text = self._context.say(error.user_message)
        if isinstance(error, ExportCancelledError):
            self._close()
            self._context.report(text)
        elif self.dialog is not None:
            self.dialog.show_failure(text)
        else:
            self._context.signals.failed.emit(text)

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._context.report(self.tr("No program here opens {path}").format(path=path))

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()


def _of_whole_day(query: RowQuery) -> RowQuery:
    return query.widened()._replace(sort=())
