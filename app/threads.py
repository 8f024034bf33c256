"""Restart a crashed loop: immediately a few times, then with exponential back-off, without limit."""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeVar

from app.domain.errors import AppError, report_unhandled

IMMEDIATE_RESTARTS = 3
"""Restarts without a pause."""
STABLE_SECONDS = 300.0
"""A run of this length ends a series of crashes."""
_FIRST_PAUSE = 5.0
_LONGEST_PAUSE = 300.0
_STOP_TIMEOUT = 60.0
"""A loop that returns has not crashed if `stop` follows within this time: its owner may stop another thread first."""
_MAX_DOUBLINGS = 16  # of the pause, which has its maximum by then
_log = logging.getLogger(__name__)
T = TypeVar("T")
_Task = tuple[float, int, Callable[[], object], "Future[object]"]
"""Due time (monotonic seconds), sequence number, function, and the future of its result."""


class RestartPolicy:
    """Counts crashes and tells when to restart; `longest_pause` and the monotonic `clock` are in seconds."""

    def __init__(self, longest_pause: float = _LONGEST_PAUSE, clock: Callable[[], float] = time.monotonic) -> None:
        self._longest_pause, self._clock = longest_pause, clock
        self._started = self._due = clock()
        self._crashes = 0
        self._is_running = False

    def note_start(self) -> None:
        """Record a start."""
        self._started, self._is_running = self._clock(), True

    def note_crash(self) -> None:
        """Record a crash, or a start that failed."""
        now = self._clock()
        if now - self._started >= STABLE_SECONDS:
            self._crashes = 0
        self._crashes += 1
        self._due, self._is_running = now, False
        if self.is_failing:
            doublings = min(self._crashes - IMMEDIATE_RESTARTS - 1, _MAX_DOUBLINGS)
            self._due += min(_FIRST_PAUSE * 2.0**doublings, self._longest_pause)

    def reset(self) -> None:
        """Forget all crashes, after a user's action that may have removed the cause."""
        self._crashes, self._due = 0, self._clock()

    @property
    def is_failing(self) -> bool:
        """Whether restarts are delayed: more crashes than immediate restarts, and no stable run since."""
        is_stable = self._is_running and self._clock() - self._started >= STABLE_SECONDS
        return self._crashes > IMMEDIATE_RESTARTS and not is_stable

    @property
    def seconds_left(self) -> float:
        """Seconds until the next restart; 0 when it is due."""
        return max(0.0, self._due - self._clock())


