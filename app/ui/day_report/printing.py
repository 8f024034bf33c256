"""The day on paper and as a PDF: asked for in the window, laid out and painted in a worker."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QObject, Qt, Signal, Slot
from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog

from app.domain.errors import AppError, ExportCancelledError
from app.domain.views.report import DayReport
from app.qt_threads.query_thread import QueryThread
from app.qt_threads.worker_pool import Task
from app.ui.day_report.report_document import MARGIN_MM, Printed, ReportDocument, page_layout
from app.ui.ports.ports import Rows

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_SUFFIX = ".pdf"


class Printing(QObject):
    """Prints the day on the desk, or saves it as a PDF, as it is in that moment."""

    done = Signal(int)
    """How many pages were printed; 0 where a PDF was saved."""

    def __init__(self, window: "MainWindow", query_thread: QueryThread[Rows]) -> None:
        super().__init__(window)
        self._window = window
        self._query_thread = query_thread
        self._document: ReportDocument | None = None
        self._printer: QPrinter | None = None
        self.cancelled = Event()

    def cancel(self) -> None:
        """Leave undone what has not begun: what is being painted is painted to its end."""
        self.cancelled.set()

    @Slot()
    def print_day(self) -> None:
        """Ask for a printer, and print the day."""
        self._ask_for_report().succeeded.connect(self._ask_for_printer)

    @Slot()
    def save_day(self) -> None:
        """Ask for a file, and save the day as a PDF."""
        self._ask_for_report().succeeded.connect(self._ask_for_file)

    def _ask_for_report(self) -> Task:
        day, today = self._window.current_day.shown_day, self._window.ports.today()
        return self._query_thread.ask("printed", lambda rows: rows.report(day, today))

    def _take(self, report: DayReport) -> ReportDocument | None:
        """Return the document of a report; None, and a word about it, where there is nothing in it."""
        window, ports = self._window, self._window.ports
        if report.is_empty:
            window.line.show_message(self.tr("There is nothing of this day to print."))
            return None

        printed = Printed(ports.now(), ports.zone().key, window.font().family())
        self._document = ReportDocument(report, printed, window.day.page.words, window.detail.formats, ports.say)
        return self._document

    @Slot(object)
    def _ask_for_printer(self, report: DayReport) -> None:
        document = self._take(report)
        if document is None:
            return

        self._printer = printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(document.title)
        printer.setCreator("Despacho")
        if printer.isValid():  # it knows what paper lies in it
            printer.setPageOrientation(QPageLayout.Orientation.Landscape)
            margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
            printer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        else:
            printer.setPageLayout(page_layout(self._window.detail.formats.locale))
        dialog = QPrintDialog(printer, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=False)
        dialog.accepted.connect(self._print)
        QDialog.open(dialog)  # the one of QPrintDialog wants a slot by name

    @Slot()
    def _print(self) -> None:
        document, printer = self._document, self._printer
        if document is None or printer is None:
            return
        self._start(lambda: document.paint(printer)).succeeded.connect(self._tell_pages)

    @Slot(object)
    def _ask_for_file(self, report: DayReport) -> None:
        document, state = self._take(report), self._window.state
        if document is None:
            return

        folder = Path(state.folder() or Path.home())
        files = QFileDialog(
            self._window, self.tr("Save the day as PDF"), str(folder if folder.is_dir() else Path.home())
        )
        files.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        files.setNameFilters([self.tr("PDF document (*.pdf)")])
        files.setDefaultSuffix(_SUFFIX.removeprefix("."))
        words = (self.tr("Day"), report.day.carrier, report.day.date.isoformat())
        name = " ".join(filter(None, words)) + _SUFFIX
        files.selectFile("".join(char if char.isalnum() or char in " .-_" else "_" for char in name))
        files.fileSelected.connect(self._save)
        files.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        document, write, path = self._document, self._window.ports.write_file, Path(name)
        if document is None:
            return
        if path.suffix.lower() != _SUFFIX:  # the name that was confirmed is another one, so this may be somebody's file
            path = path.with_name(path.name + _SUFFIX)
            if path.exists():
                text = self.tr("{path} is there already. Choose another name, or that very file to have it replaced.")
                self._window.tell_failure(text.format(path=path))
                return
        self._window.state.keep_folder(str(path.parent))

        def save() -> Path:
            write(path, document.pdf())
            return path

        self._start(save).succeeded.connect(self._tell_file)

    def _start(self, work: Callable[[], object]) -> Task:
        cancelled = self.cancelled

        def begin(_report: object) -> object:
            if cancelled.is_set():
                raise ExportCancelledError
            return work()

        task = self._window.workers.start(begin)
        task.failed.connect(self._tell_failure)
        return task

    @Slot(object)
    def _tell_pages(self, pages: int) -> None:
        self._window.line.show_message(self.tr("%Ln page(s) sent to the printer", "", pages))
        self.done.emit(pages)

    @Slot(object)
    def _tell_file(self, path: Path) -> None:
        self._window.line.show_message(self.tr("The day was saved as {path}").format(path=path))
        self.done.emit(0)

    @Slot(object)
    def _tell_failure(self, error: AppError) -> None:
        self._window.tell_failure(self._window.ports.say(error.user_message))
