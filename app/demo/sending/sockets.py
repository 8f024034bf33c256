"""Sockets that are closed when all is over, whatever the other side does."""

import asyncio
import socket
from contextlib import suppress
from weakref import WeakSet

import aiohttp

_LOOKS = 100  # whether the loop has noticed: it does in its next few rounds


class Sockets:
    """Makes the sockets of a connector, and ends them all.

    A TLS connection that is closed waits up to 30 seconds for the other side to say goodbye; aiohttp (3.14) lets go of
    it at once, and nothing of it can be reached to cut that short but its socket.
    """

    def __init__(self) -> None:
        self._made: WeakSet[socket.socket] = WeakSet()

    def make(self, address: aiohttp.AddrInfoType) -> socket.socket:
        """Make a socket, as aiohttp would."""
        family, kind, protocol, *_ = address
        made = socket.socket(family, kind, protocol)
        self._made.add(made)
        return made

    async def end(self) -> None:
        """Cut all connections, and return once the event loop has closed them."""
        for one in self._made:
            with suppress(OSError):  # it is closed, or was not connected yet
                one.shutdown(socket.SHUT_RDWR)
        for _ in range(_LOOKS):
            if all(one.fileno() < 0 for one in self._made):
                break
            await asyncio.sleep(0.01)
