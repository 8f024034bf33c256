"""One connection: what is let through to aiohttp, when it is cut, and how it ends. It serves one request."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from aiohttp import StreamReader, web

from app.receiver.answers import MALFORMED, TOO_SLOW, UNAVAILABLE, Answer, RefusedError
from app.receiver.heads import END, flaw_of, flaw_of_start
from app.receiver.limits import Limits

_PIECE = 16 * 1024  # bytes that are read at once; asyncio's own 256 KiB for each connection are never given back
_AHEAD = 1024  # bytes that aiohttp holds before it stops to read on, besides the piece in which they came
_STAND_IN = b"GET / HTTP/1.0\r\n\r\n"
"""Handed to aiohttp in the place of a head that is refused, so that every answer leaves on the same way."""


class Crowd:
    """The connections that are open: those that wait for their answer, and those that have it and linger.

    Attributes:
        piece: what all of them read into, one at a time, as each has done with it before the event loop goes on.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.piece = memoryview(bytearray(_PIECE))
        self.waiting: set[Connection] = set()
        self.leaving: set[Connection] = set()

    def is_full(self) -> bool:
        """Tell whether who comes now is sent away."""
        return len(self.waiting) >= self.limits.connections

    def lets_linger(self) -> bool:
        """Tell whether there is room for one more who has an answer and does not hang up."""
        return len(self.leaving) < self.limits.leaving

    async def disperse(self) -> None:
        """End all of them; what is being kept may still be answered."""
        for one in list(self.waiting):
            one.interrupt(UNAVAILABLE)
        await _all([one.answered for one in self.waiting], self.limits.wait_s + self.limits.farewell_s)
        everyone = self.waiting | self.leaving
        await _all([one.closed for one in everyone], self.limits.farewell_s)
        for one in everyone:
            one.abort()
        await _all([one.closed for one in everyone], self.limits.wait_s)


async def _all(futures: "list[asyncio.Future[None]]", seconds: float) -> None:
    if futures:
        await asyncio.wait(futures, timeout=seconds)


