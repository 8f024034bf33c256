"""Which proxy this computer's user wants a request to go through."""

import ipaddress
from urllib.request import getproxies, proxy_bypass

import httpx

from app.domain.errors import CarrierUnreachableError
from app.domain.texts import Text


def system_proxy(url: httpx.URL) -> httpx.URL | None:
    """Return the proxy by the environment, else by the settings of Windows or macOS; None where none is wanted.

    Loopback is never asked through a proxy, as in every browser. httpx would read the same settings, but not Windows'
    list of exceptions, and would fail over a SOCKS proxy even where none is needed. May look up names: call it where
    blocking does no harm.

    Raises:
        CarrierUnreachableError: a proxy is wanted that is not spoken to in HTTP.
    """
    if _is_loopback(url.host) or proxy_bypass(url.netloc.decode("ascii")):
        return None
    proxies = getproxies()
    address = proxies.get(url.scheme) or proxies.get("all")
    if not address:
        return None
    try:
        proxy = httpx.URL(address if "://" in address else f"http://{address}")
    except httpx.InvalidURL as error:
        raise CarrierUnreachableError(_unusable(address.rpartition("@")[2])) from error
    if proxy.scheme not in ("http", "https") or not proxy.host:
        raise CarrierUnreachableError(_unusable(f"{proxy.scheme}://{proxy.netloc.decode('ascii')}"))
    return proxy


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unusable(proxy: str) -> Text:
    text = Text(
        "Error",
        "The proxy that this computer is set to, {proxy}, cannot be used: only HTTP proxies can. Change it in the "
        "system's network settings (or HTTPS_PROXY), or except the carrier's server from it.",
    )
    return text.filled(proxy=proxy)
