"""An answer in UTF-8, whatever single-byte encoding it came in.

JSON is UTF-8, and a service that writes Latin-1 all the same often does not say so; one that says so often sends UTF-8.
So the bytes decide: what is no UTF-8 is read byte by byte as Windows-1252, which Latin-1 is a part of. In a Latin-1
text no two letters that follow each other look like UTF-8, but for such as `Ã©`.
"""

import codecs
from typing import Final

_NAMES_OF_UTF8: Final = ("", "utf-8", "utf8", "us-ascii", "ascii")
_UNASSIGNED: Final = (0x81, 0x8D, 0x8F, 0x90, 0x9D)  # in Windows-1252
_LETTERS: Final = {
    0xDC00 + code: chr(code) if code in _UNASSIGNED else bytes((code,)).decode("cp1252") for code in range(0x80, 0x100)
}
"""What the bytes that are no UTF-8 stand for; Python decodes each to half of a surrogate pair (PEP 383)."""


class AsUtf8:
    """Passes an answer on in UTF-8, piece by piece.

    Args:
        charset: the encoding that the answer's head names, in small letters, or empty.

    Attributes:
        found: how it differs from UTF-8, in words; empty where it does not.
    """

    def __init__(self, charset: str = "") -> None:
        self.found = "" if charset in _NAMES_OF_UTF8 else f"UTF-8, declared as {charset}"
        self._charset = charset
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def pass_on(self, piece: bytes) -> bytes:
        """Return what the piece is in UTF-8; what may be half of a character waits for the next one."""
        if piece.isascii() and not self._decoder.getstate()[0]:
            return piece
        return self._as_utf8(self._decoder.decode(piece))

    def close(self) -> bytes:
        """Return what still waited."""
        return self._as_utf8(self._decoder.decode(b"", final=True))

    def _as_utf8(self, text: str) -> bytes:
        try:
            return text.encode()
        except UnicodeEncodeError:
            self.found = f"Latin-1, declared as {self._charset}" if self._charset else "Latin-1, not declared"
            return text.translate(_LETTERS).encode()
