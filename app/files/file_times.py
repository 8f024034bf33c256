"""Whether a file's time of change tells that it is unchanged."""

import time
from pathlib import Path

_COARSEST = 4_000_000_000
"""Nanoseconds, twice the coarsest times: a change right after another one may leave the same time."""


def settled_state(path: Path) -> tuple[int, ...] | None:
    """Return what changes with a file or the entries of a folder; None: it changed a moment ago, or is not there."""
    now = time.time_ns()
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found.st_mtime_ns < now - _COARSEST else None
