"""A thread that does what others hand it, one after the other."""

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
"""The monotonic time at which it is due, its number, the function, and the future of its result."""


class TaskThread:
    """Does what it is handed, in the order in which it is due.

    Args:
        name: of the thread.
        at_end: the last that is done in it.
    """

    def __init__(self, name: str, at_end: Callable[[], object]) -> None:
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._places = count()
        self._name = name
        self._at_end = at_end

    def start(self) -> None:
        """Begin to work; after an end too."""
        self._thread = Thread(target=self._work_off, name=self._name)
        self._thread.start()

    def end(self) -> None:
        """Do all that waits, also what is not due yet, and end."""
        self._queue.put(None)
        self._thread.join()

    def hand_over(self, task: Callable[[], T], delay: float = 0.0) -> "Future[T]":
        """Have something done.

        Args:
            task: what.
            delay: seconds before which it does not begin, but at the end of all.
        """
        done: Future[T] = Future()
        due = time.monotonic() + delay if delay else 0.0
        self._queue.put((due, next(self._places), task, done))  # type: ignore[arg-type]  # as its task returns
        return done

    def _work_off(self) -> None:
        later: list[_Task] = []
        while (item := self._next(later)) is not None:
            if item[0] > time.monotonic():
                heappush(later, item)
            else:
                self._attempt(*item[2:])
        while later:
            self._attempt(*heappop(later)[2:])
        self._at_end()

    def _next(self, later: list[_Task]) -> _Task | None:
        """Wait for the next task: the first of those that had to wait, once it is due, or one that is handed over."""
        wait = later[0][0] - time.monotonic() if later else None
        if wait is None or wait > 0:
            with suppress(Empty):
                return self._queue.get(timeout=wait)
        return heappop(later)

    def _attempt(self, task: Callable[[], object], done: "Future[object]") -> None:
        try:
            self._do(task, done)
        except BaseException as bug:  # noqa: BLE001 - a future's callback failed; the other tasks go on
            kind = type(bug)
            threading.excepthook(threading.ExceptHookArgs((kind, bug, bug.__traceback__, threading.current_thread())))

    def _do(self, task: Callable[[], object], done: "Future[object]") -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            result = task()
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread that waits for the result
            done.set_exception(error)
        else:
            done.set_result(result)
