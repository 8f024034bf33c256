"""The day that is shown, and the load that is under way for it."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial, reduce

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.board.reading.reader import Reader
from app.domain.cancellation import Cancellation
from app.domain.days import CarrierAnswer, Day, DayState, LoadDay, LoadSummary, Scope
from app.domain.errors import AppError, LoadCancelledError, NoManifestError
from app.qt_threads.worker_pool import Task, WorkerPool
from app.ui.context.site_clock import SiteClock


class CurrentDay(QObject):
    """Shows days from the stored data and loads them from the carriers, one after the other; one load at a time."""

    day_shown = Signal()
    """Another day is shown, or the stored data of this one changed: read it again."""
    load_started = Signal()
    load_progressed = Signal(object)
    load_ended = Signal(object)
    """The `LoadSummary` of all that was loaded; None if each load failed or was cancelled (see `problem`)."""
    reload_noted = Signal(object, object)
    """An automatic load ended: its `Day`, and the `AppError` if it failed."""

    def __init__(self, rows: Reader, load: LoadDay, clock: SiteClock, workers: WorkerPool, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._load, self._clock, self._workers = rows, load, clock, workers
        self._cancellation = Cancellation()
        self._summaries: list[LoadSummary] = []
        self._loading: Day | None = None
        self._waiting: list[Day] = []
        """The days to load after that."""
        self._problems: dict[Day, AppError] = {}
        self._failed_at: dict[Day, datetime] = {}
        self.shown_day = Scope((), clock.today())
        """It has no carrier while none is chosen, which is enough to list visits."""
        self.states: tuple[DayState, ...] = ()
        """The states of its carriers' days, of those that were ever asked for."""
        self.state: DayState | None = None
        """All of them together."""

    @property
    def is_loading(self) -> bool:
        """Whether a load is under way, for this day or another."""
        return self._loading is not None

    @property
    def loading_carrier(self) -> str:
        """The code of the carrier that is asked now, if there are several; else empty."""
        return self._loading.carrier if self._loading and len(self.shown_day.carriers) > 1 else ""

    @property
    def is_loading_this(self) -> bool:
        """Whether a day that is shown is being loaded."""
        return self._loading in self.shown_day.days

    @property
    def problem(self) -> AppError | None:
        """Why the last load of a day that is shown failed; that there is no manifest comes last; None if none did."""
        problems = (self._problems[day] for day in self.shown_day.days if day in self._problems)
        return min(problems, key=lambda problem: isinstance(problem, NoManifestError), default=None)

    @property
    def failed(self) -> tuple[Day, ...]:
        """Those of the shown days whose last load failed; that there is no manifest is an answer."""
        problems = self._problems
        return tuple(
            day for day in self.shown_day.days if day in problems and not isinstance(problems[day], NoManifestError)
        )

    @property
    def failed_at(self) -> datetime | None:
        """When a load that the user asked for failed (UTC); None if none did, or if each succeeded since then."""
        days = self.failed or self.shown_day.days
        return max((self._failed_at[day] for day in days if day in self._failed_at), default=None)

    @property
    def day(self) -> Scope | None:
        """What is shown; None while no carrier is chosen."""
        return self.shown_day if self.shown_day.carriers else None

    @property
    def is_loaded(self) -> bool:
        """Whether the carrier ever listed manifests of the shown day."""
        return self.state is not None and self.state.loaded_at is not None

    def known(self, count: int) -> int | None:
        """Return how many rows of the shown day something has; None for 0 of a day that the carrier never listed."""
        is_empty = self.state is not None and self.state.answer is CarrierAnswer.EMPTY
        return count if count or self.is_loaded or is_empty else None

    def show_day(self, day: Scope) -> None:
        """Show a day from the stored data."""
        self.shown_day = day
        self.reread()

    @Slot()
    def load(self) -> None:
        """Load the day that is shown from each carrier; the old rows stay until the whole answer is there."""
        self._load_each(self.shown_day.days)

    @Slot()
    def retry(self) -> None:
        """Load again what failed; all, if nothing did."""
        self._load_each(self.failed or self.shown_day.days)

    def _load_each(self, days: Sequence[Day]) -> None:
        if days and not self.is_loading:
            self._waiting = list(days)
            self._load_next()
            self.load_started.emit()

    def _load_next(self) -> None:
        self._loading = self._waiting.pop(0)
        self._cancellation = Cancellation()
        self._connect(self._workers.start(partial(self._load, self._loading, self._cancellation)))

    @Slot()
    def cancel(self) -> None:
        """Cancel the load that is under way, and those that wait; their days stay as they were."""
        self._waiting = []
        self._cancellation.cancel()

    def _connect(self, task: Task) -> None:
        task.progressed.connect(self.load_progressed)
        task.succeeded.connect(self._succeed)
        task.failed.connect(self._fail)
        task.ended.connect(self._end, Qt.ConnectionType.QueuedConnection)  # so that it comes after the other signals

    @Slot(object)
    def _succeed(self, summary: LoadSummary) -> None:
        self._forget_problem(summary.day)
        self._summaries.append(summary)

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
        """Load the next day, however this load ended; a bug in it is reported by the worker pool."""
        if self._waiting:
            self._load_next()
            self.reread()
            return
        summaries, self._summaries = self._summaries, []
        self._loading = None
        try:
            self.reread()
        finally:
            self.load_ended.emit(reduce(LoadSummary.plus, summaries) if summaries else None)

    def note_reload(self, day: Day, problem: AppError | None) -> None:
        """Record how an automatic load ended."""
        if problem is None:
            self._forget_problem(day)
        else:
            self._problems[day] = problem
        self.reload_noted.emit(day, problem)
        if day in self.shown_day.days:
            self.reread()

    @Slot()
    def reread(self) -> None:
        """Show the same day with the data that is stored now."""
        self.states = tuple(filter(None, map(self._rows.day_state, self.shown_day.days)))
        self.state = DayState.of_all(self.states)
        self.day_shown.emit()
