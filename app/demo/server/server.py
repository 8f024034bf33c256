"""The demo carrier as an HTTP server on loopback, in a thread with its own event loop."""

import asyncio
import errno
import ssl
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from app.demo.day.day_schedule import DaySchedule
from app.demo.sending.notifier import Notifier, ShowMessage
from app.demo.sending.sender import Report, Sender
from app.demo.server.api import application
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.access.credentials import CarrierCredentials
from app.domain.errors import PortTakenError
from app.domain.texts import Text
from app.net.event_loop import run

_HOST = "127.0.0.1"
_SHUTDOWN_SECONDS = 0.2  # for answers in progress when the server stops


@dataclass(frozen=True)
class _Running:
    """Objects of the server's thread while it listens."""

    url: str
    loop: asyncio.AbstractEventLoop
    stopped: asyncio.Event
    notifier: Notifier

    async def notify(self, options: NotifyOptions, tls: ssl.SSLContext, show_message: ShowMessage) -> None:
        self.notifier.notify(options, tls, show_message)


class CarrierServer:
    """The demo carrier; it listens while its context is entered.

    Args:
        options: properties of the days.
        credentials: the only accepted ones; None accepts every UUID as a token, with any user.
        now: the current time at the site.
        port: port to listen on; 0: a free one.
        clock: a monotonic clock in seconds; today's visits close by it, from the entering of the context.

    Attributes:
        url: the `base_url` of the contract; empty while it does not listen.
    """

    def __init__(
        self,
        options: DayOptions,
        credentials: CarrierCredentials | None,
        *,
        now: Callable[[], datetime],
        port: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url = ""
        self._report = Report()
        self._options, self._credentials, self._port = options, credentials, port
        self._now, self._clock = now, clock

    def __enter__(self) -> Self:
        """Start to listen.

        Raises:
            PortTakenError: another program uses the port.
        """
        listening: Future[_Running] = Future()
        self._thread = ThreadPoolExecutor(1, "demo-carrier")
        self._ended = self._thread.submit(run, self._serve(listening))
        either: list[Future[Any]] = [listening, self._ended]
        wait(either, return_when=FIRST_COMPLETED)
        if not listening.done():
            self._thread.shutdown()
            self._ended.result()
        self._running = listening.result()
        self.url = self._running.url
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop listening, cut off answers in progress, and return when the thread has ended."""
        self.url = ""
        if self.is_running:
            self._running.loop.call_soon_threadsafe(self._running.stopped.set)
        self._thread.shutdown()
        self._ended.result()

    @property
    def is_running(self) -> bool:
        """Whether it still listens; only a bug ends it early, and is raised when the context is left."""
        return not self._ended.done()

    @property
    def report(self) -> Report:
        """Counts of the notifications since the context was entered."""
        return replace(self._report)

    def notify(self, options: NotifyOptions, show_message: ShowMessage = lambda _: None) -> None:
        """Notify a receiver, from now on, of each visit that closes today, for every carrier that was requested.

        Can be called from any thread, and again with other options; pending notifications still go to the previous
        receiver.

        Args:
            options: the receiver.
            show_message: called in the server's thread with a sentence about each notification given up.

        Raises:
            SettingsError: the certificates cannot be read, or the carrier has no visits.
        """
        notifying = self._running.notify(options, options.tls(), show_message)
        asyncio.run_coroutine_threadsafe(notifying, self._running.loop).result()

    async def _serve(self, listening: Future[_Running]) -> None:
        stopped = asyncio.Event()
        schedule = DaySchedule(self._options, self._clock, self._now)
        sender = Sender()
        self._report = sender.report
        notifier = Notifier(schedule, self._options, sender, self._clock)
        runner = web.AppRunner(
            application(schedule, self._credentials), access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS
        )
        await runner.setup()
        try:
            await self._listen(runner)
            url = f"http://{_HOST}:{runner.addresses[0][1]}"
            async with asyncio.TaskGroup() as group:
                notifying = group.create_task(notifier.run())
                listening.set_result(_Running(url, asyncio.get_running_loop(), stopped, notifier))
                await stopped.wait()
                notifying.cancel()
        finally:
            await _closed(runner)

    async def _listen(self, runner: web.AppRunner) -> None:
        try:
            await web.TCPSite(runner, _HOST, self._port).start()
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            text = Text("Error", "Port {port} is taken by another program, or reserved. Choose another port.")
            raise PortTakenError(text.filled(port=self._port)) from error


async def _closed(runner: web.AppRunner) -> None:
    """Close everything, and abort connections whose client does not read: closing them would wait for the client."""
    connections = runner.server.connections if runner.server else []
    transports = [connection.transport for connection in connections if connection.transport]
    await runner.cleanup()
    for transport in transports:
        transport.abort()
