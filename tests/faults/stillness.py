"""Measures how long the window's event loop is blocked, by the delay of a timer."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

_TICK = 0.005
MOST = 0.25
"""Longest delay in seconds that is not perceived as a hang."""


class Stillness:
    """Records the longest delay of the event loop.

    Attributes:
        worst: the longest delay, in seconds.
    """

    def __init__(self) -> None:
        self._timer = QTimer(interval=int(_TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._wake)
        self._last = time.perf_counter()
        self.worst = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Measure while the context lasts; the code in it must return to the event loop."""
        gc.collect()  # destroys windows of earlier tests before the measurement
        self._last = time.perf_counter()
        self._timer.start()
        yield
        self._wake()
        self._timer.stop()

    def _wake(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last - _TICK)
        self._last = now
