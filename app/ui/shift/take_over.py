"""Takes over a shift: opens the file of another desk, merges it, and loads the days that are missing."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QProgressBar, QPushButton, QWidget

from app.domain.cancellation import Cancellation
from app.domain.days import Day, LoadSummary
from app.domain.errors import (
    AddressError,
    AppError,
    CarrierRedirectError,
    CarrierStatusError,
    CarrierTimeoutError,
    CarrierUnreachableError,
    CredentialsError,
    HandoverPhraseError,
    NoManifestError,
)
from app.domain.handover.document import NO_PHRASE, Handover
from app.domain.handover.summary import OpenedFile, TakenOver
from app.ui.appearance.theme import Theme
from app.ui.context.window_context import Feature, WindowContext
from app.ui.shift.phrase_field import PhraseField
from app.ui.shift.shift_words import ShiftWords, in_one_line
from app.ui.widgets.fitted_dialog import Scrolled
from app.ui.widgets.labels import Line, lines_grid, plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.system import file_dialog

_STOPS = (CredentialsError, AddressError, CarrierUnreachableError, CarrierTimeoutError, CarrierRedirectError)
"""Failures that the next day would meet as well; a carrier may lock out who repeats refused credentials."""
_TOO_MANY_REQUESTS, _SERVER_ERRORS = 429, range(500, 600)


class TakeOverPage(QWidget):
    """Leads from the file and its phrase to the summary; what went wrong is said below the file."""

    file_asked = Signal()
    open_asked = Signal(str, bool)
    """The phrase (empty: the kept one), and whether it is remembered."""
    take_over_asked = Signal()
    loads_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.phrase = PhraseField(theme)
        self._file = plain_label(self.tr("Choose the file that the other desk made when its shift ended."))
        self._warning, self._said, self._problem = plain_label(tone="warn"), plain_label(), plain_label(tone="bad")
        self._about = QWidget()
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(self.tr("Progress"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.choose = QPushButton(self.tr("Choose file…"), autoDefault=False)
        self.go = self._button(self.tr("Open"))
        self.take_over = self._button(self.tr("Take over"))
        self.load = self._button(self.tr("Load these days"))
        self.main = self.choose
        """What Enter presses."""
        self._lay_out()
        self.choose.clicked.connect(self.file_asked)
        self.go.clicked.connect(self._ask)
        self.take_over.clicked.connect(self.take_over_asked)
        self.load.clicked.connect(self.loads_asked)
        self._show(self.choose)

    def _button(self, text: str) -> QPushButton:
        button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.setProperty("primary", True)
        return button

    def _lay_out(self) -> None:
        content = QWidget()
        self._column = in_column(
            self._file,
            in_row(self.choose, 1),
            self._problem,
            self.phrase,
            self._about,
            self._warning,
            self._said,
            self._bar,
            1,
            on=content,
            margins=0,
            spacing=12,
        )
        in_column((Scrolled(content), 1), self.buttons, on=self, margins=(0, 16, 0, 0), spacing=12)

    def _show(self, *widgets: QWidget) -> None:
        """Show these of the parts and buttons alone; Enter presses the last one if it is a button."""
        steps = (self.phrase, self._about, self._warning, self._said, self._problem, self._bar)
        for widget in (*steps, self.go, self.take_over, self.load):
            widget.setVisible(widget in widgets)
        self.choose.setEnabled(self._bar not in widgets)
        restyle(self.choose, "primary", self.choose in widgets)
        if isinstance(widgets[-1], QPushButton):
            self._set_main(widgets[-1])

    def _set_main(self, button: QPushButton) -> None:
        self.main = button
        self.take_keys()

    def take_keys(self) -> None:
        """Let Enter press the main button, if the page is in front."""
        if self.main.isVisible():
            self.main.setDefault(True)
            (self.phrase.field if self.phrase.isVisible() else self.main).setFocus()

    def ask_for_phrase(self, problem: str) -> None:
        """Ask for the phrase with which the file was signed; `problem`: why the one before cannot be used."""
        self._show(self.phrase, self.go)
        if problem:
            self.phrase.show_problem(problem)

    @Slot()
    def _ask(self) -> None:
        self.phrase.clear_problem()
        self.phrase.is_given()  # if not, the kept one is tried again: the keyring may be open now
        self.open_asked.emit(self.phrase.typed, self.phrase.remember.isChecked())

    def show_busy(self, file_name: str) -> None:
        """Show that a file is being read or merged."""
        self._file.setText(file_name)
        self._show(self._bar)

    def show_file(self, lines: Sequence[Line], doubts: Sequence[str]) -> None:
        """Show what a file is, and what speaks against taking it over."""
        earlier, self._about = self._about, QWidget()
        in_column(lines_grid(lines), on=self._about, margins=0)
        self._column.replaceWidget(earlier, self._about)
        earlier.deleteLater()
        self._warning.setText("\n".join(doubts))
        if doubts:
            self.take_over.setText(self.tr("Take over all the same"))
            self._show(self._about, self._warning, self.take_over)
            self._set_main(self._close)  # Enter must not take over what is in doubt
        else:
            self.take_over.setText(self.tr("Take over"))
            self._show(self._about, self.take_over)

    def show_summary(self, lines: Sequence[str], *, can_load: bool) -> None:
        """Show what merging did, and offer to load days."""
        self._said.setText("\n".join(lines))
        self._show(self._said, self.load if can_load else self._close)

    def show_loading(self, what: str) -> None:
        """Show which day is being loaded."""
        self._show(self._said, self._bar)
        self._said.setText(what)

    def show_problem(self, problem: str) -> None:
        """Show why it could not be done; another file may be chosen."""
        self._problem.setText(problem)
        self._show(self._problem, self.choose)

    @property
    def _close(self) -> QPushButton:
        return self.buttons.button(QDialogButtonBox.StandardButton.Close)


class TakeOver(Feature):
    """Leads through taking over one file. Nothing is saved before its signature is right and the user agrees."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._words = ShiftWords(context.say, self)
        self._path = Path()
        self._handover: Handover | None = None
        self._missing: list[Day] = []
        self._failed: list[Day] = []
        self._results: dict[Day, str] = {}
        self.page: TakeOverPage | None = None

    def start(self, page: TakeOverPage) -> None:
        """Take over a shift on a page, until that is closed."""
        self.page, self._handover = page, None
        self._missing, self._failed, self._results = [], [], {}
        page.file_asked.connect(self._ask_for_file)
        page.open_asked.connect(self._open)
        page.take_over_asked.connect(self._merge)
        page.loads_asked.connect(self._load_next)

    @Slot()
    def _ask_for_file(self) -> None:
        files = file_dialog(self.page, self.tr("File of the other desk"), self._context.state.folder)
        files.setNameFilters([self.tr("Files of a shift (*.json)"), self.tr("All files (*)")])
        files.setFileMode(QFileDialog.FileMode.ExistingFile)
        files.setOption(QFileDialog.Option.DontResolveSymlinks, on=True)
        files.fileSelected.connect(self.open)
        files.open()

    @Slot(str)
    def open(self, name: str) -> None:
        """Open a file with the kept phrase; if there is none, or it is not the right one, ask for it."""
        self._path = Path(name)
        self._open("", remembers=False)

    @Slot(str, bool)
    def _open(self, phrase: str, remembers: bool) -> None:
        exchange, path = self._context.exchange, self._path
        self._start(lambda: exchange.open(path, phrase, remembers=remembers), self._show_file)

    def _show_file(self, page: TakeOverPage, opened: OpenedFile) -> None:
        if page is self.page:
            self._handover = opened.handover
            page.show_file(self._lines(opened.handover), [self._context.say(one) for one in opened.doubts])

    def _lines(self, handover: Handover) -> list[Line]:
        formats = self._context.formats
        return [
            (self.tr("Desk"), " · ".join(filter(None, map(in_one_line, [handover.desk, handover.user]))), ""),
            (self.tr("Made"), formats.minute(handover.made_at), ""),
            (self.tr("Shift"), self._words.title(handover.day, formats), ""),
            (
                self.tr("Carriers") if len(handover.carriers) > 1 else self.tr("Carrier"),
                ", ".join(handover.carriers),
                "",
            ),
            (self.tr("Cases"), formats.number(handover.cases), ""),
        ]

    @Slot()
    def _merge(self) -> None:
        exchange, handover = self._context.exchange, self._handover
        if handover is not None:
            self._start(lambda: exchange.take_over(handover), self._show_summary)

    def _show_summary(self, page: TakeOverPage, taken: TakenOver) -> None:
        if page is not self.page:
            return
        known, days = self._context.known_carriers(), [day for day, _ in taken.unloaded]
        self._missing = [day for day in days if day.carrier in known]
        self._failed, self._results = [], {}
        reasons = self._handover.reasons if self._handover is not None else {}
        lines = self._words.taken_over(taken, reasons, self._context.formats)
        if self._missing:
            lines.append(self.tr("%Ln day(s) can be loaded now", "", len(self._missing)))
        others = ", ".join(sorted({day.carrier for day in days} - set(known)))
        if others:
            text = self.tr("Carriers with which this desk does not work are not loaded: {carriers}")
            lines.append(text.format(carriers=others))
        page.show_summary(lines, can_load=bool(self._missing))

    @Slot()
    def _load_next(self) -> None:
        """Load the days one after the other, as long as the page is open and nothing stops them."""
        if self.page is None:
            return
        if not self._missing:
            self._end_loading()
            return
        day = self._missing.pop(0)
        self.page.show_loading(self._loading(day))
        task = self._context.workers.start(partial(self._context.loads.load, day, Cancellation()))
        task.succeeded.connect(partial(self._note_loaded, self.page))
        task.failed.connect(partial(self._note_failed, self.page, day))

    def _loading(self, day: Day) -> str:
        text = self.tr("Loading {day}… (%Ln more)", "", len(self._missing))
        return text.format(day=self._title(day))

    def _note_loaded(self, page: TakeOverPage, summary: LoadSummary) -> None:
        self._context.day.note_reload(summary.day, None)
        if page is self.page:
            self._results[summary.day] = self.tr("{day}: loaded").format(day=self._title(summary.day))
            self._load_next()

    def _note_failed(self, page: TakeOverPage, day: Day, error: AppError) -> None:
        self._context.day.note_reload(day, error)
        if page is not self.page:
            return
        self._results[day] = f"{self._title(day)}: {self._context.say(error.user_message)}"
        if not isinstance(error, NoManifestError):
            self._failed.append(day)
        if _stops(error):
            self._end_loading()
        else:
            self._load_next()

    def _end_loading(self) -> None:
        """Say what was loaded and what was not, and offer to try that; what failed comes last then."""
        not_loaded = self.tr("{day}: not loaded")
        lines = [*self._results.values(), *(not_loaded.format(day=self._title(day)) for day in self._missing)]
        was_stopped = bool(self._missing)
        self._missing, self._failed = [*self._missing, *self._failed], []
        for day in self._missing:
            self._results.pop(day, None)
        if was_stopped:
            lines.append(self.tr("Stopped here: %Ln day(s) are not loaded", "", len(self._missing)))
        if self.page is not None:
            self.page.show_summary(lines, can_load=bool(self._missing))

    def _title(self, day: Day) -> str:
        return self._words.title(day, self._context.formats)

    def _start(self, work: Callable[[], object], then: Callable[..., None]) -> None:
        if self.page is None:
            return
        self.page.show_busy(self._path.name)
        task = self._context.workers.start(lambda _report: work())
        task.succeeded.connect(partial(then, self.page))
        task.failed.connect(partial(self._show_failure, self.page))

    def _show_failure(self, page: TakeOverPage, error: AppError) -> None:
        text = self._context.say(error.user_message)
        if page is not self.page:
            return
        if isinstance(error, HandoverPhraseError | CredentialsError):  # it can be typed without a keyring
            page.ask_for_phrase("" if error.user_message == NO_PHRASE else text)
        else:
            page.show_problem(text)


def _stops(error: AppError) -> bool:
    """Whether the next day would meet the failure as well."""
    if isinstance(error, CarrierStatusError):
        return error.status == _TOO_MANY_REQUESTS or error.status in _SERVER_ERRORS
    return isinstance(error, _STOPS)
