"""Where the door listens: hosts, ports, what is wrong with them, and how connections come in.

asyncio's own server loses a connection that it accepted in the turn in which it is closed (Python 3.11): its client
would wait for ever. So the door accepts by itself.
"""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

from app.domain.errors import PortTakenError, SettingsError
from app.domain.texts import Text

_BACKLOG = 1024  # connections that the system accepts while the loop is at work; it may have its own mind
_BREATH = 0.1  # seconds until the next try where the process may open no more files
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - they are no address that one could connect to
_TAKEN = Text("Error", "Port {port} is taken by another program, or reserved. Choose another port.")
_NOT_HERE = Text(
    "Error", "{host} is not an address of this computer. Enter 127.0.0.1, or one of its addresses, as receiver_host."
)


def url_of(host: str, port: int, path: str) -> str:
    """Return the URL by which this computer reaches what listens there."""
    name = _EVERYWHERE.get(host, host)
    if ":" in name:
        name = f"[{name.replace('%', '%25')}]"
    return f"http://{name}:{port}{quote(path, safe='/%:@!$&()*+,;=~')}"


def listen(host: str, port: int) -> list[socket.socket]:
    """Listen at all addresses that a host stands for, at the same port; 0 takes a free one.

    Raises:
        PortTakenError: somebody else listens there, or the system reserves the port.
        SettingsError: there is no such host, or it is not this computer.
    """
    sockets: list[socket.socket] = []
    for family, address in _addresses(host):
        try:
            listening = socket.create_server((address[0], port, *address[2:]), family=family, backlog=_BACKLOG)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                close(sockets)
                raise PortTakenError(_TAKEN.filled(port=port)) from error
            continue  # not of this computer, which may be true of one of several: localhost without IPv6
        listening.setblocking(False)
        sockets.append(listening)
        port = listening.getsockname()[1]
    if not sockets:
        raise SettingsError(_NOT_HERE.filled(host=host or "“”"))
    return sockets


def close(sockets: list[socket.socket]) -> None:
    """Listen no more."""
    for listening in sockets:
        listening.close()


async def accept(listening: socket.socket, factory: Callable[[], asyncio.Protocol]) -> None:
    """Let connections in until it is cancelled."""
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as entering:
        while True:
            try:
                connection, _ = await loop.sock_accept(listening)
            except OSError:  # no more files, or the client has left already
                await asyncio.sleep(_BREATH)
            else:
                entering.create_task(_enter(connection, factory))
                del connection  # or the last one would stay until the next one comes


async def _enter(connection: socket.socket, factory: Callable[[], asyncio.Protocol]) -> None:
    with suppress(OSError):  # it was lost meanwhile
        await asyncio.get_running_loop().connect_accepted_socket(factory, connection)


def _addresses(host: str) -> list[tuple[socket.AddressFamily, tuple[str | int, ...]]]:
    if not host:
        return []  # the system would take it for all addresses, the public ones among them
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except (OSError, ValueError):
        return []
    return [(family, address) for family, _, _, _, address in found]
