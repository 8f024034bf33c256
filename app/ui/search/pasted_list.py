"""A list of numbers, as it comes out of a spreadsheet, a mail or a chat."""

import re

MOST_NUMBERS = 5000
"""As many are looked for at once."""

_BETWEEN = re.compile(r"[\t,;\r\n\v\f\x85\u2028\u2029]+")
_IDENTIFIER = re.compile(r"(?=\S*\d)\S+")


def pasted_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of a list, each once; empty where the text is none, but something to search for.

    Several lines or cells are a list, whatever is in them: what is no number is not found, and said so. On one line,
    commas and semicolons make a list only of what looks like numbers: an address has commas too.
    """
    parts = [" ".join(part.split()) for part in _BETWEEN.split(text.replace("\0", ""))]
    numbers: dict[str, str] = {}
    for part in filter(None, parts):
        numbers.setdefault(part.lower(), part)
    found = tuple(numbers.values())
    is_cells = "\t" in text.strip() or len(text.strip().splitlines()) > 1
    is_list = len(found) > 1 and (is_cells or all(_IDENTIFIER.fullmatch(one) for one in found))
    return found if is_list else ()
