"""URLs: which can be requested, and how they are named in messages."""

import re

import httpx

_HOST = re.compile(r"[A-Za-z0-9._:-]+")
_LAST_PORT = 65535


def http_url(text: str) -> httpx.URL | None:
    """Return a text as an http or https URL; None where it is none that can be requested, or holds a user."""
    try:
        url = httpx.URL(text.strip())
        host = host_of(url)
        host.encode("idna")  # as the resolver will: it refuses empty and overlong labels
    except (httpx.InvalidURL, UnicodeError):
        return None
    is_usable = url.scheme in ("http", "https") and _HOST.fullmatch(host) and not url.userinfo
    return url if is_usable and (url.port or 0) <= _LAST_PORT else None


def host_of(url: httpx.URL) -> str:
    """Return the host as it is resolved, and as a certificate names it.

    `httpx.URL.host` decodes it, and fails where it decodes to no valid name (`xn--ls8h.la`).
    """
    return url.raw_host.decode("ascii")


def server_of(url: httpx.URL) -> str:
    """Return the host, with the port where it is not the scheme's default."""
    return url.netloc.decode("ascii")


def redirect_target(url: httpx.URL, location: str) -> httpx.URL | None:
    """Return where a `Location` header of an answer leads; None where it leads nowhere."""
    try:
        return url.join(location) if location else None
    except httpx.InvalidURL:
        return None
