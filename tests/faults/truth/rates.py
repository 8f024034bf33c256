"""Frequencies of events and faults in a simulated world."""

import random
from dataclasses import dataclass
from datetime import date
from enum import Enum
from zoneinfo import ZoneInfo

from tests.faults.truth.parcels import Calendar


class Regime(Enum):
    """How often a desk loads."""

    TEN_MINUTES = "every ten minutes"
    HOURLY = "hourly"
    EVENING = "once in the evening"


@dataclass(frozen=True)
class Rates:
    """Shares: of parcels, of visits or of messages. The first group is a carrier's ordinary day."""

    never_follows: float = 0.001
    """Of parcels whose status at the carrier stays what it was, whatever the visits say."""
    corrected: float = 0.02
    vanishes: float = 0.01
    """Of parcels that a manifest lacks for a while."""
    vanishes_for_good: float = 0.0005
    shares_order: float = 0.02
    ambiguous: float = 0.0005
    visited_early: float = 0.0003
    """Of parcels that are visited on the day before the one that lists them."""
    names_fewer: float = 0.02
    """Of visits to several parcels, one of which is then corrected alone."""
    two_drivers: float = 0.0005
    """Of parcels that two visits of one day contradict each other about."""
    taken_back: float = 0.0005
    """Of parcels that the carrier calls delivered, and then sends out all the same."""
    reissued: float = 0.05
    """Of manifests that another one replaces, or another entry of the same number."""
    drops_finished: float = 0.02
    """Of parcels that the carrier no longer lists once they are delivered."""
    dropped_early: float = 0.002
    """Of parcels that the next day's list has in the evening, and no longer in the morning."""
    used_again: float = 0.05
    """Of parcels that have the number of a parcel of weeks ago, in a world that has these weeks."""

    late: float = 0.0
    very_late: float = 0.0
    lost: float = 0.0
    """Of messages that no try brings; no gap shows that."""
    repeated: float = 0.0
    wrong_stamp: float = 0.0
    """Of visits whose stamps a wrong clock wrote."""
    same_stamp: float = 0.0
    """Of corrections that bear the stamp of what they correct."""
    unlinkable: float = 0.0
    """Of visits that name nothing that a manifest lists."""
    longest_shift: float = 5400.0
    """Seconds by which the desk's clock is set, at most."""
    partial: float = 0.0
    """Of visits by a shared order that deliver one of its parcels only. Outside what any sign is asked for."""


ORDINARY = Rates()
FAULTY = Rates(
    never_follows=0.02, corrected=0.05, vanishes=0.02, vanishes_for_good=0.003, shares_order=0.03, ambiguous=0.004,
    visited_early=0.001, late=0.03, very_late=0.002, lost=0.005, repeated=0.08, wrong_stamp=0.02, same_stamp=0.02,
    unlinkable=0.01, names_fewer=0.1, two_drivers=0.003, taken_back=0.003, reissued=0.2, drops_finished=0.05,
    dropped_early=0.01, used_again=0.1,
)  # fmt: skip

BOGOTA = ("America/Bogota", date(2026, 11, 20))
CLOCK_CHANGES = (
    ("America/Santiago", date(2026, 9, 6)),  # the night before it skips an hour
    ("America/Santiago", date(2026, 4, 4)),  # the night after it repeats one
    ("America/Havana", date(2026, 3, 8)),
    ("America/Havana", date(2026, 11, 1)),
    ("America/Asuncion", date(2024, 10, 6)),
    ("America/Asuncion", date(2024, 3, 23)),
)
PLACES = (BOGOTA, *CLOCK_CHANGES[:3], BOGOTA, *CLOCK_CHANGES[3:])

_NIGHT_SHIFT = 10  # hours: drivers are under way from 17:00 to 05:30
_WEEKS_AGO = -33


class Dice(random.Random):
    """Chance, with the few throws that a plan needs."""

    def chance(self, share: float) -> bool:
        return self.random() < share

    def lag(self) -> float:
        """Return by how many seconds a carrier's status follows: median five minutes, at times hours."""
        return min(self.lognormvariate(5.704, 1.1), 6 * 3600.0)


def calendar_of(seed: int) -> Calendar:
    """Return the days of a seed: ordinary ones, and those on which clocks are changed."""
    zone, day = PLACES[seed // len(Regime) % len(PLACES)]
    turn = seed // len(Regime)
    return Calendar(
        ZoneInfo(zone), day, shift=_NIGHT_SHIFT if turn % 4 == 2 else 0, past=_WEEKS_AGO if turn % 3 == 1 else None
    )
