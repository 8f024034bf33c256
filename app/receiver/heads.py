"""The heads of requests: only those are let in that no two programs could read differently.

aiohttp's own parser is strict about most of it, but takes two Authorization headers, targets with a host in them,
`Transfer-Encoding: gzip, chunked` and HTTP/0.9, and takes more where it runs without its C extension.
"""

import re
from collections import defaultdict
from urllib.parse import unquote_to_bytes

from aiohttp.http import RawRequestMessage

from app.receiver.answers import HEAD_TOO_LARGE, MALFORMED, NOT_ALLOWED, TARGET_TOO_LONG, Answer
from app.receiver.limits import Limits
from app.receiver.unpacking import Coding

_WITHHELD = "/***"

END = b"\r\n\r\n"

_LINE = re.compile(rb"([A-Z]+) /[!-\"$-~]* HTTP/1\.([01])")
_FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\x80-\xff]*)")
_METHODS = (b"POST", b"GET", b"HEAD")
_ONCE = (b"host", b"content-length", b"transfer-encoding", b"authorization")
_MOST_DIGITS = 20  # of a length; Python makes no number of some thousands
_BEARER = re.compile(rb"bearer[ \t]+(.+)", re.IGNORECASE | re.DOTALL)
_TELLING = 12  # characters; a shorter token may stand in any header by chance
_SECRET = re.compile("auth|cookie|token|secret|passw|credential|session|signature|jwt|csrf|xsrf|key", re.IGNORECASE)


def flaw_of_start(start: bytes, limits: Limits) -> Answer | None:
    """Judge a head that has not ended yet; None where it may still become one."""
    if len(start) > limits.head_bytes:
        return HEAD_TOO_LARGE if b"\r\n" in start else TARGET_TOO_LONG
    is_one = start[:1].isupper() and b"\n" not in start.replace(b"\r\n", b"")
    return None if is_one else MALFORMED


def flaw_of(head: bytes, limits: Limits) -> Answer | None:
    """Judge a head without the empty line at its end; None where there is nothing wrong with it."""
    line, *fields = head.split(b"\r\n")
    if len(line) > limits.target_bytes:
        return TARGET_TOO_LONG
    if len(head) > limits.head_bytes or len(fields) > limits.fields:
        return HEAD_TOO_LARGE
    asked, named = _LINE.fullmatch(line), [_FIELD.fullmatch(one) for one in fields]
    values: dict[bytes, list[bytes]] = defaultdict(list)
    for one in filter(None, named):
        values[one[1].lower()].append(one[2].strip(b" \t"))
    if asked is None or not all(named) or not _is_sound(values, is_1_1=asked[2] == b"1"):
        return MALFORMED
    return None if asked[1] in _METHODS else NOT_ALLOWED


def _is_sound(values: dict[bytes, list[bytes]], *, is_1_1: bool) -> bool:
    """Tell whether it is clear where the request goes, who sends it, and where its body ends."""
    if any(len(values[name]) > 1 for name in _ONCE) or (is_1_1 and not values[b"host"]):
        return False
    encodings, lengths = values[b"transfer-encoding"], values[b"content-length"]
    if encodings:
        return is_1_1 and not lengths and encodings[0].lower() == b"chunked"
    return all(length.isdigit() and len(length) <= _MOST_DIGITS for length in lengths)


def bearer(head: RawRequestMessage) -> bytes | None:
    """Return the token that a request bears, as it came; None where it bears none."""
    for name, value in head.raw_headers:
        if name.lower() == b"authorization":
            found = _BEARER.fullmatch(value)
            return found[1] if found else None
    return None


def coding_of(head: RawRequestMessage) -> Coding | None:
    """Return how a body is compressed; None where that is none of what is read, or several one upon the other."""
    given = ", ".join(head.headers.getall("Content-Encoding", [Coding.IDENTITY.value]))
    try:
        return Coding(given.strip().lower())
    except ValueError:
        return None


def path_without(path: str, token: bytes) -> str:
    """Return a path, or what stands for one that holds the token."""
    return _WITHHELD if len(token) >= _TELLING and _holds(path.encode(errors="surrogateescape"), token) else path


def _holds(value: bytes, token: bytes) -> bool:
    """Return whether the token stands there as it is or quoted for a URL."""
    return token in value or token in unquote_to_bytes(value)


def without_secrets(head: RawRequestMessage, token: bytes) -> tuple[tuple[str, str], ...]:
    """Return the headers in their order, without those that hold a secret: by their name, or since the token is in."""
    texts = [(name.decode("ascii"), value) for name, value in head.raw_headers]
    has_token = (lambda value: _holds(value, token)) if len(token) >= _TELLING else token.__eq__
    return tuple(
        (name, value.decode("utf-8", "replace"))
        for name, value in texts
        if not _SECRET.search(name) and not has_token(value)
    )
