"""How text is made comparable: accents and case do not matter to whoever searches or sorts."""

import re
import unicodedata

_UNHEARD = re.compile("[\0\ud800-\udfff]")
_ACCENTS = re.compile("[\u0300-\u034e]+")  # those that Latin letters are taken apart into
_OTHERWISE = b"\xff"
"""Stands, among the Latin letters as they are folded one by one, for one that becomes several or none of them."""


def fold(text: str) -> str:
    """Return the text without accents and case: `fold("Ñáñez")` is `nanez`.

    NUL is dropped, because SQLite's text functions stop at it, and half a surrogate pair, which SQLite does not take.
    """
    if text.isascii():
        return text.lower().replace("\0", "")
    try:  # by a table, as all rows of a day are folded while somebody waits for their order
        folded = text.encode("latin-1").translate(_LATIN, b"\0")
    except UnicodeEncodeError:
        return _fold_any(text)
    return folded.decode("latin-1") if _OTHERWISE not in folded else _fold_any(text)


def _fold_any(text: str) -> str:
    decomposed = _ACCENTS.sub("", unicodedata.normalize("NFKD", _UNHEARD.sub("", text.casefold())))
    if decomposed.isascii():
        return decomposed
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _fold_latin(letter: int) -> bytes:
    folded = _fold_any(chr(letter))
    return folded.encode("latin-1") if len(folded) == 1 and folded <= "\xff" else _OTHERWISE


_LATIN = b"".join(map(_fold_latin, range(256)))
