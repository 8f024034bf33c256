"""Identifiers: what counts of their spelling, and which look alike."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=100_000)
def identifier(text: str) -> str:
    """Which visit, 1 and 6: "Surrounding blanks do not count"; "Invisible format characters never count as part of an
    identifier"."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf").strip()


def look(text: str) -> str:
    """Which visit, 6: the number "but for case, accents, leading zeros, blanks, separators and invisible
    characters"."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(one for one in letters if one.isalnum()).lstrip("0")


def document(text: str | None) -> str | None:
    """Which visit, 2: "one of fewer than five digits or of one repeated digit, is no document"."""
    given = present(text)
    digits = [one for one in given if one.isdigit()]
    return given if len(digits) >= 5 and len(set(digits)) > 1 else None


def present(text: str | None) -> str:
    """Interface, Exports: "The texts `None` and `null` are empty"."""
    given = (text or "").strip()
    return "" if given.casefold() in {"none", "null"} else given


def recipient(parts: tuple[str | None, str | None, str | None]) -> tuple[str, ...] | None:
    """Which visit, 2: "the same recipient (document, else name and address)"; None: nothing is known of it."""
    known = document(parts[0])
    if known is not None:
        return (known,)
    name, address = present(parts[1]), present(parts[2])
    return (name, address) if name or address else None
