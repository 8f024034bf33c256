"""Loads days automatically: after a reception gap or a recovery, also of the process before, and periodically."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from threading import Event, Lock

from app.board.reading.reader import Reader
from app.domain.cancellation import Cancellation
from app.domain.days import Day
from app.domain.errors import AppError, LoadCancelledError, NoManifestError
from app.domain.reception.gaps import Gap
from app.facts.file.database import utc_text
from app.services.app_context import AppContext
from app.services.site_settings import site_of, today_at
from app.threads import OnceReporter, SupervisedThread

_FIRST_PAUSE = 5.0  # seconds after a failed load because of a gap: after the machine wakes up, the network takes some
_LONGEST_PAUSE = 1800.0
_MOST_DOUBLINGS = 16  # of a pause; by then it is the longest
_CHECK_EVERY = 20.0  # seconds between two checks of the settings and the clock
_FARTHEST_DAYS = 7
"""A gap loads also days never loaded before, for so many days back."""


class AutoReloader:
    """Loads days in a thread of its own, with growing pauses while the carrier fails.

    Args:
        place: its settings give the interval and the carrier.
        load: loads a day; it is cancelled by its caller, or for a load that the user requests.
        on_loaded: called in the reloader's thread for each day, with the error if its load failed.
        on_bug: called with every error that is no failure of the environment; the reloader continues.
        clock: monotonic, in seconds.
        reporter: reports what prevents loads, such as settings that cannot be read.
        is_turn: tells whether a day that is loaded every so many seconds is loaded here, and not by another desk.
    """

    def __init__(
        self,
        place: AppContext,
        load: Callable[[Day, Cancellation], object],
        on_loaded: Callable[[Day, AppError | None], None],
        on_bug: Callable[[BaseException], None],
        clock: Callable[[], float] = time.monotonic,
        reporter: OnceReporter | None = None,
        is_turn: Callable[[Day, float], bool] = lambda _day, _every: True,
    ) -> None:
        self._is_turn = is_turn
        self._clock = clock
        self._reporter = reporter or OnceReporter()
        self._place = place
        self._load = load
        self._on_loaded = on_loaded
        self._pending: dict[Day, None] = {}
        self._adding = Lock()  # around the following, as `after_gap` is called in another thread
        self._since: datetime | None = None  # start of the gaps whose days are not yet pending
        self._has_looked = False  # at what was to be loaded before the start
        self._is_urgent = False
        self._failures = 0
        self._last_round = self._clock()
        self._woken, self._is_stopping = Event(), False
        self._cancellation = Cancellation()
        self._thread = SupervisedThread("auto-reload", self._run, on_bug)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Cancel the current load, and end the thread."""
        self._is_stopping = True
        self._woken.set()
        self._cancellation.cancel()
        self._thread.stop()

    def after_gap(self, gap: Gap) -> None:
        """Load the days since the start of a reception gap at once; from any thread."""
        with self._adding:
            self._since = min(self._since or gap.since, gap.since)
        self._woken.set()

    def _add(self, since: date, is_wanted: Callable[[Day], bool] = lambda _day: True) -> None:
        """Add those wanted of the days from `since` until today, the newest first, of the carriers in use.

        These are the days that were ever loaded, and all days of the last week: a gap may have prevented their first
        load. The days that a recovery lost are added as well.
        """
        settings, now = self._place.settings_file.read(), self._place.now()
        today, long = today_at(self._place), timedelta(days=_FARTHEST_DAYS)
        dates = [today - timedelta(days=back) for back in range(max(min(today - since, long).days, 0) + 1)]
        with Reader.opened(self._place.database) as reader:
            carriers = reader.carriers_of_desk(settings, now)
            days = [Day(carrier, one) for one in dates for carrier in carriers]
            days += [one for one in reader.loaded_days(since, today) if one.carrier in carriers]
            days += reader.lost_days()
        self._pending |= dict.fromkeys(day for day in dict.fromkeys(days) if is_wanted(day))

    def _run(self) -> None:
        wait = _CHECK_EVERY
        while not self._is_stopping:
            self._woken.wait(wait)
            self._woken.clear()
            try:
                wait = self._look()
            except AppError as error:  # the settings or the store cannot be read now
                self._reporter.report("auto-reload", error)
                wait = _CHECK_EVERY

    def _look(self) -> float:
        """Load what is due; return the seconds until the next check."""
        settings = self._place.settings_file.read()
        self._take_earlier()
        self._take_gaps()
        every = settings.refresh_minutes * 60
        if not settings.base_url:
            return _CHECK_EVERY
        if every and self._clock() - self._last_round >= every:
            self._last_round = self._clock()
            is_failing = self._failures > 0  # then it takes no turn, so that another desk can
            self._add(today_at(self._place), lambda day: is_failing or self._is_turn(day, every))
        failed = self._load_pending()
        if failed:
            self._failures += 1
            first = _FIRST_PAUSE if self._is_urgent else max(every, _FIRST_PAUSE)
            return min(first * 2.0 ** min(self._failures - 1, _MOST_DOUBLINGS), _LONGEST_PAUSE)
        self._is_urgent, self._failures = False, 0
        return min(_CHECK_EVERY, every or _CHECK_EVERY)

    def _take_earlier(self) -> None:
        """Add once, at the start, the days that the process before should have loaded, and did not.

        These are the days that a recovery lost, and those that a gap of the last week touches and no load has since
        answered; later ones come with a gap.
        """
        if self._has_looked:
            return
        now, days = self._place.now(), site_of(self._place).days
        with Reader.opened(self._place.database) as reader:
            if reader.left_to_derive():
                return  # the board does not have all days yet
            lost = reader.lost_days()
            gaps = reader.gaps_touching(utc_text(now - timedelta(days=_FARTHEST_DAYS)), utc_text(now))
            touched = [(days.day_of(gap.since), days.day_of(gap.until), gap.until) for gap in gaps]

            def is_unanswered(day: Day) -> bool:
                state = reader.day_state(day)
                answered_at = state.answered_at if state is not None else datetime.min.replace(tzinfo=UTC)
                return any(first <= day.date <= last and answered_at < until for first, last, until in touched)

            if touched:
                self._add(min(touched)[0], is_unanswered)
        self._pending |= dict.fromkeys(lost)
        self._has_looked = True
        self._is_urgent |= bool(gaps)

    def _take_gaps(self) -> None:
        """Add the days of the gaps; if that fails, the next check tries again."""
        since = self._since
        if since is None:
            return
        self._add(site_of(self._place).days.day_of(since))
        self._is_urgent, self._failures = True, 0
        with self._adding:
            if self._since == since:  # else an earlier gap was added in the meantime
                self._since = None

    def _load_pending(self) -> bool:
        """Load all pending days; those that fail stay pending. Return whether any failed."""
        failed: list[Day] = []
        try:
            while (day := self._next()) is not None:
                failed.append(day)  # also if a bug ends this method
                if self._load_one(day):
                    failed.pop()
        finally:
            self._pending |= dict.fromkeys(failed)
        return bool(failed)

    def _next(self) -> Day | None:
        """Take the next pending day; a gap during its load adds it again."""
        day = None if self._is_stopping else next(iter(self._pending), None)
        if day is not None:
            del self._pending[day]
        return day

    def _load_one(self, day: Day) -> bool:
        """Load a day; return false if the load failed."""
        self._cancellation = Cancellation()
        while not self._is_stopping:
            try:
                self._load(day, self._cancellation)
            except LoadCancelledError:  # by a load that the user requested; this day comes after it
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
