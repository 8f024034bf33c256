"""What a bug ends is begun again: at once a few times, then after pauses that grow; it is never given up."""

import time
from collections.abc import Callable
from threading import Event, Thread

from app.domain.unhandled import report_unhandled

AT_ONCE = 3
"""How often it is begun again without a pause."""
LASTING_SECONDS = 300.0
"""What ran as long as this was no part of a row of failures."""
_FIRST_PAUSE = 5.0
_LONGEST_PAUSE = 300.0
_STOP_SECONDS = 60.0
"""Within these after the end of a loop its owner stops the thread: it may have to stop another one before."""
_MOST_DOUBLINGS = 16  # of a pause; by then it is the longest


class Restarts:
    """Counts how often something ended by a bug, and says when it is to be begun again.

    Args:
        longest: seconds that a pause lasts at most.
        clock: seconds that only go forward.
    """

    def __init__(self, longest: float = _LONGEST_PAUSE, clock: Callable[[], float] = time.monotonic) -> None:
        self._longest, self._clock = longest, clock
        self._began = self._due = clock()
        self._ends = 0
        self._runs = False

    def note_begin(self) -> None:
        """Take note that it was begun."""
        self._began, self._runs = self._clock(), True

    def note_end(self) -> None:
        """Take note that a bug ended it, or kept it from beginning."""
        now = self._clock()
        if now - self._began >= LASTING_SECONDS:
            self._ends = 0
        self._ends += 1
        self._due, self._runs = now, False
        if self.is_failing:
            doublings = min(self._ends - AT_ONCE - 1, _MOST_DOUBLINGS)
            self._due += min(_FIRST_PAUSE * 2.0**doublings, self._longest)

    def forget(self) -> None:
        """Begin to count anew: somebody has done something about it."""
        self._ends, self._due = 0, self._clock()

    @property
    def is_failing(self) -> bool:
        """Whether it ended more often than it is begun again without a pause, and has not run for long since."""
        has_lasted = self._runs and self._clock() - self._began >= LASTING_SECONDS
        return self._ends > AT_ONCE and not has_lasted

    @property
    def seconds_left(self) -> float:
        """How many seconds it is to wait before it is begun again; 0 where it is due."""
        return max(0.0, self._due - self._clock())


class SupervisedThread:
    """A thread whose loop is begun again whenever a bug ends it, and each such bug is told.

    Args:
        name: of the thread.
        loop: ends once its owner, who then stops the thread, has told it to; another end is a bug.
        on_bug: told of the bug, in the thread.
        longest: seconds of the longest pause before it is begun again.
    """

    def __init__(
        self,
        name: str,
        loop: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        longest: float = _LONGEST_PAUSE,
    ) -> None:
        self._loop, self._on_bug = loop, on_bug
        self._restarts = Restarts(longest)
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=name)

    def start(self) -> None:
        """Begin; once."""
        self._thread.start()

    def stop(self) -> None:
        """Wait for the end of the loop, which its owner has told to end before."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def is_failing(self) -> bool:
        """Whether its loop ends again and again."""
        return self._restarts.is_failing

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._restarts.note_begin()
            try:
                self._loop_until_told()
            except BaseException as error:  # noqa: BLE001 - SystemExit too would end a thread without a word
                self._restarts.note_end()
                self._tell(error)
                self._stopping.wait(self._restarts.seconds_left)
            else:
                return

    def _loop_until_told(self) -> None:
        self._loop()
        if not self._stopping.wait(_STOP_SECONDS):
            raise AssertionError(f"the loop of {self._thread.name} ended, and nobody had told it to")

    def _tell(self, error: BaseException) -> None:
        try:
            self._on_bug(error)
        except BaseException as another:  # noqa: BLE001 - whoever is told must not end what tells
            report_unhandled(error)
            report_unhandled(another)
