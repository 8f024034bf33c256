"""Waits in the event loop for futures that other threads complete."""

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import TypeVar

Result = TypeVar("Result")


class FutureBridge:
    """Awaits futures of other threads with a time-out.

    However many of them end at once, as those of one commit do, the event loop is woken once.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()  # around the following
        self._completed: deque[asyncio.Future[None]] = deque()
        self._is_woken = False

    async def in_time(self, future: "Future[Result]", seconds: float) -> Result:
        """Return the future's result, or raise its exception.

        Raises:
            TimeoutError: it did not end in time, and is cancelled now; or its owner cancelled it.
        """
        waiter = self._loop.create_future()
        future.add_done_callback(lambda _: self._complete(waiter))
        timer = self._loop.call_later(seconds, _end, waiter)
        try:
            await waiter
        finally:
            timer.cancel()
            future.cancel()
        if future.cancelled() or not future.done():
            raise TimeoutError
        return future.result()

    def _complete(self, waiter: "asyncio.Future[None]") -> None:
        """Wake up a waiter; from any thread."""
        with self._lock:
            self._completed.append(waiter)
            is_woken, self._is_woken = self._is_woken, True
        if not is_woken:
            with suppress(RuntimeError):  # the loop is closed, and nothing waits any more
                self._loop.call_soon_threadsafe(self._end_completed)

    def _end_completed(self) -> None:
        with self._lock:
            completed, self._completed = self._completed, deque()
            self._is_woken = False
        for waiter in completed:
            _end(waiter)


def _end(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)
