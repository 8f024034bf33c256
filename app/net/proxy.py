"""Which proxy this computer is set to use for a request."""

from urllib.request import getproxies, proxy_bypass

import httpx

from app.domain.access.origins import is_loopback
from app.domain.errors import CarrierUnreachableError
from app.domain.texts import Text
from app.net.urls import host_of, server_of

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
    if is_loopback(host_of(url)) or proxy_bypass(server_of(url)):
        return ""
    proxies = getproxies()
    return proxies.get(url.scheme) or proxies.get("all") or ""


def system_proxy(url: httpx.URL) -> httpx.URL | None:
    """Return the proxy to use for a URL; None where there is none. Blocks as `proxy_setting` does.

    httpx would read the same settings, but not Windows' list of exceptions, and would fail over a SOCKS proxy even
    where none is needed.

    Raises:
        CarrierUnreachableError: the proxy is no HTTP proxy.
    """
    address = proxy_setting(url)
    if not address:
        return None
    try:
        proxy = httpx.URL(address if "://" in address else f"http://{address}")
    except httpx.InvalidURL as error:
        raise CarrierUnreachableError(_UNUSABLE.filled(proxy=address.rpartition("@")[2])) from error
    if proxy.scheme not in ("http", "https") or not proxy.raw_host:
        raise CarrierUnreachableError(_UNUSABLE.filled(proxy=f"{proxy.scheme}://{server_of(proxy)}"))
    return proxy
