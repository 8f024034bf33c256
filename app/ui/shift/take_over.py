"""Takes over a shift: opens the file of another desk, merges it, and loads the days that are missing."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QProgressBar, QPushButton, QWidget

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
from app.domain.handover.document import Handover
from app.domain.handover.summary import OpenedFile, TakenOver
from app.ui.appearance.theme import Theme
from app.ui.context.window_context import Feature, WindowContext
from app.ui.shift.phrase_field import PhraseField
from app.ui.shift.shift_words import ShiftWords, in_one_line
from app.ui.widgets.fitted_dialog import KeepFitted, Scrolled, scaled_room
from app.ui.widgets.labels import Line, lines_grid, plain_label
from app.ui.widgets.layouts import in_column
from app.ui.widgets.system import file_dialog

_STOPS = (CredentialsError, AddressError, CarrierUnreachableError, CarrierTimeoutError, CarrierRedirectError)
"""Failures that the next day would meet as well; a carrier may lock out who repeats refused credentials."""
_TOO_MANY_REQUESTS, _SERVER_ERRORS = 429, range(500, 600)


class TakeOverDialog(QDialog):
    """Leads from the phrase to the summary; it stays open, with what went wrong, until it is closed."""

    open_asked = Signal(str, bool)
    """The phrase (empty: the kept one), and whether it is remembered."""
    take_over_asked = Signal()
    loads_asked = Signal()

    def __init__(self, file_name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take over shift"))
        self.setMinimumWidth(scaled_room(self, 560).width())
        self.phrase = PhraseField(theme)
        self._file, self._warning, self._said = plain_label(file_name, tone="dim"), plain_label(), plain_label()
        self._warning.setProperty("tone", "warn")
        self._problem = plain_label(tone="bad")
        self._about = QWidget()
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(self.tr("Progress"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self._button(self.tr("Open"))
        self.take_over = self._button(self.tr("Take over"))
        self.load = self._button(self.tr("Load these days"))
        self._shown: tuple[QWidget, ...] = ()
        KeepFitted(self)
        self._lay_out()
        self.go.clicked.connect(self._ask)
        self.take_over.clicked.connect(self.take_over_asked)
        self.load.clicked.connect(self.loads_asked)
        self.buttons.rejected.connect(self.reject)
        self._show(self._bar)

    def _button(self, text: str) -> QPushButton:
        button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.setProperty("primary", True)
        return button

    def _lay_out(self) -> None:
        column = in_column(
            plain_label(self.windowTitle(), heading="title"), on=self, margins=(20, 16, 20, 16), spacing=12
        )
        content = QWidget()
        in_column(
            self._file,
            self.phrase,
            self._about,
            self._warning,
            self._said,
            self._problem,
            self._bar,
            1,
            on=content,
            margins=0,
            spacing=12,
        )
        column.addWidget(Scrolled(content), 1)
        column.addWidget(self.buttons)

    def _show(self, *widgets: QWidget) -> None:
        """Show these of the parts and buttons alone; Enter presses the last one if it is a button."""
        steps = (self.phrase, self._about, self._warning, self._said, self._problem, self._bar)
        for widget in (*steps, self.go, self.take_over, self.load):
            widget.setVisible(widget in widgets)
        last = widgets[-1]
        if isinstance(last, QPushButton):
            last.setDefault(True)
            last.setFocus()
        self._shown = widgets
        self.adjustSize()

    def ask_for_phrase(self, problem: str) -> None:
        """Ask for the phrase with which the file was signed."""
        self._show(self.phrase, self.go)
        self.phrase.show_problem(problem)

    @Slot()
    def _ask(self) -> None:
        self.phrase.clear_problem()
        self.open_asked.emit(self.phrase.typed, self.phrase.remember.isChecked())

    def show_busy(self) -> None:
        """Show that the file is being read or merged."""
        self._show(self._bar)

    def show_file(self, lines: Sequence[Line], doubts: Sequence[str]) -> None:
        """Show what a file is, and what speaks against taking it over."""
        in_column(lines_grid(lines), on=self._about, margins=0)
        self._warning.setText("\n".join(doubts))
        if doubts:
            self.take_over.setText(self.tr("Take over all the same"))
            self._show(self._about, self._warning, self.take_over)
            cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
            cancel.setDefault(True)
            cancel.setFocus()  # Enter must not take over what is in doubt
        else:
            self._show(self._about, self.take_over)

    def show_summary(self, lines: Sequence[str], *, can_load: bool) -> None:
        """Show what merging did, and offer to load days."""
        self._said.setText("\n".join(lines))
        close = self._offer_to_close()
        if can_load:
            self._show(self._said, self.load)
        else:
            self._show(self._said, close)
            close.show()

    def show_loading(self, what: str) -> None:
        """Show which day is being loaded."""
        self._show(self._said, self._bar)
        self._said.setText(what)

    def show_problem(self, problem: str) -> None:
        """Show why it could not be done; only closing is left."""
        self._problem.setText(problem)
        self._offer_to_close()
        self._show(self._problem)

    def _offer_to_close(self) -> QPushButton:
        """Call the button that cancels what it does once there is nothing to cancel, and return it."""
        close = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        close.setText(self.tr("Close"))
        return close


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
        self.dialog: TakeOverDialog | None = None

    @Slot()
    def ask_for_file(self) -> None:
        """Ask for the file of the other desk."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        files = file_dialog(self._context.window, self.tr("File of the other desk"), self._context.state.folder)
        files.setNameFilters([self.tr("Files of a shift (*.json)"), self.tr("All files (*)")])
        files.setFileMode(QFileDialog.FileMode.ExistingFile)
        files.setOption(QFileDialog.Option.DontResolveSymlinks, on=True)
        files.fileSelected.connect(self.open)
        files.open()

    @Slot(str)
    def open(self, name: str) -> None:
        """Open a file with the kept phrase; if there is none, or it is not the right one, ask for it."""
        self._path = Path(name)
        self.dialog = dialog = TakeOverDialog(self._path.name, self._context.theme, self._context.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open_asked.connect(self._open)
        dialog.take_over_asked.connect(self._merge)
        dialog.loads_asked.connect(self._load_next)
        dialog.finished.connect(self._forget)
        dialog.phrase.show_kept(is_kept=False)
        dialog.open()
        self._open("", remembers=False)

    @Slot(str, bool)
    def _open(self, phrase: str, remembers: bool) -> None:
        exchange, path = self._context.exchange, self._path
        self._start(lambda: exchange.open(path, phrase, remembers=remembers), self._show_file)

    @Slot(object)
    def _show_file(self, opened: OpenedFile) -> None:
        self._handover = opened.handover
        if self.dialog is not None:
            self.dialog.show_file(self._lines(opened.handover), [self._context.say(one) for one in opened.doubts])

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

    @Slot(object)
    def _show_summary(self, taken: TakenOver) -> None:
        known, days = self._context.known_carriers(), [day for day, _ in taken.unloaded]
        self._missing = [day for day in days if day.carrier in known]
        self._failed, self._results = [], {}
        if self.dialog is not None:
            reasons = self._handover.reasons if self._handover is not None else {}
            lines = self._words.taken_over(taken, reasons, self._context.formats)
            if self._missing:
                lines.append(self.tr("%Ln day(s) can be loaded now", "", len(self._missing)))
            others = ", ".join(sorted({day.carrier for day in days} - set(known)))
            if others:
                text = self.tr("Carriers with which this desk does not work are not loaded: {carriers}")
                lines.append(text.format(carriers=others))
            self.dialog.show_summary(lines, can_load=bool(self._missing))

    @Slot()
    def _load_next(self) -> None:
        """Load the days one after the other, as long as the dialog is open and nothing stops them."""
        if self.dialog is None:
            return
        if not self._missing:
            self._end_loading()
            return
        day = self._missing.pop(0)
        self.dialog.show_loading(self._loading(day))
        task = self._context.workers.start(partial(self._context.loads.load, day, Cancellation()))
        task.succeeded.connect(self._note_loaded)
        task.failed.connect(partial(self._note_failed, day))

    def _loading(self, day: Day) -> str:
        text = self.tr("Loading {day}… (%Ln more)", "", len(self._missing))
        return text.format(day=self._title(day))

    @Slot(object)
    def _note_loaded(self, summary: LoadSummary) -> None:
        self._results[summary.day] = self.tr("{day}: loaded").format(day=self._title(summary.day))
        self._context.day.note_reload(summary.day, None)
        self._load_next()

    def _note_failed(self, day: Day, error: AppError) -> None:
        self._results[day] = f"{self._title(day)}: {self._context.say(error.user_message)}"
        if not isinstance(error, NoManifestError):
            self._failed.append(day)
        self._context.day.note_reload(day, error)
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
        if self.dialog is not None:
            self.dialog.show_summary(lines, can_load=bool(self._missing))

    def _title(self, day: Day) -> str:
        return self._words.title(day, self._context.formats)

    def _start(self, work: Callable[[], object], then: Callable[..., None]) -> None:
        if self.dialog is None:
            return
        self.dialog.show_busy()
        task = self._context.workers.start(lambda _report: work())
        task.succeeded.connect(then)
        task.failed.connect(self._show_failure)

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        text = self._context.say(error.user_message)
        if self.dialog is None:
            return
        if isinstance(error, HandoverPhraseError | CredentialsError):  # it can be typed without a keyring
            self.dialog.ask_for_phrase(text)
        else:
            self.dialog.show_problem(text)

    @Slot()
    def _forget(self) -> None:
        self.dialog = None


def _stops(error: AppError) -> bool:
    """Whether the next day would meet the failure as well."""
    if isinstance(error, CarrierStatusError):
        return error.status == _TOO_MANY_REQUESTS or error.status in _SERVER_ERRORS
    return isinstance(error, _STOPS)
