"""A thread that runs submitted tasks one after the other."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
_Task = tuple[float, int, Callable[[], object], "Future[object]"]
"""Due time (monotonic seconds), sequence number, function, and the future of its result."""


class TaskThread:
    """Runs tasks in the order of their due times.

    Args:
        name: of the thread.
        on_stop: called in the thread after the last task.
    """

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
            kind = type(bug)
            threading.excepthook(threading.ExceptHookArgs((kind, bug, bug.__traceback__, threading.current_thread())))

    def _run_task(self, task: Callable[[], object], done: "Future[object]") -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            result = task()
        except BaseException as error:  # noqa: BLE001 - raised again where the result is awaited
            done.set_exception(error)
        else:
            done.set_result(result)
