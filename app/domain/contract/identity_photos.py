"""Replaces the addresses of identity photos in the body of a notification, for everything that shows a body.

The contract has the address in `data.fotos.dni`. Bodies with other spellings, other shapes of `fotos` and JSON inside
JSON are kept too, so all that may be such an address is replaced: each text in `fotos` but that of `evidencia`, each
URL in a member elsewhere whose name speaks of photos or documents, and the same addresses wherever they stand.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, NoReturn
from urllib.parse import unquote

from app.domain.contract.json_text.storable_text import read_text
from app.domain.folding import fold

IDENTITY_PHOTO: Final = "[identity photo]"
"""What stands in place of an address."""

_ABSENT = ("", "None", "null")
_MOST_ADDRESSES = 50
"""More different addresses are not searched one by one in longer texts: every URL is replaced there."""

_GAP = "[\0\ufffd]{0,3}"  # between the letters of UTF-16 and UTF-32
_SLASH = rf"(?:\\{{0,8}}/|\\{{1,8}}u002f|%(?:25){{0,2}}2f|&#0{{0,4}}47;|&#x0{{0,4}}2f;|&sol;){_GAP}"
_URL = re.compile(rf"""(?:(?::|\\{{1,8}}u003a|%3a){_GAP})?{_SLASH}{_SLASH}[^\s"<>]*|www\.[^\s"<>]*""", re.IGNORECASE)
"""A URL in any text, from behind its scheme; also with the escapes of JSON, of URLs and of HTML."""
_SCHEME = re.compile("(?:[a-z0-9+.\0\ufffd-]|\\\\{1,8}u00[0-9a-f]{2}|%[0-9a-f]{2})*\\Z", re.IGNORECASE)
_LONGEST_SCHEME = 60
_LONGEST_NAME = 100
_NAMES = "dni|fot|photo|imag|ident|cedul|document"
_NAME = re.compile(_NAMES)
_MEMBER = re.compile(
    rf"""((?:{_NAMES})[^"']{{0,40}}["']\s*+:\s*+(["']))((?:(?!\2)[^\\]|\\.)*+)""", re.IGNORECASE | re.DOTALL
)
"""A member with such a name in a text that is no valid JSON."""
_PHOTOS = ("foto", "fotos", "photo", "photos")
_EVIDENCE = "evidencia"
_NESTED = re.compile('["{]|%(?:25)*(?:22|7b)|&(?:quot|#0*34|#x0*22);', re.IGNORECASE)
"""What JSON inside a text has."""
_ESCAPE = re.compile(r"\\{1,8}+(?:u([0-9a-f]{4})|(?=/))", re.IGNORECASE)
_MOST_ENCODINGS = 3
"""Times that an address may be encoded on top of each other."""
_STRING = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"(\s*+:)?')
"""A string of a valid JSON text, with the colon behind the name of a member."""


class _Within(Enum):
    """The part of a document that a value stands in."""

    OTHERS = auto()
    PHOTOS = auto()  # `fotos`: each text but that of `evidencia` is an address
    IDENTITY = auto()  # `dni` in it
    NAMED = auto()  # `dni` and similar names elsewhere: their URLs are addresses


def shown_body(body: bytes) -> bytes:
    """Return a body, with `[identity photo]` in place of each address of an identity photo.

    In a body that cannot be parsed, or that repeats the name of a member, it stands in place of each URL; a body that
    hides URLs by more than one encoding is decoded first. Nothing else is changed.
    """
    text = read_text(body)[0]
    try:
        addresses = set(_addresses(_DECODER.decode(text)))
    except (ValueError, RecursionError):
        shown = _without_urls(_MEMBER.sub(_without_address, text))
        decoded = _decoded(shown)
        if _URL.search(decoded):
            shown = _without_urls(_MEMBER.sub(_without_address, decoded))
        return body if shown == text else shown.encode(errors="replace")
    return _without(text, addresses).encode(errors="replace") if addresses else body


def shown_name(name: str) -> str:
    """Return the name of a member, or `[identity photo]` if it may be an address."""
    decoded = _decoded(name)
    return IDENTITY_PHOTO if "/" in decoded or ":" in decoded else name


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
                part = _part(name[:_LONGEST_NAME], within, is_text=isinstance(member, str))
                if part is not _Within.OTHERS or not isinstance(member, str) or _NESTED.search(member):
                    left.append((member, part))
            if within is not _Within.OTHERS:
                yield from (name for name, _ in value if _has_slash(name))


@lru_cache(maxsize=1024)
def _part(name: str, within: _Within, *, is_text: bool) -> _Within:
    """Return the part of a document that a member's value stands in; only one text can be evidence."""
    plain = "".join(filter(str.isalnum, fold(name)))
    if within is _Within.PHOTOS:
        return _Within.OTHERS if plain == _EVIDENCE and is_text else _Within.IDENTITY
    if within is _Within.IDENTITY or (within is _Within.NAMED and plain in _PHOTOS):
        return _Within.IDENTITY
    if plain in _PHOTOS:
        return _Within.PHOTOS
    is_named = _NAME.search(plain) or (plain == _EVIDENCE and not is_text)
    return _Within.NAMED if is_named else within


