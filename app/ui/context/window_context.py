"""What all features of one window work with: its readers and threads, its clock and words, its state and signals."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from PySide6.QtCore import QLocale, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.errors import AppError
from app.domain.phones import ReadPhone, ReadPhones
from app.domain.texts import Say
from app.i18n import Catalog
from app.phones import Phones, country_of
from app.services.app_context import user_name
from app.ui.appearance.formats import Formats, SiteConventions
from app.ui.appearance.theme import Theme
from app.ui.context.current_day import CurrentDay
from app.ui.context.program import Program
from app.ui.context.site_clock import SiteClock
from app.ui.context.undo import UndoStack
from app.ui.context.window_state import STATE_FILE, WindowState

_DialogT = TypeVar("_DialogT", bound=QDialog)


class WindowSignals(QObject):
    """The signals by which a feature reaches parts of the window that it does not know."""

    reported = Signal(str)
    """What happened, for the status line."""
    failed = Signal(str)
    """What failed, to be shown until the user closes it."""
    alert_raised = Signal(object)
    """An `Alert` for the list under the bell."""
    asked = Signal(object)
    """An `Action`, a `SettingsPlace` or a `Remedy` that the user chose."""
    help_asked = Signal(object)
    """The `HelpPlace` that explains something."""
    day_asked = Signal(object)
    """A `Day` or `Scope` to show from the stored data."""
    row_asked = Signal(object)
    """The `RowLink` of a row of any table and day to select; filters that hide it are cleared."""
    view_asked = Signal(object)
    """Asks for all rows of a `View`; all other filters are cleared."""
    rows_asked = Signal(object, object)
    """Asks for the rows of a `Table` that its `ValueFilter`s keep; all other filters are cleared."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    @Slot(object)
    def fail(self, error: AppError) -> None:
        """Show what failed."""
        self.failed.emit(self._say(error.user_message))


@dataclass(frozen=True)
class WindowContext(Program):
    """Made once for each window, and given to its features: the program, and what is of this window alone."""

    window: QWidget
    """Dialogs open over it, and it owns the features."""
    theme: Theme
    language: str
    """`es` or `en`."""
    say: Say
    """Returns a text in that language."""
    clock: SiteClock
    state: WindowState
    day: CurrentDay
    undo: UndoStack
    signals: WindowSignals
    read_phone: ReadPhone
    """By the site's country, in any thread; the first call takes hundredths of a second."""
    read_phones: ReadPhones
    """Reads the numbers in a field that may hold several, as `read_phone` does."""

    @classmethod
    def of(cls, program: Program, window: QWidget, catalog: Catalog, locale: QLocale, theme: Theme) -> "WindowContext":
        """Return the context of a window in the language of a catalog; the window owns what it consists of."""
        live, rows, say = program.settings, program.rows, catalog.say
        country = live.read().country or country_of(live.days.zone.key)
        phones = Phones(country)

        def formats_of(today: date) -> Formats:
            settings = live.read()
            conventions = SiteConventions(
                live.days,
                settings.far_metres,
                rows.reasons(),
                live.sender_zone,
                country,
                phones.read,
                phones.read_all,
                settings.dispatcher or user_name(),
            )
            return Formats(locale, say, today, conventions)

        clock = SiteClock(program.app_context.now, lambda: live.days, formats_of, window)
        return cls(
            **vars(program),
            window=window,
            theme=theme,
            language=catalog.language,
            say=say,
            clock=clock,
            state=WindowState(program.app_context.folder / STATE_FILE),
            day=CurrentDay(rows, program.loads.load, clock, program.workers, window),
            undo=UndoStack(window),
            signals=WindowSignals(say, window),
            read_phone=phones.read,
            read_phones=phones.read_all,
        )

    @property
    def formats(self) -> Formats:
        """The formats of the site's present day."""
        return self.clock.formats

    def report(self, text: str) -> None:
        """Say in the status line what happened; an empty text clears it."""
        self.signals.reported.emit(text)

    def explain(self, dialog: QWidget, place: Callable[[], object]) -> None:
        """Open the manual at a `HelpPlace` by F1 in a dialog, which the key of the window does not reach."""
        shortcut = QShortcut(QKeySequence("F1"), dialog)
        shortcut.activated.connect(lambda: self.signals.help_asked.emit(place()))


class Feature(QObject):
    """A part of the window that works with its context, and lives as long as the window."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context


class DialogFeature(Feature, Generic[_DialogT]):
    """A feature with one dialog, held while it is open."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self.dialog: _DialogT | None = None

    def _held(self, dialog: _DialogT) -> _DialogT:
        """Hold and return a dialog; it is deleted once it is closed."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        return dialog

    @Slot()
    def _forget(self) -> None:
        self.dialog = None
