"""Resolves host names, and tells which addresses are public."""

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import quote

from app.domain.access.origins import socket_path

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
