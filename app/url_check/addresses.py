"""Where a test goes: the address as it was entered, and whether anybody outside could reach it."""

import asyncio
import ipaddress
import socket
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from urllib.request import getproxies, proxy_bypass

import httpx

from app.domain.reception.probing import Cause
from app.domain.texts import Text
from app.url_check.findings import Finding, NoAnswerError

_LAST_PORT = 65535
_INNER_ENDINGS = (".local", ".localhost", ".internal", ".lan", ".home.arpa")
"""Names that only a network of one's own knows (RFC 6761, 6762, 8375, and what routers give out)."""

_NO_URL = Text(
    "Outside",
    "No public address is set. Enter the https address by which the sender reaches this desk in Settings (public_url).",
)
_BAD_URL = Text(
    "Outside",
    "The address cannot be used. Check it in Settings (public_url): it begins with https:// and names a host, and no "
    "user.",
)
_NOT_HTTPS = Text(
    "Outside",
    "The address begins with http://, and the sender accepts https only. Put a proxy or a tunnel with a certificate "
    "in front of the receiver, and enter its https address.",
)
_NOT_PUBLIC = Text(
    "Outside",
    "{place} is within your own computer or network, where the sender cannot reach it. Enter the public name of your "
    "proxy or tunnel. If {server} is that name, your network's own name server gives an inner address for it: then "
    "test from another network.",
)
_NAME_NOT_FOUND = Text(
    "Outside",
    "The name of {server} cannot be found. Check how it is written, that it is entered in the DNS (a new entry can "
    "take an hour), and that this computer is on the network.",
)


@dataclass(frozen=True)
class Target:
    """An address that can be asked; `is_public` where it is the one that the sender uses."""

    url: httpx.URL
    is_public: bool

    @property
    def server(self) -> str:
        """Host, and port where it is not the usual one."""
        return self.url.netloc.decode("ascii")

    @property
    def host(self) -> str:
        """The name alone, as it stands in a certificate."""
        return self.url.raw_host.decode("ascii")


def read_target(address: str, *, is_public: bool) -> Target:
    """Check an address before anything is sent.

    Raises:
        NoAnswerError: there is none, or the sender could not use it.
    """
    if not address.strip():
        raise NoAnswerError(Finding(Cause.NO_URL, _NO_URL))
    try:
        url = httpx.URL(address.strip())
        url.host.encode("idna")  # what the look-up will do; it refuses empty and overlong labels
    except (httpx.InvalidURL, UnicodeError) as error:
        raise NoAnswerError(Finding(Cause.BAD_URL, _BAD_URL)) from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or (url.port or 0) > _LAST_PORT:
        raise NoAnswerError(Finding(Cause.BAD_URL, _BAD_URL))
    target = Target(url, is_public)
    if is_public:
        if url.scheme != "https":
            raise NoAnswerError(Finding(Cause.NOT_HTTPS, _NOT_HTTPS))
        if _is_inner_name(target.host):
            raise NoAnswerError(_not_public(target, target.host))
    return target


async def addresses_of(target: Target) -> list[str]:
    """Look the name up, and return its addresses in the system's order.

    Raises:
        NoAnswerError: there is no such name, or it leads nowhere that the sender could reach.
    """
    try:
        found = await asyncio.wrap_future(_look_up(target.host, target.url.port or 0))
    except OSError as error:
        finding = Finding(Cause.NAME_NOT_FOUND, _NAME_NOT_FOUND.filled(server=target.server))
        raise NoAnswerError(finding) from error
    if target.is_public and not any(map(_is_public_address, found)):
        raise NoAnswerError(_not_public(target, found[0]))
    return found


def is_behind_proxy(target: Target) -> bool:
    """Whether this computer is set to reach that address through a proxy, by its environment or its settings."""
    proxies = getproxies()
    return bool(proxies.get(target.url.scheme) or proxies.get("all")) and not proxy_bypass(target.server)


def _look_up(host: str, port: int) -> Future[list[str]]:
    """Ask in a daemon thread that nobody waits for: a look-up cannot be interrupted and can take half a minute."""
    future: Future[list[str]] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            future.set_exception(OSError(str(error)))
        except BaseException as error:  # noqa: BLE001 - a bug: who waits for the answer would wait for ever
            future.set_exception(error)
        else:
            future.set_result(list(dict.fromkeys(str(entry[4][0]) for entry in entries)))

    Thread(target=run, name="look-up", daemon=True).start()
    return future


def _is_inner_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        name = host.rstrip(".").lower()
        return "." not in name or name.endswith(_INNER_ENDINGS)
    return not _is_public_address(host)


def _is_public_address(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_global


def _not_public(target: Target, place: str) -> Finding:
    return Finding(Cause.NOT_PUBLIC, _NOT_PUBLIC.filled(place=place, server=target.server))
