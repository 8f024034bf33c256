"""Pseudo-terminals for tests."""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager

from tests.waiting import PATIENCE


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal; return the test's end and the process's end."""
    ours, theirs = os.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)
        os.close(theirs)


def read_until(descriptor: int, wanted: bytes) -> bytes:
    """Read a terminal's output until it contains a text."""
    shown = b""
    while wanted not in shown:
        assert select.select([descriptor], [], [], PATIENCE)[0], shown
        shown += os.read(descriptor, 4096)
    return shown
