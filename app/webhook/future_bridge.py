"""Waits in the event loop for futures that other threads complete."""

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

Result = TypeVar("Result")


class _Waiting(NamedTuple):
    """The tasks that wait for one future, and what ends their wait."""

    waiters: "list[asyncio.Future[None]]"
    timer: asyncio.TimerHandle


class FutureBridge:
    """Awaits futures of other threads with a time-out. However many tasks wait for one, the loop is woken once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Future[Any], _Waiting] = {}

    async def in_time(self, future: "Future[Result]", seconds: float) -> Result:
        """Return the future's result, or raise its exception.

        Raises:
            TimeoutError: it did not end in time since the first task began to wait for it, and is cancelled now; or its
                owner cancelled it.
        """
        waiting = self._waiting.get(future)
        if waiting is None:
            timer = self._loop.call_later(seconds, self._end, future)
            waiting = self._waiting[future] = _Waiting([], timer)
            future.add_done_callback(self._end_soon)
        waiter = self._loop.create_future()
        waiting.waiters.append(waiter)
        await waiter
        if future.cancelled() or not future.done():
            raise TimeoutError
        return future.result()

    def _end_soon(self, future: "Future[Any]") -> None:
        """End the wait for a future; from any thread."""
        with suppress(RuntimeError):  # the loop is closed, and nothing waits any more
            self._loop.call_soon_threadsafe(self._end, future)

    def _end(self, future: "Future[Any]") -> None:
        waiting = self._waiting.pop(future, None)
        if waiting is None:
            return
        waiting.timer.cancel()
        future.cancel()
        for waiter in waiting.waiters:
            if not waiter.done():
                waiter.set_result(None)
