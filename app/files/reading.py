"""Read a file that somebody else made and the user chose, and tell whether one is unchanged."""

import errno
import os
import stat
import time
from pathlib import Path

_COARSEST = 4_000_000_000
"""Nanoseconds, twice the coarsest times: a change right after another one may leave the same time."""


def read_given_file(path: Path, largest: int) -> bytes | None:
    """Return the content of an ordinary file; None: it has more than `largest` bytes, of which few were read.

    Raises:
        OSError: it cannot be read; ELOOP: it is a link, EINVAL: a folder, a device or a pipe, which might never end.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if path.is_dir():  # which Windows does not open
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        content = stream.read(largest + 1)
    return content if len(content) <= largest else None


def settled_state(path: Path) -> tuple[int, ...] | None:
    """Return what changes with a file or the entries of a folder; None: it changed a moment ago, or is not there."""
    now = time.time_ns()
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found.st_mtime_ns < now - _COARSEST else None