def _addresses_in(text: str, within: _Within) -> Iterator[str]:
    if within is _Within.OTHERS:
        if _NESTED.search(text):
            yield from (text[first:end] for first, end in _urls(text))
    elif text.strip() not in _ABSENT and (within is not _Within.NAMED or _has_slash(text)):
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
    """Return a JSON text without these addresses, wherever and however they stand in it."""
    urls = sorted(filter(_has_slash, addresses), key=len, reverse=True)
    is_few = len(urls) <= _MOST_ADDRESSES
    if "\\" not in text and len(addresses) == len(urls) and is_few:
        shown = _without_each(text, urls)
    else:
        shown = _without_as_sent(text, addresses, urls)
    encoded = [_comparable(one) for one in urls] if is_few else []
    comparable = _comparable(shown)
    return _without_encoded(shown, encoded) if any(one in comparable for one in encoded) else shown


def _without_as_sent(text: str, addresses: set[str], urls: list[str]) -> str:
    def written(found: re.Match[str]) -> str:
        said = json.loads(f'"{found[1]}"') if "\\" in found[1] else found[1]
        colon = found[2] or ""
        if said in addresses and (not colon or _has_slash(said)):
            return f'"{IDENTITY_PHOTO}"{colon}'
        shown = _without_each(said, urls) if len(urls) <= _MOST_ADDRESSES else _without_urls(said)
        return found[0] if shown == said else json.dumps(shown) + colon

    return _STRING.sub(written, text)


def _without_encoded(text: str, addresses: list[str]) -> str:
    """Return a JSON text without URLs, and without the texts in which an address is left."""

    def written(found: re.Match[str]) -> str:
        said = json.loads(f'"{found[1]}"')
        shown = _without_urls(said)
        comparable = _comparable(shown)
        if any(one in comparable for one in addresses):
            shown = IDENTITY_PHOTO
        return found[0] if shown == said else json.dumps(shown) + (found[2] or "")

    return _STRING.sub(written, text)


def _comparable(text: str) -> str:
    """Return a text in which an address is the same however it is encoded, in any case and with any scheme."""
    decoded = _decoded(_ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", text)).casefold()
    return decoded.removeprefix("https:").removeprefix("http:")


def _has_slash(text: str) -> bool:
    return "/" in _decoded(text)


def _decoded(text: str) -> str:
    """Undo the encodings of URLs and of HTML."""
    for _ in range(_MOST_ENCODINGS):
        decoded = html.unescape(unquote(text))
        if decoded == text:
            break
        text = decoded
    return text


def _without_address(member: re.Match[str]) -> str:
    is_address = "dni" in member[1].casefold() or _has_slash(member[3])
    return member[1] + IDENTITY_PHOTO if is_address else member[0]


def _without_each(text: str, addresses: Iterable[str]) -> str:
    for one in addresses:
        text = text.replace(one, IDENTITY_PHOTO)
    return text
