"""What can go wrong on the way from the sender to the receiver: on purpose, and alike whenever the dice are."""

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
    """How much goes wrong; nothing where not said.

    Args:
        duplicates: the share of notifications that are sent again, delivered or not, as one to three copies.
        late: the share that is held back for 10 to 90 seconds.
        shuffled: the share that comes in any place among itself and the five that close next.
        outages: how many times an hour the receiver cannot be reached at all, 0 to 60.
        outage_seconds: how long that lasts, give or take a half.

    Raises:
        SettingsError: a number is out of its range.
    """

    duplicates: float = 0.0
    late: float = 0.0
    shuffled: float = 0.0
    outages: float = 0.0
    outage_seconds: float = 90.0

    def __post_init__(self) -> None:
        for share in (self.duplicates, self.late, self.shuffled):
            if not 0 <= share <= 1:  # nor is it so where it is no number
                text = Text("Error", "A share of the notifications is a number from 0 to 1, not {asked}.")
                raise SettingsError(text.filled(asked=share))
        if not 0 <= self.outages <= _MOST_OUTAGES:
            text = Text("Error", "There can be 0 to {most} outages an hour, not {asked}.")
            raise SettingsError(text.filled(most=_MOST_OUTAGES, asked=self.outages))
        if not (math.isfinite(self.outage_seconds) and self.outage_seconds >= 1):
            text = Text("Error", "An outage lasts 1 second or longer, not {asked}.")
            raise SettingsError(text.filled(asked=self.outage_seconds))

    def delays(self, rng: RandomSource, pace: float) -> list[float]:
        """Return how many seconds after its closing a notification is sent, and each of its copies after it.

        Args:
            rng: of this notification alone, so that its troubles do not depend on those of others.
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
    """The times without a way to the receiver, as they come. To be asked about one time after the other."""

    def __init__(self, troubles: SendingFaults, rng: RandomSource) -> None:
        self._troubles, self._rng = troubles, rng
        self._begin = self._end = 0.0

    def cover(self, seconds: float) -> bool:
        """Return whether there is no way so long after the start."""
        if not self._troubles.outages:
            return False
        while seconds >= self._end:
            self._begin = self._end + self._rng.expovariate(self._troubles.outages / 3600)
            self._end = self._begin + self._troubles.outage_seconds * self._rng.uniform(0.5, 1.5)
        return seconds >= self._begin
