"""One connection: what is let through to aiohttp's parser, when it is cut, and how it ends. It serves one request.

aiohttp's server is made for many requests on a connection: its machinery around each costs more than all that is done
with it here.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import HttpRequestParser, RawRequestMessage
from aiohttp.http_exceptions import HttpProcessingError

from app.receiver.answers import MALFORMED, TOO_SLOW, UNAVAILABLE, Answer, RefusedError
from app.receiver.heads import END, flaw_of, flaw_of_start
from app.receiver.limits import Limits

_PIECE = 16 * 1024  # bytes that are read at once; asyncio's own 256 KiB for each connection are never given back
_AHEAD = 1024  # bytes that are held before no more are read, besides the piece in which they came


class Crowd:
    """The connections that are open: those that wait for their answer, and those that have it and linger.

    Attributes:
        piece: what all of them read into, one at a time, as each has done with it before the event loop goes on.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.piece = memoryview(bytearray(_PIECE))
        self.waiting: dict[Connection, None] = {}  # the oldest first
        self.leaving: set[Connection] = set()

    def has_room(self) -> bool:
        """Tell whether who comes now is let in: where it is full, the oldest one that is silent has to go."""
        if len(self.waiting) < self.limits.connections:
            return True
        oldest = next((one for one in self.waiting if one.is_silent()), None)
        if oldest is not None:
            del self.waiting[oldest]
            oldest.abort()
        return oldest is not None

    def lets_linger(self) -> bool:
        """Tell whether there is room for one more who has an answer and does not hang up."""
        return len(self.leaving) < self.limits.leaving

    def abandon(self) -> None:
        """End all of them at once, as nobody will answer any more."""
        for one in {*self.waiting, *self.leaving}:
            one.abort()

    async def disperse(self) -> None:
        """End all of them; what is being kept may still be answered."""
        for one in list(self.waiting):
            one.interrupt(UNAVAILABLE)
        await _all([one.answered for one in self.waiting], self.limits.wait_s + self.limits.farewell_s)
        everyone = {*self.waiting, *self.leaving}
        await _all([one.closed for one in everyone], self.limits.farewell_s)
        for one in everyone:
            one.abort()
        await _all([one.closed for one in everyone], self.limits.wait_s)


async def _all(futures: "list[asyncio.Future[None]]", seconds: float) -> None:
    if futures:
        await asyncio.wait(futures, timeout=seconds)


