"""Asks an administrator's address once for the newest version."""

import asyncio
import logging
import ssl
from contextlib import AsyncExitStack

import httpx

from app import __version__
from app.domain.announced_version import LARGEST_ANNOUNCEMENT, AnnouncedVersion, read_announcement
from app.domain.cancellation import Cancellation
from app.domain.errors import CarrierUnreachableError
from app.net.connections import ConnectionTrace, direct_or_proxied, http_url
from app.net.event_loop import run_cancellable
from app.net.proxy import system_proxy

_HEADERS = {"Accept": "text/plain", "Accept-Encoding": "identity"}
"""Without `User-Agent`: the request says nothing about the program, its user or the computer."""

_log = logging.getLogger(__name__)


def newer_version(
    address: str, cancellation: Cancellation, known: AnnouncedVersion | None = None, *, seconds: float = 10.0
) -> AnnouncedVersion | None:
    """Return the newer version that an address announces. Blocks: call it in a thread of its own.

    One GET, by the system's proxy and trust store; no redirect is followed. A request that fails, or an answer with
    another status than 200, says nothing new.

    Args:
        address: as the setting `version_url` accepts it.
        cancellation: ends the request at any moment.
        known: the newer version that this address announced before; returned where nothing new is said.
        seconds: for everything.

    Raises:
        LoadCancelledError: it was cancelled.
    """
    url = http_url(address)
    if url is None:
        return known
    try:
        body = run_cancellable(lambda: _get(url, seconds), cancellation)
    except (TimeoutError, httpx.TransportError, ssl.SSLError, OSError, CarrierUnreachableError) as error:
        _log.info("The newest version could not be asked for: %s", type(error).__name__)
        return known
    if body is None:
        _log.info("The newest version is not announced now")
        return known
    found = read_announcement(body, __version__)
    _log.info("Asked for the newest version: %s", f"{found.version} is newer" if found else "none is newer")
    return found


async def _get(url: httpx.URL, seconds: float) -> bytes | None:
    """Return the body of an answer, of one that is too large its beginning; None: its status is not 200."""
    async with asyncio.timeout(seconds), AsyncExitStack() as connections:
        proxy = await asyncio.get_running_loop().run_in_executor(None, system_proxy, url)
        transport = await connections.enter_async_context(direct_or_proxied(proxy))
        get = httpx.Request("GET", url, headers=_HEADERS, extensions={"trace": ConnectionTrace(connections)})
        response = await transport.handle_async_request(get)
        connections.push_async_callback(response.aclose)
        if response.status_code != httpx.codes.OK:
            return None
        body = bytearray()
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > LARGEST_ANNOUNCEMENT:
                break
        return bytes(body)
