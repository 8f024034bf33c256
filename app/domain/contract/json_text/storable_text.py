"""Reads a body as text, whatever encoding its bytes have, and makes any text storable in SQLite."""

import json
import re
from typing import Final

_UNASSIGNED: Final = (0x81, 0x8D, 0x8F, 0x90, 0x9D)  # in Windows-1252
LATIN_LETTERS: Final = {
    0xDC00 + code: chr(code) if code in _UNASSIGNED else bytes((code,)).decode("cp1252") for code in range(0x80, 0x100)
}
"""The letters of Windows-1252, which contains Latin-1, for bytes that are not UTF-8.

Python decodes each to a lone surrogate (PEP 383). In Latin-1 text no two adjacent letters look like UTF-8, except for
such as `Ã©`.
"""
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


def read_text(body: bytes) -> tuple[str, str]:
    """Return a body as text, and its encoding in words where that is not plain UTF-8, else an empty text."""
    encoding = json.detect_encoding(body)  # by a byte order mark, and where NUL stands among the first bytes
    if encoding not in ("utf-8", "utf-8-sig"):
        return body.decode(encoding, "replace"), encoding[:6].upper()
    try:
        return body.decode(encoding), "" if encoding == "utf-8" else "UTF-8 with a byte order mark"
    except UnicodeDecodeError:
        return body.decode(encoding, "surrogateescape").translate(LATIN_LETTERS), "Latin-1"


def storable(text: str) -> str:
    """Return the text with U+FFFD for each NUL, which ends a text in SQLite, and each lone surrogate."""
    if text.isprintable():  # true for most texts, and only without either
        return text
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def body_text(body: bytes) -> str:
    """Return a body as text that can be shown and stored, in whatever encoding it came."""
    return storable(read_text(body)[0])
