"""Waits for what another thread or process does; of all tests, only those that measure have a clock of their own."""

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which a test gives up on what should come at once: a busy machine takes its time."""
_PAUSE = 0.02


def wait_until(condition: Callable[[], object], what: str | Callable[[], object] = "it never came to be") -> None:
    """Wait until a condition holds.

    Args:
        what: what is waited for, or what returns the state that an error shows.

    Raises:
        AssertionError: it did not hold within `PATIENCE`.
    """
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what() if callable(what) else f"waited in vain: {what}"
        time.sleep(_PAUSE)
