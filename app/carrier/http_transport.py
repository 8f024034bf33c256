"""Sends one GET to the carrier, with proxy, TLS and time-outs, and reads the answer piece by piece.

It decompresses in small pieces and within limits: a few hundred bytes can decompress to gigabytes, and httpx would
decompress all that arrives at once, and every layer of it.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import httpx

from app.carrier.day_request import DayRequest
from app.carrier.failures import Link, carrier_failures, too_large
from app.domain.errors import CarrierAnswerError
from app.domain.texts import Text
from app.net.connections import ConnectionTrace, direct_or_proxied, server_of
from app.net.proxy import system_proxy

LEAST_PROGRESS = 1024
"""Bytes that must arrive in every `timeout_seconds` of waiting, so that a slow server times out as a silent one."""


MOST_BYTES: Final = 512 << 20
"""Of an answer, decompressed; a hundred thousand shipments take about a fifth of it."""
MOST_PACKED: Final = 50
"""The largest ratio of decompressed to compressed bytes; a day's manifests reach about ten."""
ALWAYS_BORNE: Final = 4 << 20
"""Decompressed bytes up to which the ratio does not matter."""
_PIECE: Final = 64 << 10
_GZIP: Final = zlib.MAX_WBITS | 16
_MAGIC: Final = b"\x1f\x8b"
_ZLIB_HEADER: Final = 0x78  # of nearly every stream of zlib; others begin with the compressed data
_TEXT_BEGINS: Final = frozenset(b'\t\n\r [{"\xef\xfe\xff<)w/')
_NO_TEXT: Final = frozenset(range(1, 32)) - frozenset(b"\t\n\r\f")
_LOOKED_AT: Final = 64  # bytes
_PLAIN: Final = ("", "identity")

_COMPRESSION = Text(
    "Error",
    "The carrier's answer is compressed in a way that cannot be read. Load again; if this continues, tell the carrier.",
)


class Body:
    """Decompresses the body of an answer.

    The bytes decide how it is compressed, as proxies decompress and leave the header, or compress and set none. What is
    neither gzip nor deflate, and looks like text, is taken as it is, whatever the header says.

    Attributes:
        found: the `Content-Encoding` header where the body is encoded in another way, or it names none that exists.
    """

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._coding = ",".join(
            one
            for one in map(str.strip, response.headers.get("Content-Encoding", "").lower().split(","))
            if one not in _PLAIN
        )
        self.found = ""

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the decompressed body in pieces, none of them empty; of 64 KiB at most where it was compressed.

        Raises:
            CarrierAnswerError: it is compressed in a way that cannot be read, or too large.
        """
        begun, unpacker, is_known = b"", None, False
        size = 0
        async for raw in self._response.aiter_raw():
            begun += raw
            if len(begun) < len(_MAGIC) and not is_known:
                continue
            if not is_known:
                unpacker, is_known = self._unpacker(begun), True
            packed, begun = begun, b""
            for piece in (packed,) if unpacker is None else unpacker.pieces(packed):
                size += len(piece)
                if size > MOST_BYTES or size > max(ALWAYS_BORNE, MOST_PACKED * self._response.num_bytes_downloaded):
                    raise too_large()
                if piece:
                    yield piece
        if begun:
            yield begun

    def _unpacker(self, begun: bytes) -> "_Unpacker | None":
        """Return what decompresses a body that begins so; None for one that is not compressed."""
        if begun.startswith(_MAGIC) and "," not in self._coding:
            self.found = "" if self._coding in ("gzip", "x-gzip") else f"gzip, declared as {self._coding or 'nothing'}"
            return _Unpacker(_GZIP)
        if self._coding == "deflate" and begun[0] not in _TEXT_BEGINS:
            return _Unpacker(zlib.MAX_WBITS if begun[0] == _ZLIB_HEADER else -zlib.MAX_WBITS)
        if self._coding:
            if not _NO_TEXT.isdisjoint(begun[:_LOOKED_AT]):
                raise CarrierAnswerError(_COMPRESSION)
            self.found = f"nothing, declared as {self._coding}"
        return None


class _Unpacker:
    """Decompresses a stream of zlib, or gzip of one member or several; other bytes after a member are padding."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._member = zlib.decompressobj(window)

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """Yield the decompressed content of some more bytes."""
        try:
            while raw:
                if self._member.eof:
                    if self._window != _GZIP or not raw.startswith(_MAGIC[:1]):
                        return
                    self._member = zlib.decompressobj(_GZIP)
                yield self._member.decompress(raw, _PIECE)
                raw = self._member.unused_data or self._member.unconsumed_tail
        except zlib.error as error:
            raise CarrierAnswerError(_COMPRESSION) from error


class IncomingAnswer:
    """An answer whose headers have arrived.

    Attributes:
        status: the HTTP status.
        location: the `Location` header, or empty.
        charset: the declared encoding of the body, in small letters, or empty.
        total: bytes of the compressed body; None where the server does not send its length.
    """

    def __init__(self, response: httpx.Response, link: Link) -> None:
        self.status = response.status_code
        self.location = response.headers.get("Location", "")
        self.charset = (response.charset_encoding or "").casefold()
        length = response.headers.get("Content-Length")
        self.total = None if length is None else int(length)
        self._response, self._link = response, link
        self._body = Body(response)
        self._pieces = self._body.pieces()
        self._waited = 0.0
        self._marked = 0

    @property
    def other_compression(self) -> str:
        """How the body is compressed where its header does not say so; else empty. Known once a piece came."""
        return self._body.found

    @property
    def received(self) -> int:
        """Bytes of the compressed body so far."""
        return self._response.num_bytes_downloaded

    async def next_piece(self) -> bytes:
        """Return some more of the body, decompressed; empty at its end.

        Raises:
            CarrierError: the connection was lost, too little arrived in time, or it cannot be decompressed.
        """
        clock = asyncio.get_running_loop().time
        started = clock()
        with carrier_failures(self._link):
            async with asyncio.timeout(self._link.timeout_seconds - self._waited):
                piece = await anext(self._pieces, b"")
        self._waited += clock() - started  # without the time that the caller takes between two pieces
        if self.received - self._marked >= LEAST_PROGRESS:
            self._marked, self._waited = self.received, 0.0
        return piece


@asynccontextmanager
async def ask(request: DayRequest, timeout_seconds: float) -> AsyncIterator[IncomingAnswer]:
    """Send the request once, and give the answer, of any status, once its headers have arrived.

    Raises:
        CarrierError: no answer came.
    """
    proxy = await asyncio.get_running_loop().run_in_executor(None, system_proxy, request.url)
    link = Link(request.server, None if proxy is None else server_of(proxy), timeout_seconds)
    async with AsyncExitStack() as connections, direct_or_proxied(proxy) as transport:
        get = httpx.Request(
            "GET",
            request.url,
            headers=request.headers,
            extensions={"timeout": httpx.Timeout(timeout_seconds).as_dict(), "trace": ConnectionTrace(connections)},
        )
        # httpx limits each read; without a limit for all, headers that arrive byte by byte would never time out.
        with carrier_failures(link):
            async with asyncio.timeout(2 * timeout_seconds):
                response = await transport.handle_async_request(get)
        try:
            yield IncomingAnswer(response, link)
        finally:
            await response.aclose()
