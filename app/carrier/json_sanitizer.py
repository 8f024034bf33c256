"""Takes out of JSON what its parser does not survive, before the parser sees it; refuses more than memory can bear.

ijson 3.6.0's C backend ends the whole process at an integer of more digits than Python converts (4300 by default), and
its memory grows with the square of the depth: 100 kB of `[` take 25 GB. So a number beyond all reason goes on as a
text, and what stands too deep in other values as null. Try without, once ijson raises at the one and does not keep
the path of every level at the other. Half of a surrogate pair can cost it the whole answer, and becomes `?`.
"""

import re
from itertools import accumulate

from app.carrier.failures import too_large

MOST_LEVELS = 200
MOST_VALUES = 20_000_000
"""In the whole answer; two bytes are enough for one, and in memory it takes a hundred. A shipment has about fifty."""
MOST_CHARACTERS = 500
"""Of a number. Its exponent may have five digits: with seven, decimal's own arithmetic fails."""

_OF_NUMBERS = b"0123456789+-.eE"
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_ALL_BUT_BRACKETS = bytes(code for code in range(256) if code not in _STEPS)
_ABSURD = re.compile(rb"[-+.eE0-9]{%d}|[eE][-+]?[0-9]{6}" % (MOST_CHARACTERS + 1))
_REST_OF_TEXT = re.compile(rb'(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_HALF_ESCAPE = re.compile(rb"(\\u[dD][89abAB][0-9a-fA-F]{2})?(\\(?:u[0-9a-fA-F]{0,3})?)?\Z")
_LONGEST_HALF = 11  # a first half and all but the last digit of what may be its second
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]|-?[0-9][-+.eE0-9]*', re.DOTALL)


class JsonSanitizer:
    """Watches JSON go by, in pieces cut anywhere. Whether it is JSON it leaves for the parser to find."""

    def __init__(self) -> None:
        self._held = b""  # half of an escape, or a number whose end has not come
        self._in_text = False
        self._depth = 0
        self._values = 0

    def pass_on(self, piece: bytes) -> bytes:
        """Return what the parser may see, which is nearly always all of it.

        Raises:
            CarrierAnswerError: there are more values than any day has.
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
        """Return what stands for the rest that was held back: no list ends with it, whatever it is."""
        return b"0" if self._held else b""

    def _sift(self, piece: bytes) -> bytes:
        """Walk through a piece token by token."""
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
    """Return where an escape begins that the end of the piece cuts, or a surrogate pair; else the length of it."""
    length = len(piece)
    half = _HALF_ESCAPE.search(piece, max(0, length - _LONGEST_HALF))
    if half is None:  # it matches the end of anything
        return length
    before = piece[: half.start()]
    if (len(before) - len(before.rstrip(b"\\"))) % 2:  # what looks like its begin is escaped itself
        return half.start(2) if half[1] and half[2] else length
    return half.start()


def _mended(escape: re.Match[bytes]) -> bytes:
    return b"?" if escape[1] else escape[0]
