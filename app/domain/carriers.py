"""Carrier codes as they are typed."""

from collections.abc import Iterable


def known_spelling(code: str, known: Iterable[str]) -> str | None:
    """Return the known carrier code that differs from this one in case and blanks alone.

    None where there is none, or the code itself is known.

    Args:
        code: as it was typed.
        known: codes that days were loaded of, the last one first; of several spellings the first that was used counts.
    """
    codes = list(known)
    if code in codes:
        return None
    return next((one for one in reversed(codes) if _bare(one) == _bare(code)), None)


def _bare(code: str) -> str:
    return "".join(code.split()).casefold()
