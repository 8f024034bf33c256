"""Keeps the last lines of the log for crash reports."""

import logging
from collections import deque
from collections.abc import Callable

from app.logs.crash_reports import MOST_LINES
from app.logs.line_format import LineFormat


class RecentLines(logging.Handler):
    """Keeps the last lines in memory, redacted as in the file."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self.setFormatter(LineFormat(redact))
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record's lines."""
        try:
            self._lines.append(self.format(record))
        except (ValueError, TypeError):  # its arguments do not fit its message
            self.handleError(record)

    def lines(self) -> list[str]:
        """Return the last lines, the oldest first."""
        return list(self._lines)
