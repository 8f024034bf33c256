"""Carrier codes as they are typed."""

from collections.abc import Iterable


def known_spelling(code: str, known: Iterable[str]) -> str | None:
    """Return the known carrier code that differs from this one only in case and blanks.

    None if there is none, or if the code itself is known.

    Args:
        code: as it was typed.
        known: carrier codes of loaded days, newest first; of several spellings the one used first is returned.
    """
    codes = list(known)
    if code in codes:
        return None
    return next((one for one in reversed(codes) if _bare(one) == _bare(code)), None)


def _bare(code: str) -> str:
    return "".join(code.split()).casefold()
