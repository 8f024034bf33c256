"""Runs a coroutine in an event loop of its own, of the one kind that the program uses."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Thread
from typing import Final, ParamSpec, TypeVar

from app.domain.cancellation import Cancellation
from app.domain.errors import LoadCancelledError

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

MOST_ON_WINDOWS: Final = 512
"""How many sockets a loop can watch there, its own one among them; on other systems as many as may be open."""
_POLL_SECONDS = 0.2


def run(main: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine in a new event loop in this thread, as `asyncio.run` does.

    The loop is a selector loop on every system. That of Windows' default loses connections that it accepts while a
    server closes, whose clients then wait for ever, and closes a server whose client resets its connection before it is
    accepted (Python 3.13). It could watch any number of sockets, and run processes, which the program needs nowhere.
    """
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # noqa: TID251 - here it is decided
        if sys.platform == "win32":
            _wake_regularly(runner.get_loop())
        return runner.run(main)


def _wake_regularly(loop: asyncio.AbstractEventLoop) -> None:
    """Let Ctrl+C end the loop: on Windows a signal interrupts no wait for sockets."""
    loop.call_later(_POLL_SECONDS, _wake_regularly, loop)


def run_cancellable(work: Callable[[], Awaitable[Result]], cancellation: Cancellation) -> Result:
    """Run `work` in an event loop in this thread until it ends or is cancelled.

    In the main thread Ctrl+C ends it as well, as KeyboardInterrupt.

    Raises:
        LoadCancelledError: it was cancelled, even if too late to stop it: a cancelled caller wants no result.
    """

    async def main() -> Result:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(DaemonThreadExecutor())
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker: a coroutine always runs in a task
        with cancellation.stopping(partial(loop.call_soon_threadsafe, task.cancel)):
            return await work()

    try:
        result = run(main())
    except asyncio.CancelledError as error:
        if not cancellation.requested:
            raise
        raise LoadCancelledError from error
    if cancellation.requested:
        raise LoadCancelledError
    return result


class DaemonThreadExecutor(ThreadPoolExecutor):
    """Runs each call in a daemon thread of its own, and does not wait for it.

    An event loop resolves names in its default executor. Resolving cannot be interrupted and can take half a minute;
    `ThreadPoolExecutor` would make the end of the loop, and of the program, wait for it.
    """

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Start the call in a new thread."""
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()

        def run() -> None:
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
                future.set_exception(error)
            else:
                future.set_result(result)

        Thread(target=run, name="resolve", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001 - the base class's signature
        """Wait for no thread."""


async def run_to_the_end(work: Callable[..., Result], *arguments: object) -> Result:
    """Run what blocks outside the event loop, and wait for its end even when cancelled."""
    running = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(running)
    finally:
        await asyncio.wait((running,))
