"""Prints the day, or saves it as a PDF or a workbook; a worker lays it out and writes it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event

from PySide6.QtCore import QMarginsF, Qt, Signal, Slot
from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog

from app.domain.days import Day, Scope
from app.domain.errors import ExportCancelledError, OutputError
from app.domain.views.report import DayReport
from app.export.output import write_file
from app.qt_threads.worker_pool import Task
from app.ui.context.window_context import Feature, WindowContext
from app.ui.day_report.day_words import DayWords
from app.ui.printing.report_document import MARGIN_MM, Printed, ReportDocument, page_layout
from app.ui.widgets.system import chosen_file, file_dialog, file_name


@contextmanager
def _private_file(path: Path) -> Iterator[None]:
    """Create the file that is printed to, as Qt would make it readable by other users; remove it if printing fails."""
    try:
        path.touch(0o600, exist_ok=False)
    except OSError:  # it exists, or painting reports why it cannot be made
        yield
        return
    try:
        yield
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


class Printing(Feature):
    """Prints the day that is shown, as it is at that moment."""

    done = Signal(int)
    """How many pages were printed; 0 if a file was saved."""
    saved = Signal(object)
    """The path of the file that was saved."""

    def __init__(self, context: WindowContext, offer: Callable[[Path], None]) -> None:
        """Call `offer` to open each file that was saved."""
        super().__init__(context)
        self.saved.connect(offer)
        self._words = DayWords(context.say, self)
        self._document: ReportDocument | None = None
        self._printer: QPrinter | None = None
        self.cancelled = Event()

    def cancel(self) -> None:
        """Cancel what has not begun; a page that is being painted is finished."""
        self.cancelled.set()

    @Slot()
    def print_day(self) -> None:
        """Ask for a printer, and print the day."""
        self._ask_for_report().succeeded.connect(self._ask_for_printer)

    @Slot()
    def save_day(self) -> None:
        """Ask for a file, and save the day as a PDF."""
        self._ask_for_report().succeeded.connect(self._ask_for_file)

    @Slot()
    def save_workbook(self) -> None:
        """Ask for a file, and save all tables of the day as a workbook."""
        self._ask_for_report().succeeded.connect(self._ask_for_workbook)

    def _ask_for_report(self) -> Task:
        day, today = self._context.day.shown_day, self._context.clock.today()
        return self._context.queries.ask("printed", lambda rows: rows.report(day, today))

    def _take(self, report: DayReport) -> ReportDocument | None:
        """Return the document of a report; report that there is nothing to print, and return None, if it is empty."""
        if report.is_empty:
            self._context.report(self.tr("There is nothing of this day to print."))
            return None

        context = self._context
        printed = Printed(context.clock.now(), context.clock.zone.key, context.window.font().family())
        self._document = ReportDocument(report, printed, self._words, context.formats, context.say)
        return self._document

    @Slot(object)
    def _ask_for_printer(self, report: DayReport) -> None:
        document = self._take(report)
        if document is None:
            return

        self._printer = printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if sys.platform == "win32" and printer.outputFormat() is not QPrinter.OutputFormat.NativeFormat:
            # Qt's dialog would not open.
            self._context.signals.failed.emit(self.tr("There is no printer. Save the day as a PDF file."))
            return
        printer.setDocName(document.title)
        printer.setCreator("Despacho")
        if printer.isValid():  # it knows its paper size
            printer.setPageOrientation(QPageLayout.Orientation.Landscape)
            margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
            printer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        else:
            printer.setPageLayout(page_layout(self._context.formats.locale))
        dialog = QPrintDialog(printer, self._context.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=False)
        dialog.accepted.connect(self._print)
        QDialog.open(dialog)  # QPrintDialog.open wants a slot by name

    @Slot()
    def _print(self) -> None:
        document, printer = self._document, self._printer
        if document is None or printer is None:
            return

        name = printer.outputFileName()

        def paint() -> int | Path:
            with _private_file(Path(name)) if name else nullcontext():
                pages = document.paint(printer)
            return Path(name) if name else pages

        self._start(paint).succeeded.connect(self._report_file if name else self._report_pages)

    @Slot(object)
    def _ask_for_file(self, report: DayReport) -> None:
        document = self._take(report)
        if document is not None:
            title, kind = self.tr("Save the day as PDF"), self.tr("PDF document (*.pdf)")
            self._ask_where(report.day, title, kind, ".pdf", lambda path: write_file(path, document.pdf))

    @Slot(object)
    def _ask_for_workbook(self, report: DayReport) -> None:
        context, day, is_cancelled = self._context, report.day, self.cancelled.is_set

        def write(path: Path) -> None:
            from app.services.exporting import window_exports  # noqa: PLC0415 - the window opens sooner without it

            window_exports.export_day(context.app_context, day, path, is_cancelled, say=context.say)

        if self._take(report) is not None:
            title, kind = self.tr("Save the day as a workbook"), self.tr("Excel workbook (*.xlsx)")
            self._ask_where(day, title, kind, ".xlsx", write)

    def _ask_where(self, day: Day | Scope, title: str, kind: str, suffix: str, write: Callable[[Path], None]) -> None:
        files = file_dialog(self._context.window, title, self._context.state.folder)
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        files.setNameFilters([kind])
        files.setDefaultSuffix(suffix.removeprefix("."))
        files.selectFile(file_name((self.tr("Day"), day.named, day.date.isoformat()), suffix))
        files.fileSelected.connect(lambda name: self._save(name, suffix, write))
        files.open()

    def _save(self, name: str, suffix: str, write: Callable[[Path], None]) -> None:
        try:
            path = chosen_file(name, suffix)
        except OutputError as error:
            self._context.signals.fail(error)
            return
        self._context.state.folder = str(path.parent)

        def save() -> Path:
            write(path)
            return path

        self._start(save).succeeded.connect(self._report_file)

    def _start(self, work: Callable[[], object]) -> Task:
        cancelled = self.cancelled

        def begin(_report: object) -> object:
            if cancelled.is_set():
                raise ExportCancelledError
            return work()

        task = self._context.workers.start(begin)
        task.failed.connect(self._context.signals.fail)
        return task

    @Slot(object)
    def _report_pages(self, pages: int) -> None:
        self._context.report(self.tr("%Ln page(s) sent to the printer", "", pages))
        self.done.emit(pages)

    @Slot(object)
    def _report_file(self, path: Path) -> None:
        self._context.report(self.tr("The day was saved as {path}").format(path=path))
        self.saved.emit(path)
        self.done.emit(0)
