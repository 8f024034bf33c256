"""JSON as the service sent it: read without losing digits, and formatted for display."""

import json
import re
from decimal import Decimal

DEEPEST = 100
"""Levels of objects and lists; what is nested deeper is neither read nor laid out."""

_FIRST, _LAST = "\N{START OF TEXT}", "\N{END OF TEXT}"  # JSON writes neither as it is
_NUMBER = re.compile(r'"\\u0002([^"]*)\\u0003"')


def read_document(raw: str) -> object:
    """Return the value of a JSON text; numbers with a point become Decimal, so that `1.50` stays `1.50`."""
    return _DECODER.decode(raw)


def _number(digits: str) -> int | Decimal | str:
    """Return the number, or its digits where Python cannot read it: too many digits, or too large an exponent."""
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
    """Return the text indented, one member a line, its numbers unchanged.

    Raises:
        ValueError, RecursionError: it is no JSON, or nested so deeply that it is mostly indentation.
    """

    def mark(digits: str) -> str:
        return f"{_FIRST}{digits}{_LAST}"

    marked = json.loads(raw, parse_float=mark, parse_int=mark)
    if is_too_deep(marked):
        raise ValueError
    return _NUMBER.sub(r"\1", json.dumps(marked, ensure_ascii=False, indent=2))


def is_too_deep(value: object) -> bool:
    """Return whether objects and lists are nested too deeply to be written as JSON without exhausting the stack."""
    level = [value]
    for _ in range(DEEPEST):
        inside = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, (dict, list))]
        level = [member for members in inside for member in members]
        if not level:
            return False
    return True
