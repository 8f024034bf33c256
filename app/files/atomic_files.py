"""Files that are there whole or not at all, also after a power cut, and that nobody else can read."""

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LOGS = ("-wal", "-shm", "-journal")
_ABANDONED_SECONDS = 24 * 3600  # nobody writes so long at one file; whoever began it was killed


def private_folder(folder: Path) -> None:
    """Make a folder where it is not there, and keep others out of it (0700)."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not folder.stat().st_mode & stat.S_ISVTX:  # one that everybody shares, such as /tmp, stays everybody's
        folder.chmod(0o700)


@contextmanager
def in_place(path: Path) -> Iterator[Path]:
    """Give an empty file (0600) under another name in the same folder; it has its own once the block ends well.

    Where the block fails, nothing is left of it. What others left unfinished long ago goes as well.

    Raises:
        OSError: no room, or not permitted; or it is a database of which a part still stands in its log.
    """
    unfinished = path.with_suffix(".unfinished")
    _remove(unfinished)  # of somebody who was killed
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
    """See that a file, or the names in a folder, are on disk."""
    if path.is_dir() and os.name != "posix":  # there a folder cannot be opened, and needs not be
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_logs(unfinished: Path) -> None:
    """See that a database is whole without its logs: they would not follow it to its name.

    SQLite says nothing of a checkpoint that fails as the last connection closes.
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
    """Remove what was left of other names: copies of what may be somebody's address, which nothing else removes."""
    since = time.time() - _ABANDONED_SECONDS
    for file in path.parent.glob(f"{path.stem.partition('-')[0]}*.unfinished*"):
        with suppress(OSError):
            if file.stat().st_mtime < since:
                file.unlink()
