"""Escapes foreign text for the terminal: it cannot move the cursor, change colours or the direction of text."""

import re

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return a text with control and direction characters escaped as in JSON."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain(text: str) -> str:
    """Escape a text as `one_line` does, keeping its line breaks."""
    return "\n".join(map(one_line, text.split("\n")))
