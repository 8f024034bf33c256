"""Listening sockets: opening them on a host and port, and closing them without losing connections."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.domain.access.addresses import socket_path
from app.domain.errors import PortTakenError, SettingsError
from app.domain.texts import Text
from app.net.addresses import command_for, other_user, resolve
from app.webhook.unix_sockets import bound_socket, remove_socket

_BACKLOG = 2048  # connections that the system accepts while the loop is at work; its own limit may be lower
_RECEIVE_BYTES = 32 * 1024  # of a connection in the system; asyncio reads up to 256 KiB at once, if it has as much
_ANSWER_SECONDS = 0.5  # to find out whether a program listens on this computer
_TURNS = 5  # of the event loop, from a connection that is accepted to its `connection_made`: three in Python 3.11
_TAKEN = Text(
    "Error",
    "Port {port} is taken by another program, and notifications with your token may be going to it. Find it: {command} "
    "– Stop it or choose another port. Then change the token, as that program may know it.",
)
_TAKEN_BY_OTHER = Text(
    "Error",
    "Port {port} is taken by a program of another user, {user}, and notifications with your token may be going to it. "
    "Find it: {command} – Stop it or choose another port. Then change the token, as that program may know it.",
)
_RESERVED = Text("Error", "Port {port} is reserved by the system. Choose another port.")
_NOT_HERE = Text(
    "Error",
    "{host} is not an address of this computer. Let the receiver listen on 127.0.0.1.",
    command="despacho settings set receiver_host 127.0.0.1",
)


async def listen(host: str, port: int, factory: Callable[[], asyncio.Protocol]) -> list[asyncio.Server]:
    """Listen at all addresses that a host stands for, at the same port; 0 takes a free one.

    Raises:
        PortTakenError: another program listens there, or the system reserves the port.
        SettingsError: there is no such host, or it is not this computer.
    """
    loop = asyncio.get_running_loop()
    if path := socket_path(host):
        return [await loop.create_unix_server(factory, sock=bound_socket(Path(path)), backlog=_BACKLOG)]
    servers: list[asyncio.Server] = []
    for address in await _addresses(host):
        try:
            server = await loop.create_server(factory, address, port, backlog=_BACKLOG)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                await close(servers)
                raise PortTakenError(why_taken(error, port)) from error
            continue  # not of this computer, which may be true of one of several: localhost without IPv6
        for listening in server.sockets:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BYTES)
        servers.append(server)
        port = port_of(servers)
    if not servers:
        raise SettingsError(_NOT_HERE.filled(host=host or "“”"))
    return servers


def port_of(servers: list[asyncio.Server]) -> int:
    """Return where they listen; 0 at a Unix socket."""
    name = servers[0].sockets[0].getsockname()
    return 0 if isinstance(name, str) else int(name[1])


async def close(servers: list[asyncio.Server]) -> None:
    """Stop listening.

    A closed server loses the connections that it has just accepted (Python 3.11), and their clients wait for ever. So
    it first stops to accept, and completes those.
    """
    loop = asyncio.get_running_loop()
    for server in servers:
        for listening in server.sockets:
            loop.remove_reader(listening)
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    for server in servers:
        for listening in server.sockets:
            remove_socket(listening)
        server.close()


def why_taken(error: OSError, port: int) -> Text:
    """Return why a port could not be listened at, and what to do."""
    # On Windows it may also mean that a program has the port exclusively; Hyper-V and others reserve whole ranges.
    if error.errno == errno.EACCES and not (sys.platform == "win32" and _is_answered(port)):
        return _RESERVED.filled(port=port)
    user = other_user(port)
    return (_TAKEN_BY_OTHER if user else _TAKEN).filled(port=port, user=user, command=command_for(port))


def _is_answered(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), _ANSWER_SECONDS):
        return True
    return False


async def _addresses(host: str) -> list[str]:
    if not host:
        return []  # Windows takes it for all its addresses, the public ones among them
    try:
        return await resolve(host, 0)
    except OSError:
        return []
