"""How text is made comparable: accents and case do not matter to whoever searches or sorts."""

import re
import unicodedata
from functools import lru_cache

_UNHEARD = re.compile("[\0\ud800-\udfff]")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return the text without accents and case: `fold("Ñáñez")` is `nanez`.

    NUL is dropped, because SQLite's text functions stop at it, and half a surrogate pair, which SQLite does not take.
    """
    if text.isascii():
        return text.lower().replace("\0", "")
    decomposed = unicodedata.normalize("NFKD", _UNHEARD.sub("", text.casefold()))
    return "".join(char for char in decomposed if not unicodedata.combining(char))
