"""The address that a check requests: as it was entered, and whether the sender could reach it."""

import ipaddress
import re
from dataclasses import dataclass

import httpx

from app.domain.access.addresses import socket_path
from app.domain.reception.probing import Cause
from app.domain.texts import Text
from app.net.addresses import is_public as is_public_address
from app.net.addresses import local_url, resolve
from app.net.connections import host_of, http_url, server_of
from app.net.proxy import proxy_setting

_INNER_ENDINGS = (".local", ".localhost", ".internal", ".lan", ".home.arpa")
"""Endings of names that only private networks resolve (RFC 6761, 6762, 8375, and those of routers)."""

_AT_SOCKET = re.compile(r"(unix:[^:]+):(/.*)")
_HTTP_PORT = 80

_NO_URL = Text(
    "Outside",
    "No public address is set. Enter the https address by which the provider reaches this desk.",
    command="despacho settings set public_url ADDRESS",
)
_BAD_URL = Text(
    "Outside",
    "The address cannot be used. Check it: it begins with https:// and names a host, and no user.",
    command="despacho settings set public_url ADDRESS",
)
_NOT_HTTPS = Text(
    "Outside",
    "The address begins with http://, and the provider accepts https only. Put a proxy or a tunnel with a certificate "
    "in front of the receiver, and enter its https address.",
)
_NOT_PUBLIC = Text(
    "Outside",
    "{place} is within your own computer or network, where the provider cannot reach it. Enter the public name of "
    "your proxy or tunnel. If {server} is that name, your network's own name server gives an internal address "
    "for it: then test from another network.",
)
_NAME_NOT_FOUND = Text(
    "Outside",
    "The name of {server} cannot be found. Check how it is written, that it is entered in the DNS (a new entry can "
    "take an hour), and that this computer is on the network.",
)


@dataclass(frozen=True)
class Finding:
    """A cause, and a sentence that explains it and says what to do."""

    cause: Cause
    text: Text


class NoAnswerError(Exception):
    """No answer came; the finding says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.cause.value)
        self.finding = finding


@dataclass(frozen=True)
class Target:
    """A URL that can be requested; `is_public` where it is the one that the sender uses."""

    url: httpx.URL
    is_public: bool
    socket: str = ""
    """The path of the Unix socket to connect to; empty: to the URL's host."""

    @property
    def server(self) -> str:
        """The host, with the port where it is not the scheme's default; or the path of the socket."""
        return self.socket or server_of(self.url)

    @property
    def host(self) -> str:
        """The host alone, as a certificate names it."""
        return host_of(self.url)


def read_target(address: str, *, is_public: bool) -> Target:
    """Return a text as the URL to request.

    Raises:
        NoAnswerError: it is empty or no URL, or the sender could not use it.
    """
    if not address.strip():
        raise NoAnswerError(Finding(Cause.NO_URL, _NO_URL))
    local = _AT_SOCKET.fullmatch(address)
    if local and not is_public:
        return Target(httpx.URL(local_url("localhost", _HTTP_PORT, local[2])), is_public, socket_path(local[1]))
    url = http_url(address)
    if url is None:
        raise NoAnswerError(Finding(Cause.BAD_URL, _BAD_URL))
    target = Target(url, is_public)
    if is_public:
        if url.scheme != "https":
            raise NoAnswerError(Finding(Cause.NOT_HTTPS, _NOT_HTTPS))
        if _is_inner_name(target.host):
            raise NoAnswerError(_not_public(target, target.host))
    return target


async def addresses_of(target: Target) -> list[str]:
    """Resolve the host, and return its addresses in the system's order.

    Raises:
        NoAnswerError: there is no such host, or the sender could reach none of its addresses.
    """
    if target.socket:
        return [target.host]
    try:
        found = await resolve(target.host, target.url.port or 0)
    except OSError as error:
        finding = Finding(Cause.NAME_NOT_FOUND, _NAME_NOT_FOUND.filled(server=target.server))
        raise NoAnswerError(finding) from error
    if target.is_public and not any(map(is_public_address, found)):
        raise NoAnswerError(_not_public(target, found[0]))
    return found


def is_behind_proxy(target: Target) -> bool:
    """Tell whether this computer is set to use a proxy for that URL."""
    return bool(proxy_setting(target.url))


def _is_inner_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        name = host.rstrip(".").lower()
        return "." not in name or name.endswith(_INNER_ENDINGS)
    return not is_public_address(host)


def _not_public(target: Target, place: str) -> Finding:
    return Finding(Cause.NOT_PUBLIC, _NOT_PUBLIC.filled(place=place, server=target.server))
