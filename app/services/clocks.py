"""The machine's clocks: the time that passed with and without its sleep."""

import sys
import time
from dataclasses import dataclass
from typing import Protocol

KNOWS_SLEEP = sys.platform in ("linux", "darwin")
"""Whether `time.monotonic` leaves the machine's sleep out, and another clock counts it."""


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
        if sys.platform == "linux":
            return Reading(time.clock_gettime(time.CLOCK_BOOTTIME), awake)
        if sys.platform == "darwin":
            return Reading(time.clock_gettime(time.CLOCK_MONOTONIC_RAW), awake)
        return Reading(awake, awake)
