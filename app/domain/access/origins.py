"""Origins of addresses: for which server credentials are, and whether they may be sent to it."""

import ipaddress
import re
from urllib.parse import urlsplit

_USUAL_PORTS = {"http": 80, "https": 443}
_SERVER = re.compile(r"[\w.:\[\]-]+")
"""Host and port without characters (`\\`, `%`, `@`) over which two parsers of URLs may disagree."""
_SOCKET = re.compile(r"unix:(/[^:\0]+)")
"""No colon in the path: proxies write the path of the URL after one."""


def socket_path(host: str) -> str:
    """Return the path of a Unix socket that is given as a host, `unix:/absolute/path`; empty where it is none."""
    found = _SOCKET.fullmatch(host)
    return found[1] if found else ""


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer by its loopback address, `localhost` or a Unix socket."""
    if socket_path(host):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def origin_of(address: str) -> str:
    """Return scheme, host and, where it is not the usual one, port of an http(s) address; empty where it is none.

    A host that is called `http` or `https` is a scheme written twice; a network may resolve that name.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme not in _USUAL_PORTS or not host or not _SERVER.fullmatch(parts.netloc):
        return ""
    if host.rstrip(".") in _USUAL_PORTS:
        return ""
    named = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{named}" + (f":{port}" if port not in (None, _USUAL_PORTS[parts.scheme]) else "")


def may_carry_secrets(address: str) -> bool:
    """Tell whether what is sent to an address stays secret on the way: it is https, or this computer."""
    parts = urlsplit(origin_of(address))
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
