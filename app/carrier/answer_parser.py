"""Parses the carrier's JSON answer while it arrives, into the elements of its outer list."""

import contextlib
from typing import Final

import ijson

from app.carrier.encoding import AsUtf8
from app.carrier.json_sanitizer import JsonSanitizer
from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.errors import CarrierAnswerError
from app.domain.texts import Text

_BOM: Final = b"\xef\xbb\xbf"

_NOT_A_LIST = Text(
    "Error",
    "The carrier answered with a JSON object instead of a list of manifests. Check the address of the "
    "carrier's service; if it is right, tell the carrier.",
)
_NOT_JSON = Text(
    "Error",
    "The answer is not from the carrier's service: it is a web page or a text instead of JSON. Check the address "
    "of the carrier's service, and whether the network requires a sign-in in the browser first.",
)
_EMPTY = Text(
    "Error",
    "The carrier's answer is empty: not even an empty list came. Load again; if this continues, tell the carrier.",
)
_CUT = Text("Error", "The carrier's answer is cut short. Load again; if this continues, tell the carrier.")
_BROKEN = Text("Error", "The carrier's answer is not valid JSON. Load again; if this continues, tell the carrier.")

# Raised again `from None`: the parser's message quotes the answer, which holds personal data.
_UNREADABLE = (ijson.JSONError, ValueError)


class Opening:
    """Checks that an answer begins with `[`, the start of a list."""

    def __init__(self) -> None:
        self._held = b""
        self.is_list = self.has_mark = False

    def pass_on(self, piece: bytes) -> bytes:
        """Return a piece without a byte order mark and blanks at the answer's start.

        Raises:
            CarrierAnswerError: the answer begins with something else than a list.
        """
        if self.is_list:
            return piece
        self._held += piece
        if _BOM.startswith(self._held):
            return b""
        self.has_mark = self._held.startswith(_BOM)
        begun = self._held.removeprefix(_BOM).lstrip(b" \t\r\n")
        if not begun:
            self._held = _BOM if self.has_mark else b" "
            return b""
        if not begun.startswith(b"["):
            raise CarrierAnswerError(_NOT_A_LIST if begun.startswith(b"{") else _NOT_JSON)
        self.is_list = True
        return begun

    def close(self) -> None:
        """Check at the end of the answer that a list has begun.

        Raises:
            CarrierAnswerError: the answer is empty.
        """
        if not self.is_list:
            raise CarrierAnswerError(_EMPTY)


class Elements:
    """Parses an answer piece by piece. Numbers are int or Decimal, as they were written.

    Args:
        charset: the encoding that the `Content-Type` header names, or empty.
    """

    def __init__(self, charset: str = "") -> None:
        self._text = AsUtf8(charset)
        self._opening = Opening()
        self._sanitizer = JsonSanitizer()
        self._found = ijson.sendable_list()
        self._parser = ijson.items_coro(self._found, "item")

    def feed(self, piece: bytes) -> list[object]:
        """Return the elements that this piece completes.

        Raises:
            CarrierAnswerError: the answer is not JSON, or not a list.
        """
        return self._parsed(self._sanitizer.pass_on(self._opening.pass_on(self._text.pass_on(piece))))

    def close(self) -> list[object]:
        """Return what the end of the answer completes.

        Raises:
            CarrierAnswerError: the answer is cut short.
        """
        rest = self._opening.pass_on(self._text.close())
        self._opening.close()
        last = self._parsed(self._sanitizer.pass_on(rest) + self._sanitizer.close())
        try:
            self._parser.close()
        except ijson.IncompleteJSONError:
            raise CarrierAnswerError(_CUT) from None
        except _UNREADABLE:
            raise CarrierAnswerError(_BROKEN) from None
        return last + self._taken()

    def deviations(self) -> list[Deviation]:
        """Return how the answer's encoding differs from JSON's, which is UTF-8 without a byte order mark."""
        found = [self._text.found, "UTF-8 with a byte order mark" if self._opening.has_mark else ""]
        return [deviation(Source.MANIFEST, "body", What.OTHER_ENCODING, one, is_shown=True) for one in found if one]

    def abandon(self) -> None:
        """Stop before the end of the answer; without this, ijson's Python backend warns when it is collected."""
        with contextlib.suppress(*_UNREADABLE):
            self._parser.close()

    def _parsed(self, piece: bytes) -> list[object]:
        if not piece:  # which ijson takes for the end
            return []
        try:
            self._parser.send(piece)
        except _UNREADABLE:
            raise CarrierAnswerError(_BROKEN) from None
        return self._taken()

    def _taken(self) -> list[object]:
        taken = list(self._found)
        self._found.clear()
        return taken
