"""Waiting for what is derived of notifications behind their answer."""

import threading
import time

from app.store.journal import is_anything_left
from app.store.writer import Writer

_LONGEST = 60.0


def wait_until_derived(writer: Writer) -> None:
    """Wait until all that is kept is derived, and told of."""
    deadline = time.monotonic() + _LONGEST
    while writer.look(is_anything_left).result():
        assert time.monotonic() < deadline, "nothing is derived"
        threading.Event().wait(0.001)
