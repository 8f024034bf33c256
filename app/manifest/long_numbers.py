"""Keeps numbers of absurd length away from the JSON parser.

ijson 3.6.0's C backend ends the whole process (a null pointer, not an exception) at an integer of more digits than
Python converts, 4300 by default. Try without this once ijson raises instead.
"""

MOST_DIGITS = 500

_DIGITS = b"0123456789"
_AS_ZEROS = bytes.maketrans(_DIGITS, b"0" * len(_DIGITS))
_TOO_LONG = b"0" * (MOST_DIGITS + 1)


class LongNumbers:
    """Watches JSON go by, in pieces cut anywhere, and tells digits in a text, which do no harm, from numbers."""

    def __init__(self) -> None:
        self._backslash = b""  # of an escape that was cut in two
        self._digits = b""  # that the piece before ended with
        self._in_text = False

    def found_in(self, piece: bytes) -> bool:
        """Whether a number with more than `MOST_DIGITS` digits in a row is, or ends, in this piece."""
        piece = self._backslash + piece
        whole = len(piece) - (len(piece) - len(piece.rstrip(b"\\"))) % 2
        self._backslash = piece[whole:]
        unescaped = piece[:whole].replace(rb"\\", b"").replace(rb"\"", b"")
        plain = self._digits + unescaped
        began_in_text = self._in_text
        self._in_text ^= plain.count(b'"') % 2 == 1
        self._digits = plain[len(plain.rstrip(_DIGITS)) :][-MOST_DIGITS:]
        if _TOO_LONG not in plain.translate(_AS_ZEROS):
            return False
        outside = plain.split(b'"')[began_in_text::2]
        return any(_TOO_LONG in part.translate(_AS_ZEROS) for part in outside)
