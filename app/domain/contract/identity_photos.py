"""Replaces the addresses of identity photos in the body of a notification, for everything that shows a body.

The contract has the address in `data.fotos.dni`. Bodies with other spellings, other shapes of `fotos` and JSON inside
JSON are kept too, so all that may be such an address is replaced: each text in `fotos` but `evidencia`, and each URL in
a member elsewhere whose name holds `dni`.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, NoReturn

IDENTITY_PHOTO: Final = "[identity photo]"
"""What stands in place of an address."""

_ABSENT = ("", "None", "null")
_MOST_ADDRESSES = 50
"""More different addresses are not searched one by one in longer texts: every URL is replaced there."""

_GAP = "[\0\ufffd]{0,3}"  # between the letters of UTF-16 and UTF-32
_SLASH = rf"(?:\\{{0,8}}/|\\{{1,8}}u002f|%2f){_GAP}"
_URL = re.compile(rf"""(?:(?::|\\{{1,8}}u003a|%3a){_GAP})?{_SLASH}{_SLASH}[^\s"<>]*|www\.[^\s"<>]*""", re.IGNORECASE)
"""A URL in any text, from behind its scheme; also with the escapes of JSON and of URLs."""
_SCHEME = re.compile("(?:[a-z0-9+.\0\ufffd-]|\\\\{1,8}u00[0-9a-f]{2}|%[0-9a-f]{2})*\\Z", re.IGNORECASE)
_LONGEST_SCHEME = 60
_LONGEST_NAME = 100
_MEMBER = re.compile(r'(dni[^"]{0,40}"\s*+:\s*+")[^"\\]*+(?:\\.[^"\\]*+)*+', re.IGNORECASE | re.DOTALL)
_STRING = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"(\s*+:)?')
"""A string of a valid JSON text, with the colon behind the name of a member."""


class _Within(Enum):
    """The part of a document that a value stands in."""

    OTHERS = auto()
    PHOTOS = auto()  # `fotos`: each text but `evidencia` is an address
    IDENTITY = auto()  # `dni` in it
    NAMED = auto()  # `dni` elsewhere: its URLs are addresses


def shown_body(body: bytes) -> bytes:
    """Return a body, with `[identity photo]` in place of each address of an identity photo.

    In a body that cannot be parsed, or that repeats the name of a member, it stands in place of each URL. Nothing else
    is changed.
    """
    try:
        text = body.decode()
        addresses = set(_addresses(_DECODER.decode(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))))
    except (ValueError, RecursionError):
        text = body.decode(errors="replace")
        shown = _without_urls(_MEMBER.sub(rf"\g<1>{IDENTITY_PHOTO}", text))
        return body if shown == text else shown.encode()
    return _without(text, addresses).encode() if addresses else body


def _refuse(_constant: str) -> NoReturn:
    raise ValueError  # NaN and Infinity, which Python reads though JSON has none


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=float, parse_constant=_refuse)
"""Reads an object as a tuple of its members; the value of a number does not matter, and `int` refuses long ones."""


def _addresses(document: object) -> Iterator[str]:
    """Yield what may be the address of an identity photo.

    Raises:
        ValueError: an object repeats the name of a member.
    """
    left: list[tuple[Any, _Within]] = [(document, _Within.OTHERS)]
    while left:
        value, within = left.pop()
        if isinstance(value, str):
            yield from _addresses_in(value, within)
        elif isinstance(value, list):
            left += [(one, within) for one in value]
        elif isinstance(value, tuple):
            if len(dict(value)) < len(value):
                raise ValueError
            for name, member in value:
                part = _part(name[:_LONGEST_NAME], within)
                if part is not _Within.OTHERS or not isinstance(member, str) or '"' in member:
                    left.append((member, part))
            if within is not _Within.OTHERS:
                yield from (name for name, _ in value if "/" in name)


@lru_cache(maxsize=1024)
def _part(name: str, within: _Within) -> _Within:
    """Return the part of a document that a member's value stands in."""
    plain = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name))).casefold()
    if "dni" in plain:
        return _Within.NAMED if within in (_Within.OTHERS, _Within.NAMED) else _Within.IDENTITY
    if within is _Within.PHOTOS:
        return _Within.OTHERS if plain == "evidencia" else _Within.IDENTITY
    return _Within.PHOTOS if plain in ("foto", "fotos", "photo", "photos") else within


def _addresses_in(text: str, within: _Within) -> Iterator[str]:
    if within is _Within.OTHERS:
        if '"' in text and "dni" in text.casefold():  # JSON inside JSON
            yield from (text[first:end] for first, end in _urls(text))
    elif text.strip() not in _ABSENT and (within is not _Within.NAMED or "/" in text):
        yield text


def _urls(text: str) -> Iterator[tuple[int, int]]:
    """Yield the begin and end of each URL."""
    end = 0
    for found in _URL.finditer(text):
        scheme = _SCHEME.search(text, max(end, found.start() - _LONGEST_SCHEME), found.start())
        first, end = scheme.start() if scheme else found.start(), found.end()
        yield first, end


def _without_urls(text: str) -> str:
    parts, last = [], 0
    for first, end in _urls(text):
        parts += [text[last:first], IDENTITY_PHOTO]
        last = end
    return "".join([*parts, text[last:]])


def _without(text: str, addresses: set[str]) -> str:
    """Return a JSON text without these addresses, wherever they stand in it."""
    urls = sorted((one for one in addresses if "/" in one), key=len, reverse=True)
    if "\\" not in text and len(addresses) == len(urls) <= _MOST_ADDRESSES:
        return _without_each(text, urls)

    def written(found: re.Match[str]) -> str:
        said = json.loads(f'"{found[1]}"') if "\\" in found[1] else found[1]
        colon = found[2] or ""
        if said in addresses and ("/" in said or not colon):
            return f'"{IDENTITY_PHOTO}"{colon}'
        shown = _without_each(said, urls) if len(urls) <= _MOST_ADDRESSES else _without_urls(said)
        return found[0] if shown == said else json.dumps(shown) + colon

    return _STRING.sub(written, text)


def _without_each(text: str, addresses: Iterable[str]) -> str:
    for one in addresses:
        text = text.replace(one, IDENTITY_PHOTO)
    return text
