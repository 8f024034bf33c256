"""Detect that an open database file was moved, replaced or truncated: further writes would be lost with the process.

Only `stat` is used for the database: opening and closing it would release SQLite's POSIX locks.
"""

import sqlite3
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from app.facts.file.corruption import is_damage
from app.facts.recovery.corruption_check import confirm_damage

_FRAME_HEADER, _LOG_HEADER = 24, 32  # bytes


class Loss(Enum):
    """What happened to an open file; the value is for the log."""

    REPLACED = "the file was removed, moved or replaced"
    LOG = "its log was removed, replaced or cut short"
    CUT = "the file was cut short"


class _FileState(NamedTuple):
    """Device and inode, the size in bytes, and when it was written, in nanoseconds; None and 0: no such file."""

    identity: tuple[int, int] | None
    size: int
    written_at: int

    @classmethod
    def of(cls, path: Path) -> "_FileState":
        try:
            found = path.stat()
        except FileNotFoundError:
            return cls(None, 0, 0)
        return cls((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


def identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a path; None: no such file."""
    return _FileState.of(path).identity


class ReplacedFileDetector:
    """Compares the file of an open connection, and its log, with their last known state; with the write lock held."""

    def __init__(self, file: Path, db: sqlite3.Connection) -> None:
        self._path, self._log_path = file, file.with_name(f"{file.name}-wal")
        self._db = db
        self._page_size = int(db.execute("PRAGMA page_size").fetchone()[0])
        self._file, self._log = _FileState.of(self._path), _FileState.of(self._log_path)
        self._size_with_hole = self._log.size if self._log.size and self._has_hole() else None
        """The size of a log that a power cut left with zeros at its end; they stay until the log grows."""

    def loss(self) -> Loss | None:
        """Return what another program did to the file or its log since the last call; None: nothing.

        Raises:
            OSError, sqlite3.DatabaseError: unknown.
        """
        file, log = _FileState.of(self._path), _FileState.of(self._log_path)
        if file.identity != self._file.identity:
            return Loss.REPLACED
        if log.identity != self._log.identity or (log.size < self._log.size and self._is_log_cut(log.size)):
            return Loss.LOG
        if log != self._log and self._log.size != self._size_with_hole and self._has_hole():
            return Loss.LOG
        if file.size < self._file.size and self._is_cut(file.size):
            return Loss.CUT
        self._file, self._log = file, log
        return None

    def _is_log_cut(self, size: int) -> bool:
        """Whether a smaller log was truncated, rather than checkpointed by another process."""
        try:
            _, frames, _ = self._db.execute("PRAGMA main.wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.DatabaseError as error:
            if is_damage(error) or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ:
                return True
            raise
        return bool(frames > 0 and size < _LOG_HEADER + frames * (_FRAME_HEADER + self._page_size))

    def _has_hole(self) -> bool:
        """Whether the log was truncated while SQLite went on writing behind its old end: zeros fill the hole.

        A full disk may leave a part of a frame behind the last whole one.
        """
        size = _FRAME_HEADER + self._page_size
        at = _LOG_HEADER + ((self._log.size - _LOG_HEADER) // size - 1) * size
        if at < _LOG_HEADER:
            return False
        with self._log_path.open("rb", buffering=0) as log:
            log.seek(at)
            return log.read(_FRAME_HEADER) == bytes(_FRAME_HEADER)

    def _is_cut(self, size: int) -> bool:
        """Whether a smaller file was truncated, rather than vacuumed.

        An empty one must not be opened: SQLite discards the log of an empty file.
        """
        return size == 0 or confirm_damage(self._path, Loss.CUT.value) is not None
