"""Files that are there whole or not at all, also after a power cut, and that nobody else can read."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make a folder where it is not there, and keep others out of it (0700)."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not folder.stat().st_mode & stat.S_ISVTX:  # one that everybody shares, such as /tmp, stays everybody's
        folder.chmod(0o700)


@contextmanager
def in_place(path: Path) -> Iterator[Path]:
    """Give an empty file (0600) under another name in the same folder; it has its own once the block ends well.

    Where the block fails, nothing is left of it.
    """
    unfinished = path.with_suffix(".unfinished")
    _remove(unfinished)  # of somebody who was killed
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield unfinished
        flush(unfinished)
        unfinished.replace(path)
        flush(path.parent)
    except BaseException:
        with suppress(OSError):
            _remove(unfinished)
        raise


def flush(path: Path) -> None:
    """See that a file, or the names in a folder, are on disk."""
    if path.is_dir() and os.name != "posix":  # there a folder cannot be opened, and needs not be
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(unfinished: Path) -> None:
    for tail in ("", "-wal", "-shm", "-journal"):
        unfinished.with_name(unfinished.name + tail).unlink(missing_ok=True)
