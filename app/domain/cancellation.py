"""A handle by which work that waits for the network is cancelled from another thread.

anyio, which httpx depends on, has none that can be used before its event loop runs.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock


class Cancellation:
    """Cancels one piece of work, or several at once: for good, from any thread, also before it starts."""

    def __init__(self) -> None:
        self._lock = RLock()  # re-entrant: a signal handler may cancel while this very thread holds it
        self._stops: list[Callable[[], object]] = []
        self.requested = False

    def cancel(self) -> None:
        """Cancel at once what runs now, and whatever starts later. Further calls change nothing."""
        with self._lock:
            self.requested = True
            for stop in self._stops:
                stop()

    @contextmanager
    def stopping(self, stop: Callable[[], object]) -> Iterator[None]:
        """Let `cancel` call `stop` within the context; if it was called before, call `stop` at once."""
        with self._lock:
            self._stops.append(stop)
            if self.requested:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)
