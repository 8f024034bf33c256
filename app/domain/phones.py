"""Telephone numbers, whichever way they were written."""

from collections.abc import Callable
from typing import NamedTuple


class Phone(NamedTuple):
    """One number: `+573005550134`, `+57 300 5550134`, and the digits that every writing of it holds: `3005550134`."""

    e164: str
    international: str
    digits: str


ReadPhone = Callable[[str], Phone | None]
"""Reads a number as somebody wrote it; None where it is none."""
