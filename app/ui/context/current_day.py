"""The day that is shown, and the load that is under way for it."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.domain.days import Day, DayState, LoadSummary
from app.domain.errors import AppError, LoadCancelledError
from app.qt_threads.worker_pool import Task, WorkerPool
from app.ui.context.site_clock import SiteClock
from app.ui.ports.feature_ports import Load, LoadProgress
from app.ui.ports.rows import Rows


class CurrentDay(QObject):
    """Shows days from the stored data and loads them from the carrier; one load at a time."""

    day_shown = Signal()
    """Another day is shown, or the stored data of this one changed: read it again."""
    load_started = Signal()
    load_progressed = Signal(object)
    load_ended = Signal(object)
    """The `LoadSummary`; None if the load failed or was cancelled (see `problem`)."""
    reload_noted = Signal(object, object)
    """An automatic load ended: its `Day`, and the `AppError` if it failed."""

    def __init__(
        self, rows: Rows, new_load: Callable[[Day], Load], clock: SiteClock, workers: WorkerPool, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._rows, self._new_load, self._clock, self._workers = rows, new_load, clock, workers
        self._load: Load | None = None
        self._summary: LoadSummary | None = None
        self._loading: Day | None = None
        self._problems: dict[Day, AppError] = {}
        self._failed_at: dict[Day, datetime] = {}
        self.shown_day = Day("", clock.today())
        """Its carrier is empty while none is chosen, which is enough to list visits."""
        self.state: DayState | None = None

    @property
    def is_loading(self) -> bool:
        """Whether a load is under way, for this day or another."""
        return self._loading is not None

    @property
    def is_loading_this(self) -> bool:
        """Whether the day that is shown is being loaded."""
        return self.day is not None and self._loading == self.day

    @property
    def problem(self) -> AppError | None:
        """Why the last load of the day that is shown failed; None if it did not."""
        return self._problems.get(self.day) if self.day else None

    @property
    def failed_at(self) -> datetime | None:
        """When the load that the user asked for failed (UTC); None if it did not, or if one succeeded since then."""
        return self._failed_at.get(self.day) if self.day else None

    @property
    def day(self) -> Day | None:
        """The day that is shown; None while no carrier is chosen."""
        return self.shown_day if self.shown_day.carrier else None

    def known(self, count: int) -> int | None:
        """Return how many rows of the shown day something has; None for 0 of a day that the carrier never answered."""
        return count if count or self.state is not None else None

    def show_day(self, day: Day) -> None:
        """Show a day from the stored data; its carrier is empty if none is chosen."""
        self.shown_day = day
        self._read()

    @Slot()
    def reread(self) -> None:
        """Show the same day with the data that is stored now."""
        self._read()

    @Slot()
    def load(self) -> None:
        """Load the day that is shown from the carrier; the old rows stay until the whole answer is there."""
        if self.day is None or self.is_loading:
            return
        self._loading = self.day
        self._load = self._new_load(self.day)
        self._connect(self._workers.start(self._load.run))
        self.load_started.emit()

    @Slot()
    def cancel(self) -> None:
        """Cancel the load that is under way; the day stays as it was."""
        if self._load is not None:
            self._load.cancel()

    def _connect(self, task: Task) -> None:
        task.progressed.connect(self._progress)
        task.succeeded.connect(self._succeed)
        task.failed.connect(self._fail)
        task.ended.connect(self._end, Qt.ConnectionType.QueuedConnection)  # so that it comes after the other signals

    @Slot(object)
    def _progress(self, progress: LoadProgress) -> None:
        self.load_progressed.emit(progress)

    @Slot(object)
    def _succeed(self, summary: LoadSummary) -> None:
        self._forget_problem(summary.day)
        self._summary = summary

    @Slot(object)
    def _fail(self, error: AppError) -> None:
        if self._loading is not None and not isinstance(error, LoadCancelledError):
            self._problems[self._loading] = error
            self._failed_at[self._loading] = self._clock.now()

    def _forget_problem(self, day: Day) -> None:
        self._problems.pop(day, None)
        self._failed_at.pop(day, None)

    @Slot()
    def _end(self) -> None:
        """Be ready for the next load, however this one ended; a bug in it is reported by the worker pool."""
        summary, self._summary = self._summary, None
        self._loading = self._load = None
        try:
            self._read()
        finally:
            self.load_ended.emit(summary)

    def note_reload(self, day: Day, problem: AppError | None) -> None:
        """Record how an automatic load ended."""
        if problem is None:
            self._forget_problem(day)
        else:
            self._problems[day] = problem
        self.reload_noted.emit(day, problem)
        if day == self.day:
            self._read()

    def _read(self) -> None:
        self.state = self._rows.day_state(self.day) if self.day else None
        self.day_shown.emit()
