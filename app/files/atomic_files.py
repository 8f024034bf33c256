"""Writes files that are complete or absent, also after a power cut, and readable by their owner alone.

No library does it: atomicwrites is archived, and knows nothing of the log files of a database.
"""

import errno
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

TEMPORARY_LENGTH = len(f".despacho-{'':16}.tmp")
"""Characters in the name of the file that `atomic_file` makes beside another one."""
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, *[0.3] * 9) if sys.platform == "win32" else ()  # 3 seconds
_ABANDONED_SECONDS = 24 * 3600  # no write takes this long: the process that began it was killed


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file beside `path` that replaces it once the block has ended without an error.

    The file is for its owner alone (0600). The stream's `name` is its path until it replaces the other one. After an
    error nothing is left of it.

    Args:
        path: replaced whole; a link is replaced itself.

    Raises:
        OSError: the file could not be made, written or replaced.
    """
    new = path.with_name(f".despacho-{secrets.token_hex(8)}.tmp")
    try:
        with open(new, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as stream:
            yield stream
            stream.flush()
            _sync_open(stream.fileno())
        patiently(lambda: new.replace(path))
        with suppress(OSError):  # a folder that may be written but not read
            sync(path.parent)
    finally:
        with suppress(OSError):
            remove_file(new)


@contextmanager
def atomic_database(path: Path) -> Iterator[Path]:
    """Yield an empty temporary file (0600) in the same folder; it replaces the database `path` when the block succeeds.

    When the block fails, the temporary file is removed. Temporary files that other processes abandoned a day ago are
    removed too.

    Raises:
        OSError: disk full, not permitted, or a part of the database is still in its log.
    """
    temporary = path.with_suffix(".unfinished")
    _remove_database(temporary)  # left by a killed process
    _remove_abandoned(path)
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield temporary
        _check_no_log(temporary)
        sync(temporary)
        patiently(lambda: temporary.replace(path))
        sync(path.parent)
    except BaseException:
        with suppress(OSError):
            _remove_database(temporary)
        raise


def patiently(change: Callable[[], object]) -> None:
    """Replace, remove or open a file; on Windows, again for three seconds while another program has it open.

    Virus scanners open each new file for a moment.

    Raises:
        OSError: as `change`.
    """
    for seconds in _PAUSES:
        try:
            change()
        except PermissionError:
            time.sleep(seconds)
        else:
            return
    change()


def remove_file(path: Path) -> None:
    """Remove a file, if it is there, as `patiently` does."""
    patiently(lambda: path.unlink(missing_ok=True))


def sync(path: Path) -> None:
    """Write a file, or the entries of a folder, through to the disk."""
    if path.is_dir() and os.name != "posix":  # Windows cannot open a folder, and does not need it
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        _sync_open(handle)
    finally:
        os.close(handle)


def _sync_open(handle: int) -> None:
    """Write an open file through to the disk; on macOS `fsync` leaves it in the drive's cache."""
    if sys.platform != "win32" and hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # a file system without it, such as a share
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def _check_no_log(temporary: Path) -> None:
    """Check that a database is complete without its log, which the rename would leave behind.

    SQLite reports no error when the checkpoint of the last closing connection fails.
    """
    for tail in _LOG_SUFFIXES:
        log = temporary.with_name(temporary.name + tail)
        if tail != "-shm" and log.exists() and log.stat().st_size:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(log))
        remove_file(log)


def _remove_database(temporary: Path) -> None:
    for tail in ("", *_LOG_SUFFIXES):
        remove_file(temporary.with_name(temporary.name + tail))


def _remove_abandoned(path: Path) -> None:
    """Remove unfinished files of other names: they may hold personal data, and nothing else removes them."""
    since = time.time() - _ABANDONED_SECONDS
    for file in path.parent.glob(f"{path.stem.partition('-')[0]}*.unfinished*"):
        with suppress(OSError):
            if file.stat().st_mtime < since:
                file.unlink()
