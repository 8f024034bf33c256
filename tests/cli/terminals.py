"""Pseudo-terminals for tests."""

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.cli.process import DEADLINE


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
    shown, deadline = b"", time.monotonic() + DEADLINE
    while wanted not in shown:
        assert select.select([descriptor], [], [], max(0, deadline - time.monotonic()))[0], shown
        shown += os.read(descriptor, 4096)
    return shown
