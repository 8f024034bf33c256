"""Reads pasted lists of numbers, as they come from a spreadsheet, a mail or a chat."""

import re

MOST_NUMBERS = 5000
"""The most numbers that can be searched at once."""

_BETWEEN = re.compile(r"[\t,;\r\n\v\f\x85\u2028\u2029]+")
_IDENTIFIER = re.compile(r"(?=\S*\d)\S+")


def pasted_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of a list, each once; empty if the text is no list but words to search for.

    Several lines or cells are always a list; what is no number is reported as not found. On one line, commas and
    semicolons make a list only of what looks like numbers, since addresses have commas too.
    """
    parts = [" ".join(part.split()) for part in _BETWEEN.split(text.replace("\0", ""))]
    numbers: dict[str, str] = {}
    for part in filter(None, parts):
        numbers.setdefault(part.lower(), part)
    found = tuple(numbers.values())
    is_cells = "\t" in text.strip() or len(text.strip().splitlines()) > 1
    is_list = len(found) > 1 and (is_cells or all(_IDENTIFIER.fullmatch(one) for one in found))
    return found if is_list else ()
