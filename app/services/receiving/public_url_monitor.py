"""Looks now and then whether the receiver's public address still leads here: a tunnel may break unnoticed."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Event, Lock

from app.domain.errors import AppError, StoreError
from app.domain.reception.listening import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.texts import Text
from app.threads.once_reporter import OnceReporter
from app.threads.supervised_thread import SupervisedThread

_FOUND_WITHIN = 60.0  # seconds, beside what the tests themselves take
_AGAIN = 15.0
_EVERY = _FOUND_WITHIN - _AGAIN
_SAYS_NOTHING = (Cause.PROXY_NEEDED, Cause.STOPPED)
_MAY_BE_THIS_NETWORK = (Cause.REFUSED, Cause.NO_ANSWER, Cause.HUNG_UP, Cause.SLOW, Cause.NOT_PUBLIC, Cause.NO_TLS)
"""Some networks do not let a computer in them out and in again; who was let once is let always."""

_log = logging.getLogger(__name__)


class PublicUrlMonitor:
    """Tests in a thread of its own, more than once a minute; what fails is tried once more before it counts.

    Args:
        test: sends a test through the public address.
        address: the public address in force; empty where there is none.
        hears: whether the receiver does; else there is nothing to test.
        on_changed: told in any thread that `problem` is another one.
        on_bug: told of what is no failure of the environment.
        now: the time, UTC.
        on_gap: told of a time in which the address did not lead here, once it does again, or nobody looks any more;
            told once more after a StoreError.
        every: seconds between two looks.
        again: seconds until what failed is tried once more.
        troubles: told what keeps it from looking, such as settings that cannot be read.
    """

    def __init__(
        self,
        test: Callable[[], Diagnosis],
        address: Callable[[], str],
        hears: Callable[[], bool],
        on_changed: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        now: Callable[[], datetime],
        on_gap: Callable[[Gap], None],
        every: float = _EVERY,
        again: float = _AGAIN,
        reporter: OnceReporter | None = None,
    ) -> None:
        self._test = test
        self._reporter = reporter or OnceReporter()
        self._address, self._hears = address, hears
        self._looked_at: str | None = None  # the address that the last look was at
        self._on_changed = on_changed
        self._now, self._on_gap = now, on_gap
        self._noting = Lock()  # around what follows: a test by hand is noted in another thread
        self._last_fine: datetime | None = None  # when it last led here, or else was first known not to
        self._last_failed: datetime | None = None  # both as far as the clock ever showed: it may be set meanwhile
        self._untold: list[Gap] = []
        self._every = every
        self._again = again
        self._has_worked = False
        self.problem: Text | None = None
        """What keeps notifications from coming in; None where nothing is known to."""
        self._stopping = Event()
        self._thread = SupervisedThread("public-url-monitor", self._run, on_bug)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, and tell of the outage so far; cancel the test under way before."""
        self._stopping.set()
        self._thread.stop()
        with self._noting:
            self._end_outage(self._now())
            self._last_fine = None

    @property
    def unreachable_since(self) -> datetime | None:
        """When the address last led here, or else was first known not to; None while it does, as far as is known."""
        return self._last_fine if self.problem is not None else None

    def look(self) -> None:
        """Test, and once more where that failed."""
        address, before = self._address(), self._looked_at
        self._looked_at = address
        if not address or before not in (None, address):
            with self._noting:  # what was found of another address says nothing of this one
                self._end_outage(self._now())
                self._last_fine = None
                self._say(None)
        if not address or not self._hears():
            return
        found = self._test()
        if self._counts(found) and not self._stopping.wait(self._again):
            found = self._test()
        self.note(found)

    def note(self, found: Diagnosis) -> None:
        """Take note of what a test through the public address found; of a test by hand too."""
        with self._noting:
            now = self._now()
            if found.works:
                self._end_outage(now)
                self._has_worked, self._last_fine = True, now
                self._say(None)
            elif self._counts(found):
                self._last_fine, self._last_failed = (
                    min(self._last_fine or now, now),
                    max(self._last_failed or now, now),
                )
                self._say(found.text)

    def _end_outage(self, now: datetime) -> None:
        """Tell of the outage until now, if there is one, and of those that could not be kept before."""
        if self.problem is not None and self._last_fine is not None:
            until = max(self._last_failed or now, now)
            self._untold.append(Gap(min(self._last_fine, now), until, GapCause.UNREACHABLE))
        self._last_failed = None
        while self._untold:
            try:
                self._on_gap(self._untold[0])
            except StoreError as error:
                _log.warning("An outage could not be kept: %s", error)
                return
            del self._untold[0]

    def _counts(self, found: Diagnosis) -> bool:
        may_be_wrong = found.cause in _MAY_BE_THIS_NETWORK and not self._has_worked
        return not found.works and not may_be_wrong and found.cause not in _SAYS_NOTHING

    def _say(self, problem: Text | None) -> None:
        before, self.problem = self.problem, problem
        if problem != before:
            self._on_changed()

    def _run(self) -> None:
        while not self._stopping.wait(self._every):
            try:
                self.look()
            except AppError as error:  # the settings cannot be read just now
                self._reporter.report("outside", error)
