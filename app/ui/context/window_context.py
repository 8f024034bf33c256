"""What all features of one window work with: its readers and threads, its clock and words, its state and signals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.board.reading.reader import Reader
from app.domain.errors import AppError
from app.domain.phones import ReadPhone, ReadPhones
from app.domain.settings import Settings
from app.domain.texts import Say
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread, WorkerPool
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.context.current_day import CurrentDay
from app.ui.context.site_clock import SiteClock
from app.ui.context.undo import UndoStack
from app.ui.context.window_state import WindowState


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
class KeptSettings:
    """Reads and saves the settings."""

    read: Callable[[], Settings]
    """Those in force."""
    save: Callable[[dict[str, object]], Settings]
    """Returns those then in force. Raises AppError."""
    fixed: Callable[[], Mapping[str, str]]
    """Those that cannot be changed in the window, each with what fixes it: a variable, or a file's path."""


@dataclass(frozen=True)
class WindowContext:
    """Made once for each window, and given to its features."""

    window: QWidget
    """Dialogs open over it, and it owns the features."""
    rows: Reader
    """For the main thread: what is fast enough there."""
    queries: QueryThread[Reader]
    workers: WorkerPool
    feed: ChangeNotifier
    theme: Theme
    language: str
    """`es` or `en`."""
    say: Say
    """Returns a text in that language."""
    clock: SiteClock
    settings: KeptSettings
    state: WindowState
    day: CurrentDay
    undo: UndoStack
    signals: WindowSignals
    read_phone: ReadPhone
    """By the site's country, in any thread; the first call takes hundredths of a second."""
    read_phones: ReadPhones
    """Reads the numbers in a field that may hold several, as `read_phone` does."""
    is_demo: bool

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
