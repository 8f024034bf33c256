"""The machine's clocks: how much time passed, and how much of it the machine was awake."""

import time
from typing import NamedTuple, Protocol

KNOWS_SLEEP = hasattr(time, "CLOCK_BOOTTIME")
"""Whether the system has a clock that goes on while the machine sleeps beside one that stands still."""


class Reading(NamedTuple):
    """Seconds since some moment: with the machine's sleep in them, and without it."""

    elapsed: float
    awake: float


class Clock(Protocol):
    """Whatever can be read."""

    def read(self) -> Reading:
        """Return both at once."""


class SystemClock:
    """The machine's clocks. Where it has no clock that goes on in its sleep, the two are one."""

    def read(self) -> Reading:
        """Return the seconds since the machine was started."""
        awake = time.monotonic()
        return Reading(time.clock_gettime(time.CLOCK_BOOTTIME) if KNOWS_SLEEP else awake, awake)
