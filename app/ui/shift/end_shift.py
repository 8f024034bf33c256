"""Ends a shift: the message, the day's PDF, and the file for the next desk."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileInfo, Slot
from PySide6.QtWidgets import QFileDialog

from app.domain.days import Day, Scope
from app.domain.errors import AppError, CredentialsError, HandoverPhraseError
from app.domain.views.report import DayReport, OpenCase, ShiftCases
from app.export.output import write_file
from app.ui.context.window_context import Feature, WindowContext
from app.ui.day_report.day_words import DayWords
from app.ui.printing.report_document import Printed, ReportDocument
from app.ui.shift.end_page import EndPage, ShiftFiles
from app.ui.shift.shift_words import ShiftWords
from app.ui.widgets.system import file_dialog, file_name


@dataclass(frozen=True)
class _Saved:
    paths: list[Path]
    cases: int | None


class EndShift(Feature):
    """Sums up the day that is shown, as long as nobody edits that, and saves what the next desk needs."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._words = ShiftWords(context.say, self)
        self._day_words = DayWords(context.say, self)
        self._document: ReportDocument | None = None
        self._wanted: ShiftFiles | None = None
        self._day: Day | Scope | None = None
        self.page: EndPage | None = None
        context.clock.ticked.connect(self._sum_up)

    def start(self, page: EndPage) -> None:
        """Sum up the shift on a page, until that is closed."""
        self.page = page
        page.files_asked.connect(self._ask_where)
        page.show_message("", "")
        self._sum_up()
        task = self._context.workers.start(lambda _report: self._context.exchange.has_phrase())
        task.succeeded.connect(page.phrase.show_kept)
        task.failed.connect(lambda _error: None)  # what cannot be read is asked for

    @Slot()
    def _sum_up(self) -> None:
        """Sum up the day as it is now, unless the message is being edited."""
        page, day, today = self.page, self._context.day.day, self._context.clock.today()
        if page is None or page.is_in_work:
            return
        if day is None:
            page.show_message(self.tr("Choose a carrier first: a shift ends for one."), "")
            return
        asked = self._context.queries.ask("shift", lambda rows: (rows.report(day, today), rows.open_cases(day, today)))
        asked.succeeded.connect(partial(self._show, page))

    def _show(self, page: EndPage, found: tuple[DayReport, list[OpenCase]]) -> None:
        report, cases = found
        if page is not self.page or page.is_in_work:
            return
        if report.is_empty and not cases:
            page.show_message(self.tr("There is nothing of this day to hand over."), "")
            return
        context, formats, words = self._context, self._context.formats, self._words
        self._day = report.day
        printed = Printed(context.clock.now(), context.clock.zone.key, context.window.font().family())
        self._document = ReportDocument(report, printed, self._day_words, formats, context.say)
        title = f"{self.tr('End of shift')} · {words.title(report.day, formats)}"
        page.show_message(title, words.message(report, ShiftCases.of(cases), context.clock.now(), formats))

    @Slot(object)
    def _ask_where(self, wanted: ShiftFiles) -> None:
        self._wanted = wanted
        where = file_dialog(self.page, self.tr("Folder for the files"), self._context.state.folder)
        where.setFileMode(QFileDialog.FileMode.Directory)
        where.setOption(QFileDialog.Option.ShowDirsOnly, on=True)
        where.fileSelected.connect(self._save)
        where.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        wanted, day, document, page = self._wanted, self._day, self._document, self.page
        if wanted is None or day is None or document is None or page is None:
            return
        folder, exchange = Path(name), self._context.exchange
        self._context.state.folder = name
        about = day.named, day.date.isoformat()
        at = self._context.formats.at_site(self._context.clock.now())
        pdf_name = file_name((self.tr("Day"), *about), "")
        handover_name = file_name((self.tr("Shift"), *about, f"{at:%H%M}"), "")

        def save() -> _Saved:
            paths, cases = [], None
            if wanted.is_handover_wanted:
                made = exchange.make(day, wanted.phrase, remembers=wanted.remembers)
                paths.append(_free(folder, handover_name, ".json"))
                write_file(paths[-1], lambda: made.content)
                cases = made.cases
            if wanted.is_pdf_wanted:
                paths.append(_free(folder, pdf_name, ".pdf"))
                write_file(paths[-1], document.pdf)
            return _Saved(paths, cases)

        page.show_busy(is_busy=True)
        task = self._context.workers.start(lambda _report: save())
        task.succeeded.connect(partial(self._report_saved, page))
        task.failed.connect(partial(self._report_failure, page))

    def _report_saved(self, page: EndPage, saved: _Saved) -> None:
        if page is self.page:
            page.show_saved(saved.paths, saved.cases)

    def _report_failure(self, page: EndPage, error: AppError) -> None:
        text = self._context.say(error.user_message)
        if page is self.page:
            page.show_problem(text, is_of_phrase=isinstance(error, HandoverPhraseError | CredentialsError))
        else:
            self._context.report(text)


def _free(folder: Path, name: str, suffix: str) -> Path:
    """Return the path of a file that is not there yet: an earlier one of the day may have been sent already."""
    path, count = folder / f"{name}{suffix}", 1
    while QFileInfo.exists(str(path)):
        count += 1
        path = folder / f"{name} ({count}){suffix}"
    return path
