"""Which proxy this computer is set to use for a request."""

import ipaddress
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from urllib.parse import quote, unquote
from urllib.request import getproxies, getproxies_environment, proxy_bypass

import httpx

from app.domain.access.addresses import host_name, is_loopback
from app.domain.errors import CarrierUnreachableError
from app.domain.folding import without_invisible
from app.domain.texts import Text
from app.net.connections import host_of, http_url, server_of

_USUAL_PORTS = {"http": 80, "https": 443}
_AROUND = " \t\r\n\"'"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_SERVER = re.compile(r"[\w.-]+(?::[0-9]+)?|\[[0-9a-f:.%]+\](?::[0-9]+)?", re.IGNORECASE)

_NAMED = re.compile(r"[\w.:\[\]-]+")
_UNUSABLE = Text(
    "Error",
    "The proxy that this computer is set to use, {proxy}, is not supported: only HTTP proxies are. Change it in "
    "the system's network settings (or HTTPS_PROXY), or exclude the carrier's server from it.",
)


def proxy_setting(url: httpx.URL) -> str:
    """Return the proxy for a URL as the environment names it, else the settings of Windows or macOS; empty for none.

    Loopback is never requested through a proxy, as in every browser. May resolve names: call it where blocking does no
    harm.
    """
    host = host_of(url)
    if is_loopback(host) or _is_excepted(url, host) or proxy_bypass(server_of(url)):
        return ""
    proxies = getproxies()
    return (proxies.get(url.scheme) or proxies.get("all") or "").strip(_AROUND)


def system_proxy(url: httpx.URL) -> httpx.URL | None:
    """Return the proxy to use for a URL; None where there is none. Blocks as `proxy_setting` does.

    httpx would read the same settings, but not Windows' list of exceptions, and would fail over a SOCKS proxy even
    where none is needed. User and password may hold any character, also as it is where URLs have it encoded.

    Raises:
        CarrierUnreachableError: the proxy is no HTTP proxy.
    """
    setting = without_invisible(proxy_setting(url))
    if not setting:
        return None
    named = _SCHEME.match(setting)
    scheme = named[1].lower() if named else "http"
    user, _, place = setting[named.end() if named else 0 :].rpartition("@")
    server = re.split("[/?#]", place.strip(_AROUND), maxsplit=1)[0]
    proxy = http_url(f"{scheme}://{server}") if _SERVER.fullmatch(server) else None
    if proxy is None:
        is_shown = not server or (_NAMED if user else _SERVER).fullmatch(server)  # else it may be part of a password
        raise CarrierUnreachableError(_UNUSABLE.filled(proxy=f"{scheme}://{server if is_shown else '…'}"))
    known = ":".join(quote(unquote(part), safe="") for part in user.split(":", 1))
    return proxy.copy_with(userinfo=known.encode())


def _is_excepted(url: httpx.URL, host: str) -> bool:
    """Tell whether NO_PROXY names a host in one of the ways that Python does not read: `*.domain`, networks, quotes."""
    port = str(url.port or _USUAL_PORTS.get(url.scheme))
    return any(
        at in ("", port) and _covers(pattern, host.rstrip(".").lower())
        for pattern, at in _exceptions(getproxies_environment().get("no", ""))
    )


def _exceptions(listed: str) -> Iterator[tuple[str, str]]:
    """Yield the hosts, patterns and networks of a list, each with the port that it is limited to, if it is."""
    for part in re.split(r"[,;\s]+", without_invisible(listed).lower()):
        entry = part.strip(_AROUND)
        found = re.fullmatch(r"([^:]+|\[.+\]):([0-9]+)", entry)
        pattern, at = (found[1], found[2]) if found else (entry, "")
        if pattern:
            yield host_name(pattern), at


def _covers(pattern: str, host: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(pattern, strict=False)
    except ValueError:
        domain = pattern.removeprefix("*").lstrip(".")
        return fnmatchcase(host, pattern) or host == domain or host.endswith(f".{domain}")
