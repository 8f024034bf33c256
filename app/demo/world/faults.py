"""Simulated faults between sender and receiver, reproducible by their seed."""

import math
from dataclasses import dataclass

from app.demo.world.random_source import RandomSource
from app.domain.errors import SettingsError
from app.domain.texts import Text

_MOST_COPIES = 3
_COPIED_WITHIN = 20.0  # seconds
_HELD_BACK = (10.0, 90.0)  # seconds
_SHUFFLED_AMONG = 6
_MOST_OUTAGES = 60


@dataclass(frozen=True)
class SendingFaults:
    """Frequency of each fault; the default is none.

    Args:
        duplicates: share of notifications sent again, delivered or not, as one to three copies.
        late: share held back for 10 to 90 seconds.
        shuffled: share moved to a random position among itself and the five that close next.
        outages: number of outages an hour, in which the receiver cannot be reached, 0 to 60.
        outage_seconds: mean duration of an outage; each varies by up to a half.

    Raises:
        SettingsError: a number is out of range.
    """

    duplicates: float = 0.0
    late: float = 0.0
    shuffled: float = 0.0
    outages: float = 0.0
    outage_seconds: float = 90.0

    def __post_init__(self) -> None:
        for share in (self.duplicates, self.late, self.shuffled):
            if not 0 <= share <= 1:  # true for NaN as well
                text = Text("Error", "A share of the notifications is a number from 0 to 1, not {asked}.")
                raise SettingsError(text.filled(asked=share))
        if not 0 <= self.outages <= _MOST_OUTAGES:
            text = Text("Error", "There can be 0 to {most} outages an hour, not {asked}.")
            raise SettingsError(text.filled(most=_MOST_OUTAGES, asked=self.outages))
        if not (math.isfinite(self.outage_seconds) and self.outage_seconds >= 1):
            text = Text("Error", "An outage lasts 1 second or longer, not {asked}.")
            raise SettingsError(text.filled(asked=self.outage_seconds))

    def delays(self, rng: RandomSource, pace: float) -> list[float]:
        """Return the delays in seconds after the closing, of a notification and of each of its copies.

        Args:
            rng: this notification's own source, so that its faults do not depend on others'.
            pace: seconds from one closing to the next.
        """
        delay = 0.0
        if rng.chance(self.shuffled):
            delay += rng.uniform(0, _SHUFFLED_AMONG * pace)
        if rng.chance(self.late):
            delay += rng.uniform(*_HELD_BACK)
        copies = rng.randrange(1, _MOST_COPIES + 1) if rng.chance(self.duplicates) else 0
        return [delay, *(delay + rng.uniform(0, _COPIED_WITHIN) for _ in range(copies))]


class Outages:
    """Times of the outages, generated as needed. `cover` must be called with increasing times."""

    def __init__(self, faults: SendingFaults, rng: RandomSource) -> None:
        self._faults, self._rng = faults, rng
        self._begin = self._end = 0.0

    def cover(self, seconds: float) -> bool:
        """Return whether an outage is in progress this many seconds after the start."""
        if not self._faults.outages:
            return False
        while seconds >= self._end:
            self._begin = self._end + self._rng.expovariate(self._faults.outages / 3600)
            self._end = self._begin + self._faults.outage_seconds * self._rng.uniform(0.5, 1.5)
        return seconds >= self._begin
