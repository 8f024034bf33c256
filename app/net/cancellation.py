"""Stopping a load from outside, at whatever it waits for."""

from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import RLock, Thread
from typing import ParamSpec, TypeVar

from app.domain.errors import LoadCancelledError

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class Cancellation:
    """The handle by which one load is stopped: once and for good, from any thread, also before it began."""

    def __init__(self) -> None:
        self._lock = RLock()  # re-entrant: a signal handler may cancel while this very thread holds it
        self._stop: Callable[[], object] | None = None
        self.requested = False

    def cancel(self) -> None:
        """Stop the load at once; it raises `LoadCancelledError`. May be called as often as one likes."""
        with self._lock:
            self.requested = True
            if self._stop is not None:
                self._stop()

    @contextmanager
    def stopping(self, stop: Callable[[], object]) -> Iterator[None]:
        """Have `stop` called by `cancel` while the context lasts, at once where that was before."""
        with self._lock:
            self._stop = stop
            if self.requested:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stop = None


def run_cancellable(work: Callable[[], Awaitable[Result]], cancellation: Cancellation) -> Result:
    """Run `work` in an event loop of its own in this thread, until it is done or cancelled.

    In the main thread Ctrl+C ends it as well, as KeyboardInterrupt.

    Raises:
        LoadCancelledError: it was cancelled, even if too late to stop it: whoever cancelled wants no result.
    """
    import asyncio  # noqa: PLC0415 - the window knows the handle long before anything runs in a loop

    async def main() -> Result:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(UnwaitedThreads())
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker: a coroutine always runs in a task
        with cancellation.stopping(partial(loop.call_soon_threadsafe, task.cancel)):
            return await work()

    try:
        result = asyncio.run(main())
    except asyncio.CancelledError as error:
        if not cancellation.requested:
            raise
        raise LoadCancelledError from error
    if cancellation.requested:
        raise LoadCancelledError
    return result


class UnwaitedThreads(ThreadPoolExecutor):
    """Runs each call in a daemon thread that nobody waits for.

    An event loop looks up names in its default executor. A look-up cannot be interrupted and can take half a minute;
    the usual executor would make the end of the loop, and of the program, wait for it.
    """

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Start the call."""
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()

        def run() -> None:
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
                future.set_exception(error)
            else:
                future.set_result(result)

        Thread(target=run, name="look-up", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001 - as the class above has it
        """Wait for nothing."""
