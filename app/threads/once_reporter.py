"""What keeps something that runs by itself from its work: it is logged and told, once for each trouble."""

import logging
from collections.abc import Callable
from threading import Lock

from app.domain.errors import AppError

_log = logging.getLogger(__name__)


class OnceReporter:
    """Takes what failed and is tried again anyway; from any thread.

    Args:
        tell: told of each trouble once, in the thread that met it.
    """

    def __init__(self, tell: Callable[[AppError], None] = lambda _error: None) -> None:
        self._tell = tell
        self._lock = Lock()  # around what follows
        self._told: set[str] = set()

    def note(self, what: str, error: AppError) -> None:
        """Take note that an error kept this from its work; what was told before is not told again."""
        said = str(error)
        with self._lock:
            is_new = said not in self._told
            self._told.add(said)
        if is_new:
            _log.warning("Trouble (%s): %s", what, said)
            self._tell(error)
