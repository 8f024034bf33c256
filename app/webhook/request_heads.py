"""Request heads: what aiohttp's parser accepts and two programs could still read differently, and what a head says."""

import re
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


def bearers(request: web.BaseRequest) -> list[bytes]:
    """Return the bearer token as it was sent; several only of a head that is not clear."""
    sent = [value.encode(errors="surrogateescape") for value in request.headers.getall("Authorization", ())]
    return [found[1] for found in map(_BEARER.fullmatch, sent) if found]


class RequestHead:
    """What a request's head says, looked at once.

    Attributes:
        path: the target without its query.
        token: the bearer token as it was sent; None: there is none.
        length: of the body in bytes, as digits; `0` where nothing of it is said.
        coding: how the body is compressed, in small letters; empty where nothing of it is said.
    """

    def __init__(self, request: web.BaseRequest) -> None:
        headers = request.headers
        self._request = request
        self._fields = [(*_read_name(name), value) for name, value in request.raw_headers]
        self._transfer_coding, self.length = headers.get("Transfer-Encoding"), headers.get("Content-Length", "0")
        self.path = request.raw_path.partition("?")[0]
        self.token = next(iter(bearers(request)), None)
        self.coding = ", ".join(headers.getall("Content-Encoding", ())).strip().lower()

    def flaw(self, limits: Limits) -> WebhookAnswer | None:
        """Return the answer to a request whose head is ambiguous or too large; None for any other.

        aiohttp refuses the other ambiguities: two lengths or hosts, a length with chunks, bare line feeds (3.14).
        """
        request, coding = self._request, self._transfer_coding
        size = sum([len(name) + len(value) + _BETWEEN for name, _, value in self._fields])
        if len(request.raw_path) + size > limits.head_bytes:
            return HEAD_TOO_LARGE
        is_clear = (  # target, version, token and end of the body can be read in one way only
            _TARGET.fullmatch(request.raw_path) is not None
            and request.version in (HttpVersion10, HttpVersion11)
            and len(request.headers.getall("Authorization", ())) <= 1
            and len(self.length) <= _LONGEST_LENGTH
            and (coding is None or (coding.lower() == "chunked" and request.version == HttpVersion11))
        )
        return None if is_clear else MALFORMED

    def public_fields(self, token: bytes) -> tuple[tuple[str, str], ...]:
        """Return the headers in their order, without those that hold the token or are secret by their name."""
        has_token = (lambda value: _holds(value, token)) if len(token) >= _SHORT else token.__eq__
        return tuple(
            [
                (name, value.decode("utf-8", "replace"))
                for name, is_secret, value in self._fields
                if not (is_secret or has_token(value))
            ]
        )


def path_without(path: str, token: bytes) -> str:
    """Return a path, or a placeholder for one that holds the token."""
    return _WITHHELD if len(token) >= _SHORT and _holds(path.encode(errors="surrogateescape"), token) else path


def _holds(value: bytes, token: bytes) -> bool:
    """Tell whether the token is part of a value, as it is or quoted for a URL."""
    return token in value or (b"%" in value and token in unquote_to_bytes(value))


@lru_cache(256)
def _read_name(name: bytes) -> tuple[str, bool]:
    """Return a header's name as text, and whether it says that the value is secret."""
    text = name.decode("ascii")
    return text, _SECRET.search(text) is not None
