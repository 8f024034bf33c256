"""Writes files that are complete or absent, also after a power cut, and readable by their owner alone.

No library does it: atomicwrites is archived, and knows nothing of the log files of a database.
"""

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_LOGS = ("-wal", "-shm", "-journal")
_ABANDONED_SECONDS = 24 * 3600  # no process writes one file for so long; the one that began it was killed


@contextmanager
def replaced(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
    """Open a new file beside `path` that replaces it once the block has ended without an error.

    The stream's `name` is the new file's path until then. After an error nothing is left of it.

    Args:
        path: replaced whole; a link is replaced itself.
        mode: of the new file, less what the user's umask takes away.

    Raises:
        OSError: the file could not be made, written or replaced.
    """
    new = path.with_name(f".despacho-{secrets.token_hex(8)}.tmp")
    try:
        with open(new, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(path)
        with suppress(OSError):  # a folder that may be written but not read
            flush(path.parent)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


@contextmanager
def in_place(path: Path) -> Iterator[Path]:
    """Give the path of an empty file (0600) that becomes the database at `path` once the block ends without an error.

    After an error nothing is left of it. Files that other processes left unfinished long ago are removed as well.

    Raises:
        OSError: the disk is full, or the folder may not be written; or a part of the database is still in its log.
    """
    unfinished = path.with_suffix(".unfinished")
    _remove(unfinished)  # of a process that was killed
    _remove_abandoned(path)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield unfinished
        _refuse_logs(unfinished)
        flush(unfinished)
        unfinished.replace(path)
        flush(path.parent)
    except BaseException:
        with suppress(OSError):
            _remove(unfinished)
        raise


def flush(path: Path) -> None:
    """Write a file, or the names in a folder, through to the disk."""
    if path.is_dir() and os.name != "posix":  # Windows opens no folder, and needs no flush of one
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_logs(unfinished: Path) -> None:
    """Check that a database is complete without its log files, which are not renamed with it, and remove them.

    SQLite does not report a checkpoint that fails while the last connection closes.
    """
    for tail in _LOGS:
        log = unfinished.with_name(unfinished.name + tail)
        if tail != "-shm" and log.exists() and log.stat().st_size:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(log))
        log.unlink(missing_ok=True)


def _remove(unfinished: Path) -> None:
    for tail in ("", *_LOGS):
        unfinished.with_name(unfinished.name + tail).unlink(missing_ok=True)


def _remove_abandoned(path: Path) -> None:
    """Remove unfinished files of other names: they may hold personal data, and nothing else removes them."""
    since = time.time() - _ABANDONED_SECONDS
    for file in path.parent.glob(f"{path.stem.partition('-')[0]}*.unfinished*"):
        with suppress(OSError):
            if file.stat().st_mtime < since:
                file.unlink()
