"""Replaces characters that cannot be written to a file with the replacement character."""

import re

_REPLACEMENT = "\ufffd"
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def encodable(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def for_spreadsheet(text: str) -> str:
    """Return a text for a spreadsheet: without lone surrogates and control characters, except tab, CR and LF.

    Excel refuses a file with others, or reads it only up to them.
    """
    if text.isprintable():  # surrogates, control characters and noncharacters are not printable
        return text
    return _CONTROLS.sub(_REPLACEMENT, encodable(text))
