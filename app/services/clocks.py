"""The machine's clocks: how much time passed, and how much of it the machine was awake."""

import time
from typing import Protocol

KNOWS_SLEEP = hasattr(time, "CLOCK_BOOTTIME")
"""Whether the system has a clock that goes on while the machine sleeps beside one that stands still."""


class Clock(Protocol):
    """What tells how much time passed, and how much of it the machine was awake."""

    def elapsed(self) -> float:
        """Return seconds that go on while the machine sleeps, where the system can tell."""

    def awake(self) -> float:
        """Return seconds that stand still while the machine sleeps."""


class SystemClock:
    """The machine's clocks. Where it has no clock that goes on in its sleep, the two are one."""

    def elapsed(self) -> float:
        """Return the seconds since the machine was started, sleep included."""
        return time.clock_gettime(time.CLOCK_BOOTTIME) if KNOWS_SLEEP else time.monotonic()

    def awake(self) -> float:
        """Return the seconds that the machine was awake."""
        return time.monotonic()
