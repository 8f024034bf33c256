"""Converts an answer to UTF-8 from whatever encoding it has.

JSON is UTF-8. A service that writes Latin-1 often does not declare it, and one that declares it often sends UTF-8. So
the bytes decide: bytes that are not UTF-8 are read as Windows-1252, which contains Latin-1. In Latin-1 text no two
adjacent letters look like UTF-8, except for such as `Ã©`.
"""

import codecs
from typing import Final

_NAMES_OF_UTF8: Final = ("", "utf-8", "utf8", "us-ascii", "ascii")
_UNASSIGNED: Final = (0x81, 0x8D, 0x8F, 0x90, 0x9D)  # in Windows-1252
_LETTERS: Final = {
    0xDC00 + code: chr(code) if code in _UNASSIGNED else bytes((code,)).decode("cp1252") for code in range(0x80, 0x100)
}
"""The letters for bytes that are not UTF-8; Python decodes each to a lone surrogate (PEP 383)."""


class AsUtf8:
    """Converts an answer piece by piece.

    Args:
        charset: the encoding that the `Content-Type` header names, in small letters, or empty.

    Attributes:
        found: how the encoding differs from declared UTF-8, in words; empty where it does not.
    """

    def __init__(self, charset: str = "") -> None:
        self.found = "" if charset in _NAMES_OF_UTF8 else f"UTF-8, declared as {charset}"
        self._charset = charset
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def pass_on(self, piece: bytes) -> bytes:
        """Return a piece in UTF-8; an incomplete character at its end waits for the next piece."""
        if piece.isascii() and not self._decoder.getstate()[0]:
            return piece
        return self._as_utf8(self._decoder.decode(piece))

    def close(self) -> bytes:
        """Return the rest at the end of the answer."""
        return self._as_utf8(self._decoder.decode(b"", final=True))

    def _as_utf8(self, text: str) -> bytes:
        try:
            return text.encode()
        except UnicodeEncodeError:
            self.found = f"Latin-1, declared as {self._charset}" if self._charset else "Latin-1, not declared"
            return text.translate(_LETTERS).encode()
