"""Folding of text for search and sorting: accents and case do not count."""

import re
import unicodedata

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_ACCENTS = re.compile("[\u0300-\u034e]+")  # those that decomposed Latin letters have
_NO_LETTERS = re.compile(r"[\W_]+")
_WHOLE_FLOAT = re.compile(r"([0-9]+)\.00?")
_REMOVED = b"\0\xad"
"""Letters of Latin-1 that fold to nothing: NUL, and the soft hyphen, which is invisible."""
_NOT_ONE_LETTER = b"\xff"
"""Marks in the table the letters that do not fold to exactly one Latin-1 letter."""


def fold(text: str) -> str:
    """Return the text without accents and case: `fold("Ñáñez")` is `nanez`.

    NUL is removed, because SQLite's text functions stop at it; lone surrogates too, because SQLite refuses them; and
    invisible characters, which nobody searches for.
    """
    if text.isascii():
        return text.lower().replace("\0", "")
    try:  # by a table: all rows of a day are folded while the user waits for the sorted table
        folded = text.encode("latin-1").translate(_LATIN, _REMOVED)
    except UnicodeEncodeError:
        return _fold_any(text)
    return folded.decode("latin-1") if _NOT_ONE_LETTER not in folded else _fold_any(text)


def without_invisible(text: str) -> str:
    """Return the text without invisible format characters, such as a zero-width space or a direction mark."""
    return text if text.isascii() else "".join(char for char in text if unicodedata.category(char) != "Cf")


def plain_identifier(text: str) -> str:
    """Return an identifier in the one form in which it is compared, wherever it was sent, typed or pasted.

    Blanks around it and invisible characters do not count, nor that some program has made a float of a whole number:
    `700000059.0` is `700000059`.
    """
    plain = text.strip() if text.isascii() else without_invisible(text).strip()
    if "." not in plain:
        return plain
    found = _WHOLE_FLOAT.fullmatch(plain)
    return found[1] if found else plain


def look_of(number: str) -> str | None:
    """Return one text for all numbers that differ in case, accents, leading zeros, blanks and separators alone.

    None: nothing remains, so that the number looks like no other one.
    """
    plain = number.lower() if number.isascii() and number.isalnum() else _NO_LETTERS.sub("", fold(number))
    return plain.lstrip("0") or None


def _fold_any(text: str) -> str:
    visible = without_invisible(_UNSTORABLE.sub("", text.casefold()))
    decomposed = _ACCENTS.sub("", unicodedata.normalize("NFKD", visible))
    if decomposed.isascii():
        return decomposed
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _fold_latin(letter: int) -> bytes:
    folded = _fold_any(chr(letter))
    return folded.encode("latin-1") if len(folded) == 1 and folded <= "\xff" else _NOT_ONE_LETTER


_LATIN = b"".join(map(_fold_latin, range(256)))
