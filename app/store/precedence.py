"""Who waits for an answer goes before whoever works long: both need the interpreter, which one thread has at a time."""

import time
from collections.abc import Callable
from threading import Event, Lock

_LONGEST = 0.1  # seconds that one stands back at once
_SHARE = 3
"""Times as long as it worked is how long one stands back at most: the work comes to its end whatever happens."""


class Precedence:
    """Knows whether somebody waits for an answer. It is told, and may be asked, in any thread.

    Attributes:
        nobody_waits: set while that is so.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting = 0
        self.nobody_waits = Event()
        self.nobody_waits.set()

    def claim(self) -> None:
        """Say that one more waits."""
        with self._lock:
            self._waiting += 1
            self.nobody_waits.clear()

    def release(self) -> None:
        """Say that one of them has the answer."""
        with self._lock:
            self._waiting -= 1
            if not self._waiting:
                self.nobody_waits.set()


class Courtesy:
    """Has long work stand back while somebody waits. It belongs to one piece of work, and to its thread.

    Args:
        precedence: who goes first.
        now: seconds by a clock that runs on.
    """

    def __init__(self, precedence: Precedence, now: Callable[[], float] = time.monotonic) -> None:
        self._event = precedence.nobody_waits
        self._now = now
        self._since = now()

    def give_way(self) -> None:
        """Wait until nobody waits, or until it has been three times as long as since the last wait, or 0.1 s."""
        if not self._event.is_set():
            self._event.wait(min(_LONGEST, _SHARE * (self._now() - self._since)))
            self._since = self._now()
