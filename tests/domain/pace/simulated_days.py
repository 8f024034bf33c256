"""Days of a made-up site: drivers who differ, breaks, bursts, slow afternoons, rain, absences, weekends."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from app.domain.pace.forecast import PastDay

MONDAY = date(2026, 8, 3)


@dataclass(frozen=True)
class Driver:
    """Minutes from stop to stop, how much slower the afternoon is, how parcels bunch up, and when the shift ends."""

    minutes: float
    tiring: float
    most_at_a_stop: int
    ends: int


@dataclass(frozen=True)
class SimulatedDay:
    """The minutes at which its parcels were closed, and how many were not."""

    date: date
    closed_at: tuple[int, ...]
    left_open: int

    def past(self) -> PastDay:
        return PastDay(self.date, tuple(sorted(Counter(self.closed_at).items())), self.left_open)

    def at(self, minute: int) -> tuple[int, int]:
        """Return how many parcels are open and closed at a minute."""
        closed = sum(one <= minute for one in self.closed_at)
        return len(self.closed_at) + self.left_open - closed, closed


def days(seed: int, count: int) -> Iterator[SimulatedDay]:
    """Yield so many days in a row."""
    dice = Random(seed)
    drivers = [
        Driver(dice.uniform(5, 13), dice.uniform(1.0, 1.6), dice.choice((1, 1, 2, 4)), dice.randint(1020, 1110))
        for _ in range(dice.randint(8, 16))
    ]
    for nth in range(count):
        yield _day(MONDAY + timedelta(days=nth), drivers, dice)


def _day(day: date, drivers: list[Driver], dice: Random) -> SimulatedDay:
    weekday = day.weekday()
    crew = drivers if weekday < 5 else drivers[: len(drivers) // 2] if weekday == 5 else drivers[:4]
    crew = [one for one in crew if dice.random() > 0.05] or drivers[:1]
    rain_from = dice.randint(540, 960) if dice.random() < 0.15 else 2000
    busy = dice.gauss(0.8, 0.1) * (1.15 if weekday == 0 else 1.0)
    closed_at: list[int] = []
    left_open = 0
    for driver in crew:
        shift = driver.ends - 490 if weekday < 5 else 270
        load = int(max(busy * dice.gauss(1.0, 0.1), 0.3) * shift / driver.minutes * (1 + driver.most_at_a_stop) / 2)
        closed = _work(driver, 480 + dice.randint(0, 30), 480 + shift, load, rain_from, dice)
        closed_at += closed
        left_open += load - len(closed)
    return SimulatedDay(day, tuple(sorted(closed_at)), left_open)


def _work(driver: Driver, begins: int, ends: int, load: int, rain_from: int, dice: Random) -> list[int]:
    clock, rest_at, closed = float(begins), dice.randint(720, 800), list[int]()
    has_rested = False
    while len(closed) < load:
        if not has_rested and clock >= rest_at:
            clock, has_rested = clock + dice.uniform(25, 75), True
        slow = (driver.tiring if clock > 900 else 1.0) * (1.6 if clock > rain_from else 1.0)
        clock += dice.expovariate(1 / (driver.minutes * slow))
        if clock >= ends:
            break
        at_once = min(dice.randint(1, driver.most_at_a_stop), load - len(closed))
        closed += [int(clock)] * at_once
    return closed
