"""Fetches one photo from the address that a visit names into memory, and has it decoded."""

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from app import __version__
from app.domain.cancellation import Cancellation
from app.domain.decoded_picture import DecodedPicture
from app.domain.errors import LoadCancelledError, PhotoError, PhotoUnreachableError
from app.net.addresses import Resolver, is_public, resolve, system_resolver
from app.net.connections import PinnedConnection, host_of, http_url
from app.net.event_loop import run_cancellable
from app.photos import failures
from app.photos.decoder_protocol import MOST_PIXELS, SIGNATURE_BYTES, format_of
from app.photos.decoding import Decoder, decode

_EXAMPLES = ("example", "example.com", "example.net", "example.org", "invalid", "test")
"""Names that never lead anywhere (RFC 2606, RFC 6761)."""
_MEGABYTE = 1_000_000
_HEADERS = {
    "Accept": "image/webp, image/png, image/jpeg",
    "Accept-Encoding": "identity",
    "User-Agent": f"despacho/{__version__}",
}


def photo_url(address: str) -> httpx.URL:
    """Return an address as the URL to request.

    Raises:
        PhotoError: it is no https URL, holds a user, or names a host that is an example.
    """
    url = http_url(address)
    if url is None:
        raise PhotoError(failures.NO_ADDRESS)
    if url.scheme != "https":
        raise PhotoError(failures.NOT_HTTPS)
    if is_example(host_of(url)):
        raise PhotoError(failures.EXAMPLE.filled(host=host_of(url)))
    return url


def is_example(host: str) -> bool:
    """Tell whether a name is one of those reserved for examples."""
    name = host.rstrip(".").lower()
    return any(name == one or name.endswith(f".{one}") for one in _EXAMPLES)


@dataclass(frozen=True)
class Rules:
    """The limits for fetching a photo.

    Attributes:
        allows: tells whether an address may be connected to; it must allow all addresses of the host.
        resolver: called once; only what it returns is connected to.
        trust: what TLS trusts; the system's trust store where None.
        seconds: for everything, from resolving to the last byte.
        largest: bytes.
        most_pixels: of the picture; it is not decoded if it has more.
    """

    allows: Callable[[str], bool] = is_public
    resolver: Resolver = system_resolver
    trust: ssl.SSLContext | None = None
    seconds: float = 10.0
    largest: int = 10 * _MEGABYTE
    most_pixels: int = MOST_PIXELS


class Photo:
    """Fetches the photo at an address: by https, directly, from the public internet, with one GET.

    The request carries no credentials, no cookies and no referrer. Nothing is written to disk or logged.
    """

    def __init__(self, url: str, rules: Rules | None = None) -> None:
        """Take the address as it was sent; `fetch` checks it."""
        self._address, self._rules = url, rules or Rules()
        self._cancellation = Cancellation()

    def fetch(self) -> bytes | None:
        """Fetch the photo. Blocks: call it in a worker.

        Returns:
            A file that starts as a PNG, JPEG or WebP picture does; None after a cancellation.

        Raises:
            PhotoError: the rules do not allow it, or it could not be fetched.
        """
        url = photo_url(self._address)
        try:
            return run_cancellable(lambda: self._run(url), self._cancellation)
        except LoadCancelledError:
            return None

    def read(self) -> DecodedPicture | None:
        """Fetch the photo and decode it, in a process of its own. Blocks: call it in a worker.

        Returns:
            The picture; None after a cancellation.

        Raises:
            PhotoError: the rules do not allow it, or it could not be fetched or decoded.
        """
        file = self.fetch()
        if file is None:
            return None
        try:
            return decode(file, self._cancellation, Decoder(most_pixels=self._rules.most_pixels))
        except LoadCancelledError:
            return None

    def cancel(self) -> None:
        """Cancel at once, and end the decoder; from any thread, also before and after `read`."""
        self._cancellation.cancel()

    async def _run(self, url: httpx.URL) -> bytes:
        host, deadline = host_of(url), asyncio.get_running_loop().time() + self._rules.seconds
        connection = PinnedConnection(self._rules.trust)
        try:
            async with asyncio.timeout_at(deadline):
                addresses = await self._resolve(host, url.port or 0)
                request = httpx.Request("GET", url, headers=_HEADERS)
                async with connection.send(request, addresses, deadline) as response:
                    if response.status_code != httpx.codes.OK:
                        raise failures.by_status(response.status_code, host)
                    return await self._read(response, host)
        except TimeoutError as error:
            text = failures.TIMEOUT.filled(host=host, seconds=f"{self._rules.seconds:g}")
            raise PhotoUnreachableError(text) from error
        except (httpx.TransportError, ssl.SSLError, OSError) as error:
            raise failures.by_error(error, host, is_connected=connection.is_connected) from error

    async def _resolve(self, host: str, port: int) -> list[str]:
        try:
            addresses = await resolve(host, port, self._rules.resolver)
        except OSError as error:
            raise PhotoUnreachableError(failures.NO_SUCH_HOST.filled(host=host)) from error
        if not addresses:
            raise PhotoUnreachableError(failures.NO_SUCH_HOST.filled(host=host))
        if not all(map(self._rules.allows, addresses)):
            raise PhotoUnreachableError(failures.NOT_PUBLIC.filled(host=host))
        return addresses

    async def _read(self, response: httpx.Response, host: str) -> bytes:
        """Return the body, read only while it can be a picture that is not too large."""
        largest = self._rules.largest
        too_large = PhotoError(failures.TOO_LARGE.filled(megabytes=f"{largest / _MEGABYTE:g}"))
        if int(response.headers.get("Content-Length", 0)) > largest:
            raise too_large
        body, is_checked = bytearray(), False
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > largest:
                raise too_large
            if not is_checked and len(body) >= SIGNATURE_BYTES:
                is_checked = True
                check_signature(body, host)
        check_signature(body, host)
        return bytes(body)


def check_signature(file: bytes | bytearray, host: str) -> None:
    """Check that a file starts as a picture does.

    Raises:
        PhotoError: it does not.
    """
    if not format_of(file):
        raise PhotoError(failures.NOT_A_PICTURE.filled(host=host))
