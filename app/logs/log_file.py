"""The log file, with rotation."""

import logging
import os
import stat
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from app.files.private_file import open_private
from app.files.private_folder import private_folder

_LARGEST = 1_000_000  # bytes
_OLD_FILES = 5


class LogFile(logging.FileHandler):
    """A log of 1 MB with five older files beside it, for its owner alone (0600).

    `RotatingFileHandler` would not do: its module imports pickle and sockets, a good part of a start, and it moves the
    older files before the rename that may fail. concurrent-log-handler takes a lock for each line. The file is created
    with its first line. Where the system cannot rename a file that another process has open (Windows), it grows until
    that process ends. A failed write is ignored.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True, errors="backslashreplace")

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        private_folder(path.parent)
        for older in filter(Path.exists, map(self._numbered, range(_OLD_FILES + 1))):
            with suppress(OSError):
                os.close(open_private(older, os.O_RDONLY))
        handle = open_private(path, os.O_APPEND | os.O_WRONLY)
        return TextIOWrapper(os.fdopen(handle, "ab"), encoding=self.encoding, errors=self.errors, newline="\n")

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, to a new file where this one is full."""
        try:
            if self.stream is None:
                self.stream = self._open()
            file = os.fstat(self.stream.fileno())  # for its size, as other processes write to it as well
            if stat.S_ISREG(file.st_mode) and file.st_size + len(self.format(record)) >= _LARGEST:
                self.rotate()
            super().emit(record)
        except Exception:  # noqa: BLE001 - the log must not disturb the program, whatever fails
            self.handleError(record)

    def rotate(self) -> None:
        """Start a new file. The full one is renamed first: if that fails, the older ones are unchanged."""
        if self.stream is not None:
            self.stream.close()
            self.stream = None
        with suppress(OSError):
            Path(self.baseFilename).replace(self._numbered(0))
            for number in reversed(range(_OLD_FILES)):
                if self._numbered(number).exists():
                    self._numbered(number).replace(self._numbered(number + 1))

    def _numbered(self, number: int) -> Path:
        return Path(f"{self.baseFilename}.{number}")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the record: the disk may be full, or the folder not writable."""