class SupervisedThread:
    """A thread that restarts its loop after every crash and reports the crash.

    Args:
        name: of the thread.
        loop: returns only when its owner is about to call `stop`; any other return counts as a crash.
        on_bug: called with the exception, in the thread.
        longest_pause: maximum pause before a restart, in seconds.
    """

    def __init__(
        self,
        name: str,
        loop: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        longest_pause: float = _LONGEST_PAUSE,
    ) -> None:
        self._loop, self._on_bug = loop, on_bug
        self._restarts = RestartPolicy(longest_pause)
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=name)

    def start(self) -> None:
        """Start the thread; call once."""
        self._thread.start()

    def stop(self) -> None:
        """Wait for the thread to end; the owner has already asked the loop to return."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def is_failing(self) -> bool:
        """Whether the loop crashes repeatedly, so that restarts are delayed."""
        return self._restarts.is_failing

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._restarts.note_start()
            try:
                self._run_loop()
            except BaseException as error:  # noqa: BLE001 - SystemExit too would end the thread silently
                self._restarts.note_crash()
                self._report(error)
                self._stopping.wait(self._restarts.seconds_left)
            else:
                return

    def _run_loop(self) -> None:
        self._loop()
        if not self._stopping.wait(_STOP_TIMEOUT):
            raise AssertionError(f"the loop of {self._thread.name} returned without a call of stop")

    def _report(self, error: BaseException) -> None:
        try:
            self._on_bug(error)
        except BaseException as another:  # noqa: BLE001 - a failing callback must not end the thread
            report_unhandled(error)
            report_unhandled(another)


class WatchThread(ABC):
    """Looks after something in a thread of its own: at its start, regularly, and soon when it is asked to.

    `on_bug` is called with every error that is no failure of the environment, and the thread continues; `every` are the
    seconds between two looks.
    """

    def __init__(self, name: str, on_bug: Callable[[BaseException], None], every: float) -> None:
        self._every = every
        self._is_due = True
        self._stopping, self._woken = Event(), Event()
        self._thread = SupervisedThread(name, self._run, on_bug)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def look_soon(self) -> None:
        """Look now, as settings or data may have changed; from any thread."""
        self._woken.set()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._woken.set()
        self._thread.stop()

    def _run(self) -> None:
        self._is_due = True
        while not self._stopping.is_set():
            self._woken.clear()
            self._look()
            self._is_due = not self._woken.wait(self._every)

    @abstractmethod
    def _look(self) -> None:
        """Look, in the thread; `_is_due` tells that nobody asked for it."""


class OnceReporter:
    """Logs each distinct error once, and passes it on in the reporting thread. Thread-safe."""

    def __init__(self, on_new: Callable[[AppError], None] = lambda _error: None) -> None:
        self._on_new = on_new
        self._lock = Lock()  # guards `_reported`
        self._reported: set[str] = set()

    def report(self, activity: str, error: AppError) -> None:
        """Report that an activity failed; an error with the same message is reported only the first time."""
        message = str(error)
        with self._lock:
            is_new = message not in self._reported
            self._reported.add(message)
        if is_new:
            _log.warning("%s failed: %s", activity, message)
            self._on_new(error)


class TaskThread:
    """Runs tasks in the order of their due times; `on_stop` is called in the thread after the last task."""

    def __init__(self, name: str, on_stop: Callable[[], object]) -> None:
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._sequence = count()
        self._name = name
        self._on_stop = on_stop

    def start(self) -> None:
        """Start the thread; also after `stop`."""
        self._thread = Thread(target=self._run, name=self._name)
        self._thread.start()

    def stop(self) -> None:
        """Run all submitted tasks, including those not yet due, and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def submit(self, task: Callable[[], T], delay: float = 0.0) -> "Future[T]":
        """Schedule a task and return the future of its result.

        Args:
            task: called in the thread.
            delay: seconds until it is due; `stop` does not wait for them.
        """
        done: Future[T] = Future()
        due = time.monotonic() + delay if delay else 0.0
        self._queue.put((due, next(self._sequence), task, done))  # type: ignore[arg-type]  # as its task returns
        return done

    def _run(self) -> None:
        delayed: list[_Task] = []
        while (item := self._next(delayed)) is not None:
            if item[0] > time.monotonic():
                heappush(delayed, item)
            else:
                self._run_safely(*item[2:])
        while delayed:
            self._run_safely(*heappop(delayed)[2:])
        self._on_stop()

    def _next(self, delayed: list[_Task]) -> _Task | None:
        """Wait for the next task: a newly submitted one, or the first delayed one once it is due."""
        wait = delayed[0][0] - time.monotonic() if delayed else None
        if wait is None or wait > 0:
            with suppress(Empty):
                return self._queue.get(timeout=wait)
        return heappop(delayed)

    def _run_safely(self, task: Callable[[], object], done: "Future[object]") -> None:
        try:
            self._run_task(task, done)
        except BaseException as bug:  # noqa: BLE001 - a future's callback failed; the other tasks go on
            report_unhandled(bug)

    def _run_task(self, task: Callable[[], object], done: "Future[object]") -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            result = task()
        except BaseException as error:  # noqa: BLE001 - raised again where the result is awaited
            done.set_exception(error)
        else:
            done.set_result(result)
