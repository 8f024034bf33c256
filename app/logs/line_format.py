"""Formats the lines of the log."""

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 16_000  # characters of one record


class LineFormat(logging.Formatter):
    """Formats time (UTC), level, logger, process, thread and message with traceback, all redacted.

    Further lines of a message are indented, so that no text can look like a line of the log.
    """

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line or more."""
        traced = record.exc_text
        said = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", self._redact(super().format(record)))
        record.exc_text = traced  # the base class caches the unredacted traceback there for other handlers
        if len(said) > _LONGEST:
            said = f"{said[:_LONGEST]}…"
        moment = datetime.fromtimestamp(record.created, UTC)
        head = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z {record.levelname}"
        lines = said.replace("\n", "\n    ")
        return f"{head} {record.name} [{record.process} {record.threadName}] {lines}"
