"""Request heads: what aiohttp's parser accepts and two programs could still read differently, and what a head says."""

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from aiohttp import HttpVersion10, HttpVersion11, web
from aiohttp.http import HttpRequestParser

from app.webhook.answers import HEAD_TOO_LARGE, MALFORMED, WebhookAnswer
from app.webhook.limits import Limits

_TARGET = re.compile('/[!-"$-~]*')  # a path with its query; no host, no fragment, nothing beyond ASCII
_LONGEST_LENGTH = 20  # digits; aiohttp accepts any number of zeros before it, Python converts no number of thousands
_BETWEEN = 4  # bytes of a header besides name and value: a colon, a space and the end of the line
_BEARER = re.compile(rb"bearer[ \t]+(.+)", re.IGNORECASE | re.DOTALL)
_SHORT = 12  # characters; a shorter token may be part of any header by chance
_SECRET = re.compile("auth|cookie|token|secret|passw|credential|session|signature|jwt|csrf|xsrf|key", re.IGNORECASE)
_WITHHELD = "/***"


def has_c_parser() -> bool:
    """Tell whether aiohttp uses its C extension, on whose strictness this module relies, and not its Python parser."""
    return HttpRequestParser.__module__ == "aiohttp._http_parser"


def flaw_of(request: web.BaseRequest, limits: Limits) -> WebhookAnswer | None:
    """Return the answer to a request whose head is ambiguous or too large; None for any other.

    aiohttp refuses the other ambiguities: two lengths or hosts, a length with chunks, bare line feeds (3.14).
    """
    if _size_of(request) > limits.head_bytes:
        return HEAD_TOO_LARGE
    return None if _is_clear(request) else MALFORMED


def _size_of(request: web.BaseRequest) -> int:
    fields = sum([len(name) + len(value) + _BETWEEN for name, value in request.raw_headers])
    return len(request.raw_path) + fields


def _is_clear(request: web.BaseRequest) -> bool:
    """Tell whether target, version, token and end of the body can be read in one way only."""
    headers = request.headers
    coding = headers.get("Transfer-Encoding")
    return (
        _TARGET.fullmatch(request.raw_path) is not None
        and request.version in (HttpVersion10, HttpVersion11)
        and len(headers.getall("Authorization", ())) <= 1
        and len(headers.get("Content-Length", "")) <= _LONGEST_LENGTH
        and (coding is None or (coding.lower() == "chunked" and request.version == HttpVersion11))
    )


def bearers(request: web.BaseRequest) -> Iterator[bytes]:
    """Yield the bearer token as it was sent; several only of a head that is not clear."""
    for name, value in request.raw_headers:
        if name.lower() == b"authorization" and (found := _BEARER.fullmatch(value)):
            yield found[1]


def coding_of(request: web.BaseRequest) -> str:
    """Return how the head says that the body is compressed, in small letters; empty where it says nothing of it."""
    if "Content-Encoding" not in request.headers:
        return ""
    return ", ".join(request.headers.getall("Content-Encoding")).strip().lower()


def path_without(path: str, token: bytes) -> str:
    """Return a path, or a placeholder for one that holds the token."""
    return _WITHHELD if len(token) >= _SHORT and _holds(path.encode(errors="surrogateescape"), token) else path


def _holds(value: bytes, token: bytes) -> bool:
    """Tell whether the token is part of a value, as it is or quoted for a URL."""
    return token in value or (b"%" in value and token in unquote_to_bytes(value))


def without_secrets(request: web.BaseRequest, token: bytes) -> tuple[tuple[str, str], ...]:
    """Return the headers in their order, without those that hold the token or whose name says that they are secret."""
    has_token = (lambda value: _holds(value, token)) if len(token) >= _SHORT else token.__eq__
    return tuple(
        [
            (name.decode("ascii"), value.decode("utf-8", "replace"))
            for name, value in request.raw_headers
            if not _is_secret(name) and not has_token(value)
        ]
    )


@lru_cache(256)
def _is_secret(name: bytes) -> bool:
    """Tell by a header's name whether its value is secret."""
    return _SECRET.search(name.decode("ascii")) is not None
