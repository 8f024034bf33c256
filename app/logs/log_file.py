"""The file that the log goes to."""

import logging
import os
import stat
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from app.files.private_folder import private_folder

_LARGEST = 1_000_000  # bytes
_OLD_FILES = 5


class LogFile(logging.FileHandler):
    """A log of 1 MB, with five older ones beside it, for its owner alone (0600).

    Made with its first line. Several processes may write one file: where one of them has it open and the system lets
    nobody rename an open file (Windows), it grows until that one has ended. A log that cannot be written stops nobody.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True, errors="backslashreplace")

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        private_folder(path.parent)
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        return TextIOWrapper(os.fdopen(handle, "ab"), encoding=self.encoding, errors=self.errors, newline="\n")

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, in a new file where this one has no room for it.

        `RotatingFileHandler` does the same; it would bring pickles and sockets along, a good part of a start.
        """
        try:
            if self.stream is None:
                self.stream = self._open()
            file = os.fstat(self.stream.fileno())  # another process may have written since
            if stat.S_ISREG(file.st_mode) and file.st_size + len(self.format(record)) >= _LARGEST:
                self.begin_anew()
            super().emit(record)
        except Exception:  # noqa: BLE001 - whatever a line is made of, the log stops nobody
            self.handleError(record)

    def begin_anew(self) -> None:
        """Begin a new file. The full one goes aside first: where that fails, the older ones stay as they are."""
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
        """Go on without the line: the disk may be full, or the folder not ours to write in."""
