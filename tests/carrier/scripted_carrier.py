"""A real HTTP server that sends scripted answers, well-formed or not."""

import asyncio
import queue
import ssl
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from types import TracebackType
from typing import Self

DEADLINE = 60.0
"""Seconds after which a test gives up waiting for what should come at once."""


@dataclass
class Conversation:
    """One connection, and the head of the request that came over it."""

    line: str
    headers: Mapping[str, str]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def until_gone(self) -> None:
        """Say nothing more until the client hangs up."""
        await self.reader.read()

    async def drip(self, data: bytes, seconds: float) -> None:
        """Send one byte after the other, with a pause before each, until the client hangs up."""
        gone = asyncio.ensure_future(self.reader.read())
        for byte in data:
            await asyncio.wait([gone], timeout=seconds)
            if gone.done():
                return
            await self.send(bytes([byte]))
        await gone


Script = Callable[[Conversation], Awaitable[None]]


def says(
    status: int, body: bytes = b"", headers: Mapping[str, str] | None = None, *, length: int | None = None
) -> Script:
    """Answer in one go, then hang up. `length` is what is claimed, where that differs from the truth."""

    async def script(conversation: Conversation) -> None:
        lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body) if length is None else length}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        await conversation.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    return script


def says_to(token: str, body: bytes) -> Script:
    """Answer 200 to a request with this token, and 401 to any other."""

    async def script(conversation: Conversation) -> None:
        is_right = conversation.headers.get("authorization-token") == token
        await (says(200, body) if is_right else says(401))(conversation)

    return script


def in_pieces(*pieces: bytes) -> Script:
    """Answer 200 with a chunked body, one chunk a piece."""

    async def script(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in pieces:
            await conversation.send(b"%x\r\n%s\r\n" % (len(piece), piece))
        await conversation.send(b"0\r\n\r\n")

    return script


def raw(data: bytes) -> Script:
    """Send these bytes, then hang up."""

    async def script(conversation: Conversation) -> None:
        await conversation.send(data)

    return script


async def says_nothing(conversation: Conversation) -> None:
    await conversation.until_gone()


class ScriptedCarrier:
    """Listens on loopback while its context is entered; the n-th request gets the n-th script, later ones the last.

    Attributes:
        requests: line and headers (names in small letters) of each request so far.
        arrived: the same, one by one, to wait for a request.
        connected: one None for each connection, before anything was read from it.

    With a `greeting` it sends just that to each client, whatever the client sends, and nothing more.
    """

    def __init__(self, *scripts: Script, tls: ssl.SSLContext | None = None, greeting: bytes | None = None) -> None:
        self._scripts, self._tls, self._greeting = scripts, tls, greeting
        self.requests: list[Conversation] = []
        self.arrived: queue.Queue[Conversation] = queue.Queue()
        self.connected: queue.Queue[None] = queue.Queue()

    def __enter__(self) -> Self:
        listening: Future[tuple[int, Callable[[], object]]] = Future()
        self._thread = Thread(target=asyncio.run, args=[self._serve(listening)])
        self._thread.start()
        self.port, self._stop = listening.result(DEADLINE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop()
        self._thread.join(DEADLINE)

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    async def _serve(self, listening: Future[tuple[int, Callable[[], object]]]) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._converse, "127.0.0.1", 0, ssl=self._tls)
        port = server.sockets[0].getsockname()[1]
        listening.set_result((port, lambda: loop.call_soon_threadsafe(stopped.set)))
        await stopped.wait()
        server.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connected.put(None)
        try:
            if self._greeting is not None:
                writer.write(self._greeting)
                await reader.read()
                return
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *fields = head.strip().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
            conversation = Conversation(line, headers, reader, writer)
            script = self._scripts[min(len(self.requests), len(self._scripts) - 1)]
            self.requests.append(conversation)
            self.arrived.put(conversation)
            await script(conversation)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client hung up first, or the test is over
        finally:
            writer.close()
