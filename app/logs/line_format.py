"""What a line of the log looks like."""

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 16_000  # characters of one record


class LineFormat(logging.Formatter):
    """Time (UTC), level, room, process, thread, and what is said: redacted as a whole, with its traceback.

    Whatever comes in lines of its own is indented, so that no text can pass for a line of the log.
    """

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, or the lines."""
        traced = record.exc_text
        said = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", self._redact(super().format(record)))
        record.exc_text = traced  # the formatter keeps the traceback there as it is, for other handlers
        if len(said) > _LONGEST:
            said = f"{said[:_LONGEST]}…"
        moment = datetime.fromtimestamp(record.created, UTC)
        head = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z {record.levelname}"
        lines = said.replace("\n", "\n    ")
        return f"{head} {record.name} [{record.process} {record.threadName}] {lines}"
