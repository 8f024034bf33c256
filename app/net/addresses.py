"""Resolves host names, tells which addresses are public, and whose program listens on a port."""

import asyncio
import ipaddress
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from app.domain.access.addresses import socket_path

Resolver = Callable[[str, int], list[str]]
"""Returns the addresses of a host, in the order in which to try them. Blocks; raises OSError where there are none."""

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""An IPv4 address as networks without IPv4 write it (RFC 6052)."""
_IPV6_UNICAST = ipaddress.IPv6Network("2000::/3")
_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - as no client can connect to them
_SPECIAL_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24"),  # protocol assignments, 6to4 relays: Python calls some of them global
            *("2001::/23", "2002::/16", "3fff::/20"),  # Teredo and the like, 6to4, documentation
        ),
    )
)
_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENS = "0A"  # the state of a listening socket in these tables
_COMMANDS = {
    "win32": 'netstat -ano | findstr ":{port}"',
    "darwin": "sudo lsof -nP -iTCP:{port} -sTCP:LISTEN",
}
_LINUX = 'sudo ss -ltnp "sport = :{port}"'


def system_resolver(host: str, port: int) -> list[str]:
    """Return the addresses of a host as the system resolves it; a `Resolver`."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # a label that is empty or too long, or a NUL
        raise OSError(str(error)) from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


async def resolve(host: str, port: int, resolver: Resolver = system_resolver) -> list[str]:
    """Resolve a host without blocking the event loop. Under `run_cancellable` it can be cancelled.

    Raises:
        OSError: there is no such host.
    """
    return await asyncio.get_running_loop().run_in_executor(None, resolver, host, port)


def is_public(address: str) -> bool:
    """Tell whether an address is in the public internet: in no private, local, shared, reserved or multicast network.

    An IPv4 address inside an IPv6 one is judged as the IPv4 address.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.scope_id is not None:
            return False
        inner = ip.ipv4_mapped or (ipaddress.IPv4Address(ip.packed[-4:]) if ip in _NAT64 else None)
        if inner is not None:
            return is_public(str(inner))
        if ip not in _IPV6_UNICAST:
            return False
    is_special = (
        ip.is_multicast or ip.is_reserved or any(ip in one for one in _SPECIAL_NETWORKS if one.version == ip.version)
    )
    return ip.is_global and not is_special


def local_url(host: str, port: int, path: str) -> str:
    """Return the URL by which this computer reaches a server of its own that listens on a host and port.

    For a Unix socket it is written as in a proxy's configuration: `unix:/path/of/socket:/path`.
    """
    if socket_path(host):
        return f"{host}:{path}"
    name = _ALL_INTERFACES.get(host, host)
    if ":" in name:
        name = f"[{name.replace('%', '%25')}]"
    return f"http://{name}:{port}{quote(path, safe='/%:@!$&()*+,;=~')}"


def listening_users(port: int) -> frozenset[int]:
    """Return the ids of the users whose programs listen on a TCP port; empty where the system does not say.

    Linux does. The kernel records the user, so that no program can pretend to be another one's; elsewhere anybody may
    have made a file at such a path.
    """
    found = set()
    for table in _TABLES if sys.platform == "linux" else ():
        with suppress(OSError):
            for line in table.read_text(encoding="ascii").splitlines()[1:]:
                _, local, _, state, _, _, _, user, *_ = line.split()
                if state == _LISTENS and int(local.rpartition(":")[2], 16) == port:
                    found.add(int(user))
    return frozenset(found)


def other_user(port: int) -> str:
    """Return the name of another user whose program listens on a port; empty if it is this user's, or not known."""
    if sys.platform == "win32":
        return ""
    import pwd  # noqa: PLC0415 - Windows has none

    users = listening_users(port)
    if not users or os.getuid() in users:
        return ""
    user = min(users)
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def command_for(port: int) -> str:
    """Return the command by which this system shows the program that listens on a port."""
    return _COMMANDS.get(sys.platform, _LINUX).format(port=port)
