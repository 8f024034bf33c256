"""Replaces the parts of a JSON text that would crash its parser, and refuses a text with too many values for memory.

ijson 3.6.0's C backend ends the process at an integer with more digits than Python converts (4300 by default), and its
memory grows with the square of the depth: 100 kB of `[` take 25 GB. So an overlong number is replaced by a string, and
a too deeply nested value by null. Try without, once ijson raises an error for the first and no longer keeps the path of
every level for the second. A lone surrogate can make it refuse the whole answer, and is replaced by `?`.
"""

import re
from itertools import accumulate

from app.carrier.failures import too_large

MOST_LEVELS = 200
MOST_VALUES = 20_000_000
"""In the whole answer. A value takes two bytes or more, and a hundred in memory; a shipment has about fifty values."""
MOST_CHARACTERS = 500
"""Of a number. Its exponent may have five digits: with seven, the arithmetic of `decimal` fails."""

_OF_NUMBERS = b"0123456789+-.eE"
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_ALL_BUT_BRACKETS = bytes(code for code in range(256) if code not in _STEPS)
_ABSURD = re.compile(rb"[-+.eE0-9]{%d}|[eE][-+]?[0-9]{6}" % (MOST_CHARACTERS + 1))
_REST_OF_TEXT = re.compile(rb'(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_HALF_ESCAPE = re.compile(rb"(\\u[dD][89abAB][0-9a-fA-F]{2})?(\\(?:u[0-9a-fA-F]{0,3})?)?\Z")
_LONGEST_HALF = 11  # characters: a high surrogate, and a low one without its last digit
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]|-?[0-9][-+.eE0-9]*', re.DOTALL)


class JsonSanitizer:
    """Sanitizes JSON in pieces cut anywhere. It does not check the syntax; the parser does."""

    def __init__(self) -> None:
        self._held = b""  # an incomplete escape or number at the end of the last piece
        self._in_text = False
        self._depth = 0
        self._values = 0

    def pass_on(self, piece: bytes) -> bytes:
        """Return a piece as the parser gets it, nearly always unchanged.

        Raises:
            CarrierAnswerError: the answer has more values than any day.
        """
        piece = self._held + piece
        whole = _end_of_escapes(piece)
        parts = piece[:whole].replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')
        outside = b'"'.join(parts[self._in_text :: 2])
        ends_in_text = self._in_text ^ (len(parts) % 2 == 0)
        if not ends_in_text:
            whole = len(piece[:whole].rstrip(_OF_NUMBERS))
        piece, self._held = piece[:whole], piece[whole:]
        self._values += outside.count(b",")
        if self._values > MOST_VALUES:
            raise too_large()
        steps = map(_STEPS.__getitem__, outside.translate(None, _ALL_BUT_BRACKETS))
        depths = list(accumulate(steps, initial=self._depth))
        if max(depths) > MOST_LEVELS or _ABSURD.search(outside):
            piece = self._sift(piece)
        self._in_text, self._depth = ends_in_text, depths[-1]
        return _ESCAPE.sub(_mended, piece) if _SURROGATE.search(piece) else piece

    def close(self) -> bytes:
        """Return a replacement for the incomplete rest: no list ends with it, so the parser refuses it."""
        return b"0" if self._held else b""

    def _sift(self, piece: bytes) -> bytes:
        """Replace overlong numbers and deeply nested values in a piece, token by token."""
        kept: list[bytes] = []
        depth, start = self._depth, 0
        begin = next(_REST_OF_TEXT.finditer(piece)).end() if self._in_text else 0
        for token in _TOKEN.finditer(piece, begin):
            step = _STEPS.get(piece[token.start()], 0)
            depth += step
            if step > 0 and depth == MOST_LEVELS + 1:
                kept.append(piece[start : token.start()])
            elif step < 0 and depth == MOST_LEVELS:
                kept.append(b"null")
                start = token.end()
            elif step == 0 and depth <= MOST_LEVELS and token[0][:1] != b'"' and _ABSURD.search(token[0]):
                kept += [piece[start : token.start()], b'"', token[0], b'"']
                start = token.end()
        if depth <= MOST_LEVELS:
            kept.append(piece[start:])
        return b"".join(kept)


def _end_of_escapes(piece: bytes) -> int:
    """Return where an incomplete escape or surrogate pair at the end of a piece begins; else the piece's length."""
    length = len(piece)
    half = _HALF_ESCAPE.search(piece, max(0, length - _LONGEST_HALF))
    if half is None:  # cannot be: the pattern matches every end
        return length
    before = piece[: half.start()]
    if (len(before) - len(before.rstrip(b"\\"))) % 2:  # the backslash is itself escaped
        return half.start(2) if half[1] and half[2] else length
    return half.start()


def _mended(escape: re.Match[bytes]) -> bytes:
    return b"?" if escape[1] else escape[0]
