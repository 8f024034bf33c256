"""Texts as the file can hold them, whoever wrote them."""

import re

_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


def storable(text: str) -> str:
    """Return the text with U+FFFD for each NUL, which ends a text for SQLite, and each half of a surrogate pair."""
    if text.isprintable():  # which holds neither, and is most texts
        return text
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def body_text(body: bytes) -> str:
    """Return a body as a text that can be shown and stored; bytes that are no UTF-8 become U+FFFD."""
    return storable(body.decode(errors="replace"))
