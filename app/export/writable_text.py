"""Makes a text fit to be written: what no file can hold becomes the replacement character, where it stood."""

import re

_REPLACEMENT = "\ufffd"
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def encodable(text: str) -> str:
    """Return the text with every lone surrogate replaced, because UTF-8 has no bytes for one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def for_spreadsheet(text: str) -> str:
    """Return the text as a spreadsheet can hold it: without lone surrogates, and without control characters.

    Excel reads a file no further, or not at all, where one of these stands. Tab, CR and LF stay.
    """
    if text.isprintable():  # neither a surrogate nor a control character is, nor what stands for no character
        return text
    return _CONTROLS.sub(_REPLACEMENT, encodable(text))
