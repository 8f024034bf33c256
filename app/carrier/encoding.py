"""Decodes an answer from whatever encoding it has.

JSON is UTF-8. A service that writes Latin-1 often does not declare it, and one that declares it often sends UTF-8. So
the bytes decide: an answer that begins as UTF-16 or UTF-32 is read as such, and bytes that are not UTF-8 as
Windows-1252, which contains Latin-1. In Latin-1 text no two adjacent letters look like UTF-8, except for such as `Ã©`.
"""

import codecs
import json
from typing import Final

from app.domain.contract.json_text.storable_text import LATIN_LETTERS

_NAMES_OF_UTF8: Final = ("", "utf-8", "utf8", "us-ascii", "ascii")
_UTF8: Final = "utf-8"
_LONGEST_MARK: Final = 4  # bytes by which an encoding is known


class AnswerDecoder:
    """Decodes an answer piece by piece; `charset` is that of its `Content-Type`, in small letters, or empty.

    Attributes:
        found: how the encoding differs from declared UTF-8, in words; empty where it does not.
    """

    def __init__(self, charset: str = "") -> None:
        self.found = "" if charset in _NAMES_OF_UTF8 else f"UTF-8, declared as {charset}"
        self._charset = charset
        self._decoder: codecs.IncrementalDecoder | None = None
        self._begun = b""

    def decode(self, piece: bytes, *, is_last: bool = False) -> str:
        """Return the text of a piece; an incomplete character at its end waits for the next piece."""
        if self._decoder is None:
            self._begun += piece
            if len(self._begun) < _LONGEST_MARK and not is_last:
                return ""
            self._decoder, piece = self._decoder_for(self._begun), self._begun
        text = self._decoder.decode(piece, is_last)
        if text.isascii():
            return text
        try:
            text.encode()
        except UnicodeEncodeError:
            self.found = f"Latin-1, declared as {self._charset}" if self._charset else "Latin-1, not declared"
            return text.translate(LATIN_LETTERS)
        return text

    def _decoder_for(self, begun: bytes) -> codecs.IncrementalDecoder:
        encoding = json.detect_encoding(begun)
        if not encoding.startswith(("utf-16", "utf-32")):
            return codecs.getincrementaldecoder(_UTF8)("surrogateescape")
        self.found = encoding.upper()
        return codecs.getincrementaldecoder(encoding)("replace")
