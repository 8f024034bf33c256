"""Report errors of background activities once each, although the activity is retried."""

import logging
from collections.abc import Callable
from threading import Lock

from app.domain.errors import AppError

_log = logging.getLogger(__name__)


class OnceReporter:
    """Logs and passes on each distinct error once. Thread-safe.

    Args:
        on_new: called with each error that was not reported before, in the reporting thread.
    """

    def __init__(self, on_new: Callable[[AppError], None] = lambda _error: None) -> None:
        self._on_new = on_new
        self._lock = Lock()  # guards `_reported`
        self._reported: set[str] = set()

    def report(self, activity: str, error: AppError) -> None:
        """Report that an activity failed; an error with the same message is reported only the first time."""
        message = str(error)
        with self._lock:
            is_new = message not in self._reported
            self._reported.add(message)
        if is_new:
            _log.warning("%s failed: %s", activity, message)
            self._on_new(error)
