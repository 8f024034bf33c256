"""Telephone numbers in the forms that the desk shows, dials and searches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Phone:
    """One number: `+573005550134`, `+57 300 5550134`, and the digits common to every spelling: `3005550134`."""

    e164: str
    international: str
    digits: str


ReadPhones = Callable[[str], Sequence[Phone]]
"""Reads the telephone numbers in a field, which may hold several, each once and in their order."""

ReadPhone = Callable[[str], Phone | None]
"""Reads a telephone number in any spelling; None if the text is none."""
