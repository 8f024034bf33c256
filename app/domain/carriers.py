"""Carrier codes as they are typed."""

from collections.abc import Iterable


def known_spelling(code: str, known: Iterable[str]) -> str | None:
    """Return the known carrier code that differs from this one in case and blanks alone.

    None where there is none, or the code itself is known.
    """
    codes = list(known)
    if code in codes:
        return None
    return next((one for one in codes if _bare(one) == _bare(code)), None)


def _bare(code: str) -> str:
    return "".join(code.split()).casefold()
