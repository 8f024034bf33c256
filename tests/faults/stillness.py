"""Watches how long the window stands still: a timer asks to be woken, and how much later it is woken is the answer."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

_TICK = 0.005
MOST = 0.25
"""Seconds without an event loop that nobody takes for a hang."""
MOST_IF_BUSY = 2.0
"""The same where other tests run beside, as many as there are processors, or more."""


class Stillness:
    """Notes the longest time without an event loop.

    Attributes:
        worst: that time, in seconds.
    """

    def __init__(self) -> None:
        self._timer = QTimer(interval=int(_TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._wake)
        self._last = time.perf_counter()
        self.worst = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch while the context lasts; what happens in it must come back to the event loop to be seen."""
        gc.collect()  # a program has one window: those of earlier tests do not go while this one is watched
        self._last = time.perf_counter()
        self._timer.start()
        yield
        self._wake()
        self._timer.stop()

    def _wake(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last - _TICK)
        self._last = now
