"""Sends one GET to the carrier, with proxy, TLS and time-outs, and reads the answer piece by piece."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from app.carrier.day_request import DayRequest
from app.carrier.decompression import Body
from app.carrier.failures import Link, carrier_failures
from app.net.connections import ConnectionTrace, direct_or_proxied, server_of
from app.net.proxy import system_proxy

LEAST_PROGRESS = 1024
"""Bytes that must arrive in every `timeout_seconds` of waiting, so that a slow server times out as a silent one."""


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
