"""A JSON text exactly as the service sent it: read without losing a digit, and laid out for people."""

import json
import re
from decimal import Decimal

_FIRST, _LAST = "\N{START OF TEXT}", "\N{END OF TEXT}"  # JSON writes neither as it is
_NUMBER = re.compile(r'"\\u0002([^"]*)\\u0003"')


def read_document(raw: str) -> object:
    """Return what the text holds; numbers with a point as Decimal, so that `1.50` stays `1.50`."""
    return _DECODER.decode(raw)


def _number(digits: str) -> int | Decimal | str:
    """Return the number; Python reads no integer of thousands of digits, and no exponent beyond all bounds."""
    try:
        return int(digits)
    except ValueError:
        pass
    try:
        return Decimal(digits)
    except ArithmeticError:
        return digits


_DECODER = json.JSONDecoder(parse_float=_number, parse_int=_number)


def laid_out(raw: str) -> str:
    """Return the text with a line for each member, its numbers as they were written."""

    def mark(digits: str) -> str:
        return f"{_FIRST}{digits}{_LAST}"

    marked = json.loads(raw, parse_float=mark, parse_int=mark)
    return _NUMBER.sub(r"\1", json.dumps(marked, ensure_ascii=False, indent=2))
