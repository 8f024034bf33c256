"""The demo carrier as an HTTP server on loopback, in a thread with its own event loop."""

import asyncio
import errno
import json
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Self

from aiohttp import web
from aiohttp.typedefs import Handler

from app.demo.day.day_schedule import DaySchedule
from app.demo.sender import Notifier, Report, Sender, ShowMessage
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.errors import PortTakenError
from app.domain.texts import Text
from app.net.event_loop import run

_UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_CARRIER = re.compile(r"[A-Za-z0-9._-]{1,40}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PATH = "/v2/planillas-envios"
_HOST = "127.0.0.1"
_SHUTDOWN_SECONDS = 0.2  # for answers in progress when the server stops


def check_caller(request: web.Request, credentials: CarrierCredentials | None) -> None:
    """Check the request's credentials; without `credentials`, accept any token in the contract's format.

    Raises:
        web.HTTPUnauthorized: a header is missing, repeated or wrong.
    """
    token = _only(request.headers.getall("Authorization-Token", []))
    user = _only(request.headers.getall("Authorization-User", []))
    if credentials is None:
        known = _UUID.fullmatch(token) is not None and bool(user.strip())
    else:
        known = (token, user) == (credentials.token, credentials.user)
    if not known:
        raise web.HTTPUnauthorized(text="Token o usuario inválido")


def read_day(request: web.Request) -> Day:
    """Return the requested carrier code and date.

    Raises:
        web.HTTPBadRequest: a parameter is missing, repeated or malformed.
    """
    carrier = _only(request.query.getall("codigoCarrier", []))
    day = _only(request.query.getall("fecha", []))
    if not _CARRIER.fullmatch(carrier):
        raise web.HTTPBadRequest(text="codigoCarrier inválido")
    if not _DATE.fullmatch(day):
        raise web.HTTPBadRequest(text="fecha inválida")
    try:
        return Day(carrier, date.fromisoformat(day))
    except ValueError as error:
        raise web.HTTPBadRequest(text="fecha inválida") from error


def _only(values: Sequence[str]) -> str:
    """Return the only value, or an empty text if there is none or more than one."""
    return values[0] if len(values) == 1 else ""


def application(schedule: DaySchedule, credentials: CarrierCredentials | None) -> web.Application:
    """Return the web application that answers from a schedule; without credentials it accepts any."""

    async def manifests(request: web.Request) -> web.StreamResponse:
        check_caller(request, credentials)
        pieces = await schedule.answer(read_day(request))
        if pieces is None:
            raise web.HTTPNotFound(text="No existe planilla para los parámetros dados")
        response = web.StreamResponse(headers={"Content-Type": "application/json; charset=utf-8"})
        await response.prepare(request)
        with suppress(ConnectionError):  # the client has disconnected
            for piece in pieces:
                await response.write(piece)
            await response.write_eof()
        return response

    app = web.Application(middlewares=[_errors_as_json])
    app.router.add_get(_PATH, manifests, allow_head=False)
    return app


@web.middleware
async def _errors_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Give every error a small JSON body; the contract does not describe it."""
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        refusal.text = json.dumps({"codigo": refusal.status, "mensaje": refusal.text}, ensure_ascii=False)
        refusal.content_type = "application/json"
        raise


@dataclass(frozen=True)
class _Running:
    """Objects of the server's thread while it listens."""

    url: str
    loop: asyncio.AbstractEventLoop
    stopped: asyncio.Event
    notifier: Notifier

    async def notify(self, options: NotifyOptions, show_message: ShowMessage) -> None:
        self.notifier.notify(options, show_message)


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

    def __exit__(self, *_: object) -> None:
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
        receiver. `show_message` is called in the server's thread with a sentence about each notification given up.

        Raises:
            SettingsError: the carrier has no visits.
        """
        notifying = self._running.notify(options, show_message)
        asyncio.run_coroutine_threadsafe(notifying, self._running.loop).result()

    async def _serve(self, listening: Future[_Running]) -> None:
        stopped = asyncio.Event()
        schedule = DaySchedule(self._options, self._clock, self._now)
        sender = Sender()
        self._report = sender.report
        notifier = Notifier(schedule, sender)
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
