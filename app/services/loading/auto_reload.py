"""Days that load by themselves: after a reception gap or a recovery, and every so many minutes."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from threading import Condition, Event, Lock

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.errors import AppError, LoadCancelledError, NoManifestError
from app.domain.reception.listening import Gap
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext
from app.services.site_settings import site_of, today_at
from app.threads.once_reporter import OnceReporter
from app.threads.supervised_thread import SupervisedThread

_FIRST_PAUSE = 5.0  # seconds after a failed load that a gap asked for; after waking the network takes some
_LONGEST_PAUSE = 1800.0
_MOST_DOUBLINGS = 16  # of a pause; by then it is the longest
_LOOK_UP = 20.0  # seconds between two looks at the settings and the clock
_FARTHEST_DAYS = 7
"""So many days back a gap has days loaded that were never loaded, and so long after a load a carrier is in use."""


class LoadGate:
    """One load at a time: one that the user asks for ends one that came by itself, and goes first."""

    def __init__(self) -> None:
        self._turn = Condition()
        self._is_taken = False
        self._asking = 0
        self._by_itself: Cancellation | None = None

    @contextmanager
    def asked_for(self) -> Iterator[None]:
        """Let a load in that the user asked for."""
        with self._turn:
            self._asking += 1
            if self._by_itself is not None:
                self._by_itself.cancel()
            self._turn.wait_for(lambda: not self._is_taken)
            self._asking -= 1
            self._is_taken = True
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def by_itself(self, cancellation: Cancellation) -> Iterator[None]:
        """Let a load in that nobody waits for."""
        with self._turn:
            self._turn.wait_for(lambda: not self._is_taken and not self._asking)
            self._is_taken, self._by_itself = True, cancellation
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._turn:
            self._is_taken, self._by_itself = False, None
            self._turn.notify_all()


class AutoReloader:
    """Loads days in a thread of its own, with pauses that grow while the carrier fails.

    Args:
        place: whose settings say how often, and which carrier's today belongs to it.
        load: loads a day, until it is cancelled.
        gate: shared with whoever loads on demand.
        on_loaded: told in the reloader's thread that a day was loaded, or (with why not) that it failed.
        on_bug: told of what is no failure of the environment; the reloader goes on.
        clock: seconds that only go forward.
        troubles: told what keeps it from looking, such as settings that cannot be read.
    """

    def __init__(
        self,
        place: AppContext,
        load: Callable[[Day, Cancellation], object],
        gate: LoadGate,
        on_loaded: Callable[[Day, AppError | None], None],
        on_bug: Callable[[BaseException], None],
        clock: Callable[[], float] = time.monotonic,
        reporter: OnceReporter | None = None,
    ) -> None:
        self._clock = clock
        self._reporter = reporter or OnceReporter()
        self._place = place
        self._load = load
        self._gate = gate
        self._on_loaded = on_loaded
        self._adding = Lock()  # around what is pending, which a gap adds to in another thread
        self._pending: dict[Day, None] = {}
        self._since: datetime | None = None  # when the gaps began whose days are not among the pending yet
        self._has_looked = False  # for what a recovery lost before the start
        self._is_urgent = False
        self._failures = 0
        self._last_round = self._clock()
        self._woken, self._is_stopping = Event(), False
        self._cancellation = Cancellation()
        self._thread = SupervisedThread("auto-reload", self._run, on_bug)

    def start(self) -> None:
        """Begin to look at the clock."""
        self._thread.start()

    def stop(self) -> None:
        """End the load under way, and the thread."""
        self._is_stopping = True
        self._woken.set()
        self._cancellation.cancel()
        self._thread.stop()

    def after_gap(self, gap: Gap) -> None:
        """Have the days since the beginning of a reception gap loaded again, at once; from any thread."""
        with self._adding:
            self._since = min(self._since or gap.since, gap.since)
        self._woken.set()

    def _add(self, since: date) -> None:
        """Add the days from that one until today, the newest first, of the carriers in use.

        These are all that were ever loaded, and of the last week also those that never were: a gap may have kept
        a day from being looked at. Beside them there are the days that a recovery lost.
        """
        settings, now = self._place.settings_file.read(), self._place.now()
        today, long = today_at(self._place), timedelta(days=_FARTHEST_DAYS)
        dates = [today - timedelta(days=back) for back in range(max(min(today - since, long).days, 0) + 1)]
        with Reader.opened(self._place.database) as reader:
            carriers = dict.fromkeys(filter(None, (settings.carrier, *reader.carriers_since(now - long))))
            days = [Day(carrier, one) for one in dates for carrier in carriers]
            days += [one for one in reader.loaded_days(since, today) if one.carrier in carriers]
            days += reader.lost_days()
        with self._adding:
            self._pending |= dict.fromkeys(days)

    def _run(self) -> None:
        wait = _LOOK_UP
        while not self._is_stopping:
            self._woken.wait(wait)
            self._woken.clear()
            try:
                wait = self._look()
            except AppError as error:  # the settings cannot be read just now, or the store
                self._reporter.report("auto-reload", error)
                wait = _LOOK_UP

    def _look(self) -> float:
        """Load what is due; return how many seconds to wait till the next look."""
        settings = self._place.settings_file.read()
        self._take_lost()
        self._take_gaps()
        every = settings.refresh_minutes * 60
        if not settings.base_url:
            return _LOOK_UP
        if every and self._clock() - self._last_round >= every:
            self._last_round = self._clock()
            self._add(today_at(self._place))
        failed = self._load_pending()
        if failed:
            self._failures += 1
            first = _FIRST_PAUSE if self._is_urgent else max(every, _FIRST_PAUSE)
            return min(first * 2.0 ** min(self._failures - 1, _MOST_DOUBLINGS), _LONGEST_PAUSE)
        self._is_urgent, self._failures = False, 0
        return min(_LOOK_UP, every or _LOOK_UP)

    def _take_lost(self) -> None:
        """Add, at the start, what a recovery lost and nobody has loaded since; later it comes with the gap."""
        if not self._has_looked:
            with Reader.opened(self._place.database) as reader:
                lost = reader.lost_days()
            with self._adding:
                self._pending |= dict.fromkeys(lost)
            self._has_looked = True

    def _take_gaps(self) -> None:
        """Add the days of the gaps; those stay where that fails, and are taken at the next look."""
        since = self._since
        if since is None:
            return
        self._add(since.astimezone(site_of(self._place).zone).date())
        self._is_urgent, self._failures = True, 0
        with self._adding:
            if self._since == since:  # else another came meanwhile, which began before it
                self._since = None

    def _load_pending(self) -> bool:
        """Load all that is pending, whatever one of them does; what failed stays so. Return whether any did."""
        failed: list[Day] = []
        try:
            while (day := self._next()) is not None:
                failed.append(day)  # also where a bug ends this
                if self._load_one(day):
                    failed.pop()
        finally:
            with self._adding:
                self._pending |= dict.fromkeys(failed)
        return bool(failed)

    def _next(self) -> Day | None:
        """Take the next day; what a gap adds while it is loaded is loaded once more."""
        with self._adding:
            day = next(iter(self._pending), None)
            if day is None or self._is_stopping:
                return None
            del self._pending[day]
            return day

    def _load_one(self, day: Day) -> bool:
        """Load a day; return whether that is done with, for now."""
        self._cancellation = Cancellation()
        while not self._is_stopping:
            try:
                with self._gate.by_itself(self._cancellation):
                    self._load(day, self._cancellation)
            except LoadCancelledError:  # the user loads a day, and this one comes after it
                self._cancellation = Cancellation()
                continue
            except NoManifestError:
                pass
            except AppError as error:
                self._on_loaded(day, error)
                return False
            self._on_loaded(day, None)
            return True
        return False