class Connection(BaseProtocol, asyncio.BufferedProtocol):
    """Gathers the head, has it parsed once it is whole and sound, and sends the answer.

    Args:
        serve: answers a request; may raise a `RefusedError`.
        say: returns an answer as it is sent, and counts it.
        on_bug: told of every other error.

    Attributes:
        refused_with: the answer, where there can be no other whatever else is sent.
        answered: done once the answer is written, or nobody is there to read it.
        closed: done once the connection is gone.
    """

    def __init__(
        self,
        crowd: Crowd,
        serve: "Callable[[RawRequestMessage, StreamReader, Connection], Awaitable[Answer]]",
        say: Callable[[Answer], bytes],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._limits = limits = crowd.limits
        loop = asyncio.get_running_loop()
        super().__init__(loop)
        self._crowd, self._serve, self._say, self._on_bug = crowd, serve, say, on_bug
        self.refused_with: Answer | None = None
        self.answered: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self._opened_at = loop.time()
        self._head: bytearray | None = bytearray()
        self._deadline = loop.call_at(self._opened_at + limits.head_s, self.interrupt, TOO_SLOW)
        self._serving: asyncio.Task[None] | None = None
        self._content: StreamReader | None = None  # the body as it comes, from the end of the head to the answer
        self._has_ended = False  # the client sends nothing more
        self._dropped = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or say that there are too many."""
        super().connection_made(transport)
        is_let_in = self._crowd.has_room()
        self._crowd.waiting[self] = None
        if not is_let_in and not self._crowd.lets_linger():
            self.abort()
        elif not is_let_in:
            self.interrupt(UNAVAILABLE)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget it; what is being kept is kept all the same."""
        super().connection_lost(exc)
        self._deadline.cancel()
        self._break_off(MALFORMED)
        self._parser = None
        self._leave_the_queue()
        self._crowd.leaving.discard(self)
        self.closed.set_result(None)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - asyncio's signature
        """Return where the next piece goes."""
        return self._crowd.piece

    def buffer_updated(self, nbytes: int) -> None:
        """Take a piece; drop what comes after the request or its answer."""
        if not self._is_whole() and not self.answered.done():
            self.data_received(bytes(self._crowd.piece[:nbytes]))
            return
        self._dropped += nbytes
        if self._dropped > self._limits.dropped_bytes:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Gather the head and judge it; hand on what belongs to the request."""
        if self._head is None:
            self._hand_on(data)
        else:
            self._head += data
            self._judge(self._head)

    def eof_received(self) -> bool:
        """Go on with a request that is whole: its client may still listen."""
        self._has_ended = True
        if self._head is not None:
            self._deadline.cancel()
        self._break_off(MALFORMED)
        return self._head is None and not self.answered.done()

    def interrupt(self, answer: Answer) -> None:
        """Answer this instead of reading on. What is being kept is answered as if nothing were."""
        if self.refused_with is not None:
            return
        self.refused_with = answer
        if self._serving is None:
            self._reply(answer)
        else:
            self._break_off(answer)

    def is_silent(self) -> bool:
        """Tell whether the head of its request has not come whole for so long that another one may take its place."""
        return self._head is not None and self._loop.time() - self._opened_at >= self._limits.silent_s

    def abort(self) -> None:
        """End it at once."""
        if self.transport is not None:
            self.transport.abort()

    def ask_for_body(self) -> None:
        """Tell a client that waits for it that the body is wanted."""
        if self.transport is not None:
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _judge(self, head: bytearray) -> None:
        end = head.find(END)
        flaw = flaw_of(bytes(head[:end]), self._limits) if end >= 0 else flaw_of_start(bytes(head), self._limits)
        if flaw is not None:
            self.interrupt(flaw)
        elif end >= 0:
            self._let_through(bytes(head))

    def _let_through(self, data: bytes) -> None:
        self._head = None
        self._deadline.cancel()
        self._parser = HttpRequestParser(
            self,
            self._loop,
            _AHEAD,
            max_line_size=self._limits.head_bytes,
            max_field_size=self._limits.head_bytes,
            max_headers=self._limits.fields + 1,
            auto_decompress=False,
        )
        self._hand_on(data)

    def _hand_on(self, data: bytes) -> None:
        """Have a piece parsed. What follows a request is never another one."""
        if self._parser is None:
            return
        try:
            messages, _, _ = self._parser.feed_data(data)
        except HttpProcessingError:  # aiohttp does not tell who reads a body that its framing is broken (3.14)
            self._parser = None
            if self._serving is None:
                self.interrupt(MALFORMED)
            self._break_off(MALFORMED)
            return
        if messages and self._serving is None:
            head, self._content = messages[0]
            self._serving = self._loop.create_task(self._attend(head, self._content))
            if not self._is_whole():
                self._deadline = self._loop.call_at(self._opened_at + self._limits.whole_s, self.interrupt, TOO_SLOW)
        elif self._is_whole():
            self._deadline.cancel()

    def _break_off(self, answer: Answer) -> None:
        """Have whoever reads the rest of a body go no further: none comes."""
        if self._content is not None and not self._is_whole():
            self._content.set_exception(RefusedError(answer))

    async def _attend(self, head: RawRequestMessage, content: StreamReader) -> None:
        try:
            answer = self.refused_with or await self._serve(head, content, self)
        except RefusedError as refused:
            answer = refused.answer
            refused.__traceback__ = None  # it holds what was read, and goes round in a circle with the body
        except Exception as error:  # noqa: BLE001 - it is handed on, and the sender tries again
            self._on_bug(error)
            answer = UNAVAILABLE
        try:
            self._reply(answer, is_bare=head.method == "HEAD")
        except Exception as error:  # noqa: BLE001 - it is handed on
            self._on_bug(error)
            self.abort()

    def _reply(self, answer: Answer, *, is_bare: bool = False) -> None:
        """Write the answer, and see to it that it is heard."""
        said = self._say(answer)
        self._deadline.cancel()
        self._head = self._parser = self._content = None  # nobody reads any of it any more
        self._leave_the_queue()
        if self.transport is None:
            return
        self.transport.write(said.partition(END)[0] + END if is_bare else said)
        if self.refused_with is not TOO_SLOW and not self._has_ended and self._crowd.lets_linger():
            self._linger(self.transport)
        else:
            self.transport.close()

    def _linger(self, transport: asyncio.Transport) -> None:
        """Take what the client still sends, until it hangs up: closing earlier could destroy the answer on its way."""
        self._crowd.leaving.add(self)
        with suppress(OSError, RuntimeError):  # it is gone already
            transport.write_eof()
            transport.resume_reading()
        self._deadline = self._loop.call_later(self._limits.linger_s, self.abort)

    def _is_whole(self) -> bool:
        """Tell whether all of the request has come; false again once it is answered."""
        return self._content is not None and self._content.is_eof()

    def _leave_the_queue(self) -> None:
        self._crowd.waiting.pop(self, None)
        if not self.answered.done():
            self.answered.set_result(None)
