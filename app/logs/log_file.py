"""The log file, with rotation."""

import logging
import os
import stat
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path

from app.files.private_file import open_private
from app.files.private_folder import private_folder
from app.files.process_lock import file_lock

_LARGEST = 1_000_000  # bytes
_OLD_FILES = 5
_LOCK_SECONDS, _POLL_SECONDS = 0.5, 0.002


class LogFile(logging.Handler):
    """A log of 1 MB with five older files beside it, for its owner alone (0600), which several processes may write.

    `RotatingFileHandler` would not do: its module imports pickle and sockets, a good part of a start, and it moves the
    older files before the rename that may fail. The file is created with its first line. It is open for one line at a
    time, under a lock between processes: Windows finds the end of a file and writes there in two steps, so that
    processes would overwrite each other's lines, and it does not rename an open file. While another program keeps one
    of the files open there, the log grows. A failed write is ignored.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = file_lock(path.with_suffix(".lock"), _LOCK_SECONDS)
        self._has_begun = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, to a new file where this one is full."""
        try:
            line = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
            private_folder(self._path.parent)
            with ExitStack() as held:
                with suppress(OSError):  # not permitted, or another process was stopped while it wrote
                    held.enter_context(self._lock.acquire(poll_interval=_POLL_SECONDS))
                self._write(line)
        except Exception:  # noqa: BLE001 - the log must not disturb the program, whatever fails
            self.handleError(record)

    def _write(self, line: bytes) -> None:
        if not self._has_begun:
            for older in filter(Path.exists, map(self._numbered, range(_OLD_FILES + 1))):
                with suppress(OSError):
                    os.close(open_private(older, os.O_RDONLY))
            self._has_begun = True
        with self._open() as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size + len(line) < _LARGEST:
                file.write(line)
                return
        self.rotate()
        with self._open() as file:
            file.write(line)

    def _open(self) -> FileIO:
        return FileIO(open_private(self._path, os.O_APPEND | os.O_WRONLY), "ab")

    def rotate(self) -> None:
        """Start a new file; if a rename fails, every file keeps its content."""
        with suppress(OSError):
            self._free_first()  # of a rotation that failed midway
            self._path.replace(self._numbered(0))
            self._free_first()

    def _free_first(self) -> None:
        """Rename the older files until the first number is free; the last file is replaced where all are taken."""
        numbers = range(_OLD_FILES)
        free = next((number for number in numbers if not self._numbered(number).exists()), _OLD_FILES)
        for number in reversed(range(free)):
            self._numbered(number).replace(self._numbered(number + 1))

    def _numbered(self, number: int) -> Path:
        return Path(f"{self._path}.{number}")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the record: the disk may be full, or the folder not writable."""
