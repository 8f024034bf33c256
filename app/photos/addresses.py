"""Which addresses on the internet a photo may come from: those that anybody could reach, and no others."""

import ipaddress
import socket
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

LookUp = Callable[[str, int], list[str]]
"""Gives the addresses of a host name in the order in which they are tried; OSError where there are none. May block."""

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""An IPv4 address as a network of IPv6 alone writes it (RFC 6052)."""
_IPV6_UNICAST = ipaddress.IPv6Network("2000::/3")
_NOT_FOR_ALL = tuple(
    map(
        ipaddress.ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24"),  # protocol assignments, 6to4 relays: Python calls some of them global
            *("2001::/23", "2002::/16", "3fff::/20"),  # Teredo and the like, 6to4, documentation
        ),
    )
)
_EXAMPLES = ("example", "example.com", "example.net", "example.org", "invalid", "test")
"""Names that nothing is behind, for good (RFC 2606, RFC 6761)."""


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet: of no private, local, shared, reserved or multicast network.

    An address of IPv4 within one of IPv6 is judged by itself.
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
        ip.is_multicast or ip.is_reserved or any(ip in one for one in _NOT_FOR_ALL if one.version == ip.version)
    )
    return ip.is_global and not is_special


def is_example(host: str) -> bool:
    """Whether a name is one of those that were set aside for examples."""
    name = host.rstrip(".").lower()
    return any(name == one or name.endswith(f".{one}") for one in _EXAMPLES)


def addresses_of(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a name."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


def asked(look_up: LookUp, host: str, port: int) -> Future[list[str]]:
    """Look up in a daemon thread that nobody waits for: it cannot be interrupted, and can take half a minute."""
    future: Future[list[str]] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            found = look_up(host, port)
        except (OSError, UnicodeError) as error:  # UnicodeError: a label that is empty or too long
            future.set_exception(OSError(str(error)))
        except BaseException as error:  # noqa: BLE001 - a bug: who waits for the answer would wait for ever
            future.set_exception(error)
        else:
            future.set_result(found)

    Thread(target=run, name="photo-look-up", daemon=True).start()
    return future
