"""Folding of text for search and sorting: accents and case do not count."""

import re
import unicodedata

_NO_LETTERS = re.compile(r"[\W_]+")
_WHOLE_FLOAT = re.compile(r"([0-9]+)\.00?")
_MOST_FOLDED = 4  # letters of one; the Arabic ligatures that stand for whole sentences would multiply what is stored
_MOST_KNOWN = 20_000  # letters


def fold(text: str) -> str:
    """Return the text without accents and case: `fold("Ñáñez")` is `nanez`.

    NUL is removed, because SQLite's text functions stop at it; lone surrogates too, because SQLite refuses them; and
    invisible characters, which nobody searches for.
    """
    return text.lower().replace("\0", "") if text.isascii() else text.translate(_FOLDED)


def without_invisible(text: str) -> str:
    """Return the text without invisible format characters, such as a zero-width space or a direction mark."""
    return text if text.isascii() else text.translate(_VISIBLE)


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


class _Folded(dict[int, str]):
    """What letters fold to, by their code points; one letter at a time, so that no run of accents is ever sorted."""

    def __missing__(self, code: int) -> str:
        letter = chr(code).casefold()
        if code == 0 or unicodedata.category(letter[0]) in ("Cf", "Cs"):
            folded = ""
        else:
            parts = [part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part)]
            folded = "".join(parts) if len(parts) <= _MOST_FOLDED else letter
        if len(self) < _MOST_KNOWN:
            self[code] = folded
        return folded


_FOLDED = _Folded()


class _Visible(dict[int, int | None]):
    """Letters by their code points; None for invisible ones."""

    def __missing__(self, code: int) -> int | None:
        letter = None if unicodedata.category(chr(code)) == "Cf" else code
        if len(self) < _MOST_KNOWN:
            self[code] = letter
        return letter


_VISIBLE = _Visible()
