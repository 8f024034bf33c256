"""Waiting in the event loop for what other threads do, so long and no longer."""

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


class WaitingRoom:
    """Where one event loop waits. However many futures end at once, as those of a commit do, it is woken once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._called: deque[asyncio.Future[None]] = deque()

    async def in_time(self, future: "Future[Result]", seconds: float) -> Result:
        """Return what the future ends with, and raise what it ends with.

        Raises:
            TimeoutError: it did not end in time, or was cancelled by its owner. It is cancelled then.
        """
        waiting = self._loop.create_future()
        future.add_done_callback(lambda _: self._call(waiting))
        giving_up = self._loop.call_later(seconds, _end, waiting)
        try:
            await waiting
        finally:
            giving_up.cancel()
            future.cancel()
        if future.cancelled() or not future.done():
            raise TimeoutError
        return future.result()

    def _call(self, waiting: "asyncio.Future[None]") -> None:
        """Have it end, from any thread."""
        self._called.append(waiting)
        if len(self._called) == 1:  # else whoever came first has woken the loop
            with suppress(RuntimeError):  # it has ended, and nobody waits any more
                self._loop.call_soon_threadsafe(self._let_go)

    def _let_go(self) -> None:
        while self._called:
            _end(self._called.popleft())


def _end(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)
