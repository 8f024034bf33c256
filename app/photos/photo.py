"""One picture, from the address that a visit names to its bytes in memory."""

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from threading import Lock
from typing import Any

import httpx
import truststore

from app import __version__
from app.domain.errors import PhotoError
from app.photos import failures
from app.photos.addresses import LookUp, addresses_of, asked, is_example, is_public

_MEGABYTE = 1_000_000
_LAST_PORT = 65535
_HOST = re.compile(rb"[A-Za-z0-9._:-]+")
_PNG, _JPEG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"WEBP"
_SIGNATURE = 12
"""Bytes that tell what a file is."""


@dataclass(frozen=True)
class Rules:
    """What a photo has to keep to.

    Attributes:
        allows: whether an address may be connected to; all addresses of a host have to be allowed.
        look_up: gives a host's addresses. It is asked once, and what it says is what is connected to.
        trust: whom TLS trusts; the system's trust store where None.
        seconds: for everything, from the look-up to the last byte.
        largest: bytes.
    """

    allows: Callable[[str], bool] = is_public
    look_up: LookUp = addresses_of
    trust: ssl.SSLContext | None = None
    seconds: float = 10.0
    largest: int = 10 * _MEGABYTE


class Photo:
    """Fetches the picture behind an address: by https, directly, from the public internet, with one GET.

    The request goes through no proxy, which would look up the name once more and connect to whatever it finds. It
    carries no credentials, no cookies and no referrer, and follows no redirect. Nothing is written to disk or logged.
    """

    def __init__(self, url: str, rules: Rules | None = None) -> None:
        """Take an address as it was sent; what is wrong with it is said when it is fetched."""
        self._address, self._rules = url, rules or Rules()
        self._lock = Lock()
        self._stop: Callable[[], object] | None = None
        self._is_cancelled = self._is_connected = False

    def fetch(self) -> bytes | None:
        """Fetch it. Blocks: call it in a worker.

        Returns:
            A file that begins as a PNG, JPEG or WebP picture does; None where it was cancelled.

        Raises:
            PhotoError: it cannot be had by the rules.
        """
        url = _checked(self._address)
        try:
            return asyncio.run(self._run(url, _host(url)))
        except asyncio.CancelledError:
            return None

    def cancel(self) -> None:
        """Stop it at once; from any thread, before, while and after it is fetched."""
        with self._lock:
            self._is_cancelled = True
            if self._stop is not None:
                self._stop()

    async def _run(self, url: httpx.URL, host: str) -> bytes:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None  # noqa: S101 - for the type checker: a coroutine always runs in a task
        with self._lock:
            self._stop = lambda: loop.call_soon_threadsafe(task.cancel)
            if self._is_cancelled:
                task.cancel()
        try:
            async with asyncio.timeout(self._rules.seconds):
                return await self._exchange(url, host)
        except TimeoutError as error:
            text = failures.TIMEOUT.filled(host=host, seconds=f"{self._rules.seconds:g}")
            raise PhotoError(text) from error
        except (httpx.TransportError, ssl.SSLError, OSError) as error:
            raise failures.by_error(error, host, is_connected=self._is_connected) from error
        finally:
            with self._lock:
                self._stop = None

    async def _exchange(self, url: httpx.URL, host: str) -> bytes:
        """Ask at each of the host's addresses until one takes the connection."""
        addresses = await self._addresses(host, url.port or 443)
        clock = asyncio.get_running_loop().time
        end = clock() + self._rules.seconds
        for left in range(len(addresses), 1, -1):
            try:
                return await self._ask(url, host, addresses[-left], (end - clock()) / left)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if self._is_connected:
                    raise
        return await self._ask(url, host, addresses[-1], self._rules.seconds)

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = await asyncio.wrap_future(asked(self._rules.look_up, host, port))
        except OSError as error:
            raise PhotoError(failures.NO_SUCH_HOST.filled(host=host)) from error
        if not found:
            raise PhotoError(failures.NO_SUCH_HOST.filled(host=host))
        if not all(map(self._rules.allows, found)):
            raise PhotoError(failures.NOT_PUBLIC.filled(host=host))
        return found

    async def _ask(self, url: httpx.URL, host: str, address: str, patience: float) -> bytes:
        """Connect to this very address, as the host that was named; read the answer as far as it is a picture."""
        async with AsyncExitStack() as connections:
            request = httpx.Request(
                "GET",
                url.copy_with(host=address),
                headers={
                    "Host": url.netloc.decode("ascii"),
                    "Accept": "image/webp, image/png, image/jpeg",
                    "Accept-Encoding": "identity",
                    "User-Agent": f"despacho/{__version__}",
                },
                extensions={
                    "sni_hostname": host,
                    "timeout": {"connect": patience},
                    "trace": self._watching(connections),
                },
            )
            trust = self._rules.trust or truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            transport = await connections.enter_async_context(httpx.AsyncHTTPTransport(verify=trust, trust_env=False))
            response = await transport.handle_async_request(request)
            connections.push_async_callback(response.aclose)
            if response.status_code != httpx.codes.OK:
                raise failures.by_status(response.status_code, host)
            return await self._body(response, host)

    async def _body(self, response: httpx.Response, host: str) -> bytes:
        largest = self._rules.largest
        too_large = PhotoError(failures.TOO_LARGE.filled(megabytes=f"{largest / _MEGABYTE:g}"))
        if int(response.headers.get("Content-Length", 0)) > largest:
            raise too_large
        body, is_told = bytearray(), False
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > largest:
                raise too_large
            if not is_told and len(body) >= _SIGNATURE:
                is_told = True
                _check_signature(body, host)
        _check_signature(body, host)
        return bytes(body)

    def _watching(self, connections: AsyncExitStack) -> Callable[[str, Mapping[str, Any]], Awaitable[None]]:
        """Note the connection, and close it: httpcore 1.0.9 leaves one open that is cancelled in its handshake."""

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event == "connection.connect_tcp.complete":
                self._is_connected = True
                connections.push_async_callback(info["return_value"].aclose)

        return trace


def _checked(address: str) -> httpx.URL:
    """Return an address that may be asked.

    Raises:
        PhotoError: it may not.
    """
    try:
        url = httpx.URL(address.strip())
    except (httpx.InvalidURL, UnicodeError) as error:  # the latter of half a surrogate pair
        raise PhotoError(failures.NO_ADDRESS) from error
    if url.scheme == "http":
        raise PhotoError(failures.NOT_HTTPS)
    if url.scheme != "https" or not _HOST.fullmatch(url.raw_host) or url.userinfo or (url.port or 0) > _LAST_PORT:
        raise PhotoError(failures.NO_ADDRESS)
    if is_example(_host(url)):
        raise PhotoError(failures.EXAMPLE.filled(host=_host(url)))
    return url


def _host(url: httpx.URL) -> str:
    """Return the name as it is looked up: `url.host` fails where that stands for no word (`xn--ls8h.la`)."""
    return url.raw_host.decode("ascii")


def _check_signature(file: bytearray, host: str) -> None:
    is_webp = file[:4] == _RIFF and file[8:_SIGNATURE] == _WEBP
    if len(file) < _SIGNATURE or not (is_webp or file.startswith((_PNG, _JPEG))):
        raise PhotoError(failures.NOT_A_PICTURE.filled(host=host))
