"""The machine's clocks: the time that passed with and without its sleep."""

import time
from dataclasses import dataclass
from typing import Protocol

KNOWS_SLEEP = hasattr(time, "CLOCK_BOOTTIME")
"""Whether the system has one clock that counts sleep and one that does not."""


@dataclass(frozen=True)
class Reading:
    """Seconds since some moment, with and without the machine's sleep."""

    elapsed: float
    awake: float


class Clock(Protocol):
    """A source of readings."""

    def read(self) -> Reading:
        """Return the current reading."""


class SystemClock:
    """The machine's clocks. Without `KNOWS_SLEEP` the two readings are equal."""

    def read(self) -> Reading:
        """Return the seconds since the machine was started."""
        awake = time.monotonic()
        return Reading(time.clock_gettime(time.CLOCK_BOOTTIME) if KNOWS_SLEEP else awake, awake)
