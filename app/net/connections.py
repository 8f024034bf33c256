"""Connections to HTTP servers: pinned addresses, and closing whatever was opened."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx

from app.net.trust import system_trust

_HOST = re.compile(r"[A-Za-z0-9._:-]+")
_LAST_PORT = 65535


def http_url(text: str) -> httpx.URL | None:
    """Return a text as an http or https URL; None where it is none that can be requested, or holds a user."""
    try:
        url = httpx.URL(text.strip())
        host = host_of(url)
        host.encode("idna")  # as the resolver will: it refuses empty and overlong labels
    except (httpx.InvalidURL, UnicodeError):
        return None
    is_usable = url.scheme in ("http", "https") and _HOST.fullmatch(host) and not url.userinfo
    return url if is_usable and (url.port or 0) <= _LAST_PORT else None


def host_of(url: httpx.URL) -> str:
    """Return the host as it is resolved, and as a certificate names it.

    `httpx.URL.host` decodes it, and fails where it decodes to no valid name (`xn--ls8h.la`).
    """
    return url.raw_host.decode("ascii")


def server_of(url: httpx.URL) -> str:
    """Return the host, with the port where it is not the scheme's default."""
    return url.netloc.decode("ascii")


def redirect_target(url: httpx.URL, location: str) -> httpx.URL | None:
    """Return where a `Location` header of an answer leads; None where it leads nowhere."""
    try:
        return url.join(location) if location else None
    except httpx.InvalidURL:
        return None


def direct_or_proxied(proxy: httpx.URL | None) -> httpx.AsyncHTTPTransport:
    """Return an HTTP transport through a proxy, or a direct one; both trust what the system does.

    `httpx.AsyncClient` would add nothing needed here, and reports a redirect without a target as a lost connection.
    """
    trust = system_trust()
    through = None if proxy is None else httpx.Proxy(proxy, ssl_context=trust if proxy.scheme == "https" else None)
    return httpx.AsyncHTTPTransport(verify=trust, proxy=through, trust_env=False)  # `system_proxy` read the environment


class ConnectionTrace:
    """Notes that a connection was made, and closes each with the stack; httpx's `trace` extension.

    httpcore 1.0.9 leaves a connection open whose TLS handshake is cancelled.
    """

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.is_connected = False

    async def __call__(self, event: str, info: Mapping[str, Any]) -> None:
        """Handle an event of httpcore."""
        if event in ("connection.connect_tcp.complete", "connection.connect_unix_socket.complete"):
            self.is_connected = True
            self._stack.push_async_callback(info["return_value"].aclose)


class PinnedConnection:
    """Sends one request directly to addresses that the caller resolved and checked, and to no others.

    The request goes through no proxy, which would resolve the name again and connect to whatever it finds, and follows
    no redirect.

    Args:
        trust: what TLS trusts; the system's trust store where None.

    Attributes:
        is_connected: whether an address accepted the connection.
    """

    def __init__(self, trust: ssl.SSLContext | None = None) -> None:
        self._trust = trust or system_trust()
        self.is_connected = False

    @asynccontextmanager
    async def send(
        self, request: httpx.Request, addresses: Sequence[str], deadline: float, socket: str = ""
    ) -> AsyncIterator[httpx.Response]:
        """Send the request to the first address that accepts the connection, and give the response, its body unread.

        Args:
            request: for the name; `Host` and the certificate's name stay those of its URL.
            addresses: in the order in which to try them, one at least.
            deadline: at which the caller gives up, by the event loop's clock; the time until then is shared among the
                addresses.
            socket: the path of a Unix socket to connect to instead.

        Raises:
            httpx.TransportError, ssl.SSLError: no response came.
        """
        async with AsyncExitStack() as stack:
            trace = ConnectionTrace(stack)
            request.extensions |= {"sni_hostname": host_of(request.url), "trace": trace}
            transport = await stack.enter_async_context(
                httpx.AsyncHTTPTransport(verify=self._trust, trust_env=False, uds=socket or None)
            )
            try:
                response = await _first_response(transport, request, addresses, deadline, trace)
            finally:
                self.is_connected = trace.is_connected
            stack.push_async_callback(response.aclose)
            yield response


async def _first_response(
    transport: httpx.AsyncHTTPTransport,
    request: httpx.Request,
    addresses: Sequence[str],
    deadline: float,
    trace: ConnectionTrace,
) -> httpx.Response:
    for left, address in zip(range(len(addresses), 1, -1), addresses, strict=False):
        seconds = (deadline - asyncio.get_running_loop().time()) / left
        request.extensions["timeout"] = {"connect": seconds}
        request.url = request.url.copy_with(host=address)
        try:
            return await transport.handle_async_request(request)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            if trace.is_connected:
                raise
    request.extensions["timeout"] = {}
    request.url = request.url.copy_with(host=addresses[-1])
    return await transport.handle_async_request(request)


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """Go through an error and what it was raised from: httpx hides what the system and TLS said."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
