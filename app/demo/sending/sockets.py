"""Sockets that can be closed at once, whatever the peer does."""

import asyncio
import socket
from contextlib import suppress
from weakref import WeakSet

import aiohttp

_CHECKS = 100  # the event loop closes shut-down sockets within a few iterations


class Sockets:
    """Creates the sockets of a connector, and closes all of them.

    Closing a TLS connection waits up to 30 seconds for the peer's close_notify; aiohttp (3.14) drops its reference to
    the connection at once, so that only the socket can be used to end it.
    """

    def __init__(self) -> None:
        self._made: WeakSet[socket.socket] = WeakSet()

    def make(self, address: aiohttp.AddrInfoType) -> socket.socket:
        """Create a socket, as aiohttp would."""
        family, kind, protocol, *_ = address
        made = socket.socket(family, kind, protocol)
        self._made.add(made)
        return made

    async def end(self) -> None:
        """Shut down all connections, and return when the event loop has closed them."""
        for one in self._made:
            with suppress(OSError):  # closed already, or not connected yet
                one.shutdown(socket.SHUT_RDWR)
        for _ in range(_CHECKS):
            if all(one.fileno() < 0 for one in self._made):
                break
            await asyncio.sleep(0.01)
