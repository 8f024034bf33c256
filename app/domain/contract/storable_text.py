"""Makes any text storable in SQLite."""

import re

from app.domain.contract.body_encoding import read_text

_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


def storable(text: str) -> str:
    """Return the text with U+FFFD for each NUL, which ends a text in SQLite, and each lone surrogate."""
    if text.isprintable():  # true for most texts, and only without either
        return text
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def body_text(body: bytes) -> str:
    """Return a body as text that can be shown and stored, in whatever encoding it came."""
    return storable(read_text(body)[0])