class Connection(web.RequestHandler, asyncio.BufferedProtocol):
    """aiohttp's side of a connection, which gets to see the head once it is whole and sound.

    Attributes:
        refused_with: the answer, where there can be no other whatever else is sent.
        answered: done once the answer is written, or nobody is there to read it.
        closed: done once the connection is gone.
    """

    def __init__(
        self,
        server: web.Server,
        crowd: Crowd,
        say: Callable[[Answer], web.Response],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._limits = limits = crowd.limits
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            keepalive_timeout=0,
            lingering_time=0,
            auto_decompress=False,
            read_bufsize=_AHEAD,
            access_log=None,  # type: ignore[arg-type]  # which is how aiohttp's own runner turns it off
            max_line_size=limits.head_bytes,
            max_field_size=limits.head_bytes,
            max_headers=limits.fields + 1,
        )
        self._crowd, self._say, self._on_bug = crowd, say, on_bug
        self.refused_with: Answer | None = None
        self.answered: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self._opened_at = loop.time()
        self._head: bytearray | None = bytearray()
        self._head_deadline = loop.call_at(self._opened_at + limits.head_s, self.interrupt, TOO_SLOW)
        self._sent: StreamReader | None = None  # the body as it comes
        self._body: StreamReader | None = None  # the same once somebody reads it
        self._limit: asyncio.Timeout | None = None
        self._has_ended = False  # the client sends nothing more
        self._dropped = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or say that there are too many."""
        super().connection_made(transport)
        is_full = self._crowd.is_full()
        self._crowd.waiting.add(self)
        if is_full and not self._crowd.lets_linger():
            self.abort()
        elif is_full:
            self.interrupt(UNAVAILABLE)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget it, and a request not begun yet: aiohttp (3.14) would trip over what it clears away here."""
        if self._task_handler is not None and self._current_request is None:
            self._task_handler.cancel()
        self._head_deadline.cancel()
        self._leave_the_queue()
        self._crowd.leaving.discard(self)
        self.closed.set_result(None)
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - asyncio's signature
        """Return where the next piece goes."""
        return self._crowd.piece

    def buffer_updated(self, nbytes: int) -> None:
        """Take a piece; drop what comes after the request or its answer: aiohttp would hold on to it."""
        is_whole = self._sent is not None and self._sent.is_eof()
        if not is_whole and not self.answered.done():
            self.data_received(bytes(self._crowd.piece[:nbytes]))
            return
        self._dropped += nbytes
        if self._dropped > self._limits.dropped_bytes:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Gather the head and judge it; hand on what belongs to the request."""
        if self._head is None:
            self._hand_on(data)
            if self._is_broken():
                self.interrupt(MALFORMED)
        else:
            self._head += data
            self._judge(self._head)

    def eof_received(self) -> bool:  # type: ignore[override]  # where it is true, asyncio keeps our direction open
        """Go on with a request that is whole: its client may still listen."""
        self._has_ended = True
        if self._is_broken():
            self.interrupt(MALFORMED)
        return self._head is None and not self.answered.done()

    def interrupt(self, answer: Answer) -> None:
        """Answer this instead of reading on. What is being kept is answered as if nothing were."""
        if self._head is not None:
            self._let_through(_STAND_IN, answer)
        elif self.refused_with is None:
            self.refused_with = answer
            if self._limit is not None and not self._limit.expired():
                self._limit.reschedule(self._loop.time())

    def abort(self) -> None:
        """End it at once."""
        if self.transport is not None:
            self.transport.abort()

    @asynccontextmanager
    async def reading(self, request: web.BaseRequest) -> AsyncIterator[None]:
        """Hold the deadline for the whole request while the context is entered.

        Raises:
            RefusedError: it is over, or the connection was interrupted.
        """
        self._body = request.content
        if self._is_broken():
            self.interrupt(MALFORMED)
        if self.refused_with is not None or self.transport is None:
            raise self._refusal()
        try:
            async with asyncio.timeout_at(self._opened_at + self._limits.whole_s) as self._limit:
                yield
        except TimeoutError:
            self.interrupt(TOO_SLOW)
            raise self._refusal() from None
        finally:
            self._limit = None

    def ask_for_body(self) -> None:
        """Tell a client that waits for it that the body is wanted."""
        if self.transport is not None:
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Write the answer, and see to it that it is heard."""
        finished = await super().finish_response(request, resp, start_time)
        if self._sent is not None and self._sent.exception() is None:
            self._sent.read_nowait()  # nobody reads it any more, and the request that holds it goes much later
        self._leave_the_queue()
        may_hear = self.refused_with is not TOO_SLOW and not self._has_ended
        if self.transport is not None and may_hear and self._crowd.lets_linger():
            await self._linger(self.transport)
        return finished

    def handle_error(
        self,
        request: web.BaseRequest,  # noqa: ARG002 - aiohttp's signature
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002
    ) -> web.StreamResponse:
        """Answer what aiohttp's parser refuses, and a bug: so that the sender tries again.

        aiohttp itself would log both, with pieces of what came in, and say them to whoever asked.
        """
        if status == MALFORMED.status:
            return self._say(MALFORMED)
        self._on_bug(exc or TimeoutError())
        return self._say(UNAVAILABLE)

    def log_exception(self, *args: object, exc_info: BaseException | None = None, **_more: object) -> None:
        """Hand a bug on; aiohttp would log it."""
        self._on_bug(exc_info or RuntimeError(*args))

    def _judge(self, head: bytearray) -> None:
        end = head.find(END)
        if end < 0:
            flaw = flaw_of_start(bytes(head), self._limits)
            if flaw is not None:
                self._let_through(_STAND_IN, flaw)
        else:
            flaw = flaw_of(bytes(head[:end]), self._limits)
            self._let_through(bytes(head) if flaw is None else _STAND_IN, flaw)

    def _let_through(self, data: bytes, answer: Answer | None) -> None:
        self._head, self.refused_with = None, answer
        self._head_deadline.cancel()
        self._hand_on(data)
        self._sent = self._messages[0][1] if self._messages else None

    def _hand_on(self, data: bytes) -> None:
        super().data_received(data)
        for message, _ in self._messages:
            error = getattr(message, "exc", None)  # its traceback holds the piece, and goes round in a circle
            if error is not None:
                error.__traceback__ = None

    def _refusal(self) -> RefusedError:
        return RefusedError(self.refused_with or MALFORMED)

    def _is_broken(self) -> bool:
        """Tell whether the body can never become whole: the client has ended, or it was followed by something else.

        aiohttp does not tell who reads a body that its framing is broken (3.14); it takes it for another request.
        """
        is_whole = self._body is None or self._body.is_eof()
        return not is_whole and (self._has_ended or self._request_count > 1)

    def _leave_the_queue(self) -> None:
        self._crowd.waiting.discard(self)
        if not self.answered.done():
            self.answered.set_result(None)

    async def _linger(self, transport: asyncio.Transport) -> None:
        """Take what the client still sends, until it hangs up: closing earlier could destroy the answer on its way."""
        self._crowd.leaving.add(self)
        with suppress(OSError, RuntimeError):  # it is gone already
            transport.write_eof()
            transport.resume_reading()
        await asyncio.wait([self.closed], timeout=self._limits.linger_s)
        self.abort()
