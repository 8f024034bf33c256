"""The demo carrier as a server on loopback, in a thread with an event loop of its own."""

import asyncio
import errno
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from app.demo.almanac import Almanac
from app.demo.api import application
from app.demo.options import DayOptions
from app.domain.credentials import CarrierCredentials
from app.domain.errors import PortTakenError
from app.domain.texts import Text

_HOST = "127.0.0.1"
_LAST_WORDS = 0.2  # seconds that an answer under way may still take when the server stops


class CarrierServer:
    """The demo carrier, listening while its context is entered.

    Args:
        options: how the days look.
        credentials: the only ones that are let in; None lets in every UUID as a token, with any user.
        now: the site's time, which tells what day it is.
        port: 0 takes a free one.
        clock: seconds that only go forward; today's visits close by it, from when the context is entered.

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
        self._options, self._credentials, self._port = options, credentials, port
        self._now, self._clock = now, clock

    def __enter__(self) -> Self:
        """Begin to listen.

        Raises:
            PortTakenError: the port is somebody else's.
        """
        listening: Future[tuple[str, Callable[[], object]]] = Future()
        self._thread = ThreadPoolExecutor(1, "demo-carrier")
        self._ended = self._thread.submit(asyncio.run, self._serve(listening))
        either: list[Future[Any]] = [listening, self._ended]
        wait(either, return_when=FIRST_COMPLETED)
        if not listening.done():
            self._thread.shutdown()
            self._ended.result()
        self.url, self._stop = listening.result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop listening, cut off answers under way, and return when the thread has ended."""
        self.url = ""
        self._stop()
        self._thread.shutdown()
        self._ended.result()

    async def _serve(self, listening: Future[tuple[str, Callable[[], object]]]) -> None:
        stopped = asyncio.Event()
        almanac = Almanac(self._options, self._clock, self._now)
        app = application(almanac, self._credentials)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LAST_WORDS)
        await runner.setup()
        try:
            await self._listen(runner)
            url = f"http://{_HOST}:{runner.addresses[0][1]}"
            listening.set_result((url, partial(asyncio.get_running_loop().call_soon_threadsafe, stopped.set)))
            await stopped.wait()
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
    """End everything, the connections of clients too that do not read: a transport that is closed waits for them."""
    connections = runner.server.connections if runner.server else []
    transports = [connection.transport for connection in connections if connection.transport]
    await runner.cleanup()
    for transport in transports:
        transport.abort()
