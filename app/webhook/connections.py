"""The open connections: how many there may be, and how long each has for its first request."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import HttpProcessingError, RawRequestMessage

from app.webhook.limits import Limits

_SWEEPS = 10  # until a connection without a head is closed
_UNPARSED = "UNKNOWN"  # the method by which aiohttp answers 400 to what it could not parse
_TO_SPARE = 0.5  # seconds for which a stop waits beyond the longest time that a request may take


class _Connection(web.RequestHandler):
    """A connection whose client may close its half behind a request, and is answered all the same."""

    __slots__ = ("_serving",)

    def __init__(
        self, server: web.Server, serving: Mapping[web.RequestHandler, web.BaseRequest], options: Mapping[str, Any]
    ) -> None:
        super().__init__(server, loop=asyncio.get_running_loop(), **options)
        self._serving = serving

    def eof_received(self) -> bool:  # type: ignore[override]  # asyncio asks for it, and aiohttp never answers
        """Tell whether to keep the connection: until a request that arrived whole is answered."""
        request = self._serving.get(self)
        if request is None or not request.content.is_eof():
            return False
        self.close()  # after the answer
        return True


class OpenConnections:
    """The HTTP server of aiohttp, with limits that it does not have: a time for heads, a number of connections.

    Call it for the protocol of a new connection, as `loop.create_server` does.

    Args:
        handle: returns the response to a request; raises nothing.
        on_malformed: called for each request that could not be parsed, or whose head did not arrive in time.
        on_bug: called with each error of the server itself.
    """

    def __init__(
        self,
        handle: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
        limits: Limits,
        *,
        on_malformed: Callable[[], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._handle, self._limits, self._on_malformed = handle, limits, on_malformed
        self._loop = asyncio.get_running_loop()
        self._silent: dict[web.RequestHandler, int] = {}  # without a whole head yet: how many sweeps each has seen
        self._serving: dict[web.RequestHandler, web.BaseRequest] = {}
        self._server = web.Server(self._serve, request_factory=self._new_request)
        self._options = {
            "access_log": None,
            "auto_decompress": False,
            "keepalive_timeout": limits.idle_s,
            "lingering_time": limits.linger_s,
            "logger": _server_log(on_malformed, on_bug),
            "max_field_size": limits.line_bytes,
            "max_headers": limits.fields,
            "max_line_size": limits.line_bytes,
            "read_bufsize": limits.read_bytes,
            "tcp_keepalive": False,  # each connection has a time-out of its own
        }
        self._sweep_every = limits.head_s / _SWEEPS
        self._next_sweep = self._loop.call_later(self._sweep_every, self._sweep)

    def __call__(self) -> web.RequestHandler:
        """Return the protocol of a new connection, for which another one may have to be closed."""
        connection = _Connection(self._server, self._serving, self._options)
        self._silent[connection] = 0
        self._loop.call_soon(self._make_room)  # before `connection_made`, and after those that were accepted earlier
        return connection

    async def close(self) -> None:
        """Close idle connections, then the others once their request is answered."""
        self._next_sweep.cancel()
        self._server.pre_shutdown()
        await self._server.shutdown(self._limits.wait_s + _TO_SPARE)

    def abort(self) -> None:
        """Close all connections at once, since no request will be answered any more."""
        self._next_sweep.cancel()
        for one in self._server.connections:
            one.force_close()

    def _new_request(
        self,
        message: RawRequestMessage,
        content: StreamReader,
        connection: web.RequestHandler,
        writer: AbstractStreamWriter,
        task: "asyncio.Task[None]",
    ) -> web.BaseRequest:
        self._silent.pop(connection, None)
        if message.method == _UNPARSED:
            connection.close()  # else each further piece is one more error that holds what was received (aiohttp 3.14)
        request = web.BaseRequest(message, content, connection, writer, task, self._loop)
        self._serving[connection] = request
        return request

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        try:
            return await self._handle(request)
        finally:
            self._serving.pop(request.protocol, None)

    def _make_room(self) -> None:
        """Close the oldest connection without a head, else the oldest that serves no request, where all are taken."""
        if len(self._server.connections) < self._limits.connections:
            return
        connected = [one for one in self._server.connections if one.connected]
        idle = [one for one in connected if one not in self._serving]
        oldest = next((one for one in idle if one in self._silent), next(iter(idle), None))
        if oldest is not None and len(connected) >= self._limits.connections:
            oldest.force_close()

    def _sweep(self) -> None:
        """Close connections that still have sent no whole head.

        Sweeps are counted, not seconds: while the process stands still, heads wait unread and no time passes.
        """
        due = self._next_sweep.when() + self._sweep_every
        self._next_sweep = self._loop.call_at(max(due, self._loop.time()), self._sweep)
        alive = set(self._server.connections)
        self._silent = {one: seen + 1 for one, seen in self._silent.items() if one in alive or not seen}
        for one in [one for one, seen in self._silent.items() if seen > _SWEEPS]:
            del self._silent[one]
            one.force_close()
            self._on_malformed()


def _server_log(on_malformed: Callable[[], None], on_bug: Callable[[BaseException], None]) -> logging.Logger:
    """Return a logger that is no part of the program's log: what aiohttp says can repeat a head with its token.

    Args:
        on_malformed: called for each request that aiohttp could not parse and answered 400.
        on_bug: called with each error that has another cause.
    """
    log = logging.Logger("webhook")  # noqa: LOG001 - one by `getLogger` would write to the program's log
    log.addFilter(partial(_handle, on_malformed=on_malformed, on_bug=on_bug))
    return log


def _handle(
    record: logging.LogRecord, *, on_malformed: Callable[[], None], on_bug: Callable[[BaseException], None]
) -> bool:
    """Handle a record, and return false, so that no handler gets it."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        error.__traceback__ = None  # it refers to the connection, which refers to the error (aiohttp 3.14)
        on_malformed()
    elif error is not None:
        on_bug(error)
    return False
