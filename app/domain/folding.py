"""How text is made comparable: accents and case do not matter to whoever searches or sorts."""

import re
import unicodedata

_UNHEARD = re.compile("[\0\ud800-\udfff]")
_ACCENTS = re.compile("[\u0300-\u034e]+")  # those that Latin letters are taken apart into


def fold(text: str) -> str:
    """Return the text without accents and case: `fold("Ñáñez")` is `nanez`.

    NUL is dropped, because SQLite's text functions stop at it, and half a surrogate pair, which SQLite does not take.
    """
    if text.isascii():
        return text.lower().replace("\0", "")
    decomposed = _ACCENTS.sub("", unicodedata.normalize("NFKD", _UNHEARD.sub("", text.casefold())))
    if decomposed.isascii():
        return decomposed
    return "".join(char for char in decomposed if not unicodedata.combining(char))
