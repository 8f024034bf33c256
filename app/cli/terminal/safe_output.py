"""What came from elsewhere and is printed: none of it moves a cursor, colours a line or turns a word around."""

import re

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return a text with control characters, and what changes the direction of text, written as in JSON."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain(text: str) -> str:
    """Return the same of a text that may have several lines."""
    return "\n".join(map(one_line, text.split("\n")))
