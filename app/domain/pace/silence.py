"""Which drivers have closed no visit for long, measured against their own pace.

Silence is what was listened to: a reception gap, or a time in which nothing arrived from anyone, shows nothing of a
driver. All moments are in UTC.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Final

from app.domain.folding import fold
from app.domain.reception.gaps import Gap
from app.domain.texts import Text

TIMES: Final = 3
"""How many times longer than usual between two stops counts as long."""
LEAST_SILENCE: Final = timedelta(minutes=20)
"""A shorter silence never counts as long."""
FEWEST_INTERVALS: Final = 5
"""Fewest intervals between stops that say anything about a pace."""

_ONE_STOP = timedelta(minutes=1)
"""Visits closed within this time of the one before are of one stop: a building, or a bunch closed together."""
_CLOCK_ERROR = timedelta(minutes=1)


class Silence(StrEnum):
    """What is known about a driver's silence."""

    USUAL = "usual"
    LONG = "long"
    NO_PACE = "no_pace"  # too few intervals to measure it by
    GAP = "gap"  # a visit may have been closed while nothing could be received
    NOTHING_HEARD = "nothing_heard"  # nothing arrived from anyone since
    OTHER_ID = "other_id"  # another id with this name closed visits since
    CLOCK = "clock"  # the last visit lies in the future


SILENCE_TEXTS: Final = {
    Silence.USUAL: Text("Pace", "as usual"),
    Silence.LONG: Text("Pace", "long"),
    Silence.NO_PACE: Text("Pace", "unknown: too few visits to know this driver's pace"),
    Silence.GAP: Text("Pace", "unknown: there was no reception for a part of that time"),
    Silence.NOTHING_HEARD: Text("Pace", "unknown: nothing was received from any driver in that time"),
    Silence.OTHER_ID: Text("Pace", "unknown: visits were closed since under this name with another id"),
    Silence.CLOCK: Text("Pace", "unknown: the last visit lies ahead of this computer's clock"),
}


@dataclass(frozen=True)
class DriverKey:
    """A driver as notifications name them; the id decides, a name without an id stands for itself."""

    id: str | None
    name: str | None

    @property
    def key(self) -> str:
        """What tells this driver from others."""
        return self.id or self.name or ""

    @property
    def folded(self) -> str:
        """The name without accents and case; empty if there is none."""
        return fold(self.name or "")


Closing = tuple[DriverKey, datetime]
"""Who closed a visit, and when."""


@dataclass(frozen=True)
class DriverPace:
    """A driver of today.

    Args:
        visits: closed today.
        last: when the last one was closed.
        silent: time since then; none if that lies in the future.
        today, usually: median time between stops, today and on past days; None: too few to say.
        shares_name: whether another id has the same name today.
    """

    driver: DriverKey
    visits: int
    last: datetime
    silent: timedelta
    today: timedelta | None
    usually: timedelta | None
    silence: Silence
    shares_name: bool = False


def paces(
    closings: Iterable[Closing],
    usually: Mapping[str, timedelta],
    gaps: Sequence[Gap],
    heard_at: datetime | None,
    now: datetime,
) -> tuple[DriverPace, ...]:
    """Return the drivers who closed a visit today: first those silent for long, then by time since their last visit.

    Args:
        closings: the day's closed visits in any order.
        usually: time between the stops of past days, by `DriverKey.key`; see `usual_paces`.
        gaps: reception gaps that overlap the day.
        heard_at: when the last notification of any driver arrived; None: never.
        now: the present.
    """
    days, drivers = _by_driver(closings)
    latest: dict[str, datetime] = {}
    called: Counter[str] = Counter()
    for key, driver in drivers.items():
        called[driver.folded] += 1
        latest[driver.folded] = max(days[key][-1], latest.get(driver.folded, days[key][-1]))
    found = []
    for key, driver in drivers.items():
        own, last = _median(intervals(days[key])), days[key][-1]
        known = [one for one in (own, usually.get(key)) if one is not None]
        shares_name = bool(driver.folded) and called[driver.folded] > 1
        silence = _judged(last, max(known, default=None), gaps, heard_at, now)
        if silence is Silence.LONG and shares_name and latest[driver.folded] > last:
            silence = Silence.OTHER_ID
        silent = max(now - last, timedelta())
        found.append(
            DriverPace(driver, len(days[key]), last, silent, own, usually.get(key), silence, shares_name=shares_name)
        )
    return tuple(sorted(found, key=lambda one: (one.silence is not Silence.LONG, one.last, one.driver.key)))


def usual_paces(closings: Iterable[Closing]) -> dict[str, timedelta]:
    """Return the median time between the stops of past days by `DriverKey.key`, without drivers of too few."""
    between: defaultdict[str, list[timedelta]] = defaultdict(list)
    for _, of_day in groupby(sorted(closings, key=_moment), key=lambda one: one[1].date()):
        for key, moments in _by_driver(of_day)[0].items():
            between[key] += intervals(moments)
    return {key: pace for key, some in between.items() if (pace := _median(some)) is not None}


def _by_driver(closings: Iterable[Closing]) -> tuple[dict[str, list[datetime]], dict[str, DriverKey]]:
    """Return the moments of each driver, ascending, and the drivers; of several names of one id the last counts."""
    days: defaultdict[str, list[datetime]] = defaultdict(list)
    drivers: dict[str, DriverKey] = {}
    for driver, at in sorted(closings, key=_moment):
        days[driver.key].append(at)
        drivers[driver.key] = driver
    return days, drivers


def _moment(closing: Closing) -> datetime:
    return closing[1]


def intervals(moments: Sequence[datetime]) -> list[timedelta]:
    """Return the times between the stops of one driver and day; visits were closed at these moments, ascending."""
    return [after - before for before, after in pairwise(moments) if after - before > _ONE_STOP]


def _median(some: Sequence[timedelta]) -> timedelta | None:
    return sorted(some)[len(some) // 2] if len(some) >= FEWEST_INTERVALS else None


def _judged(
    last: datetime, pace: timedelta | None, gaps: Sequence[Gap], heard_at: datetime | None, now: datetime
) -> Silence:
    """Return what is known of the silence since a driver's last visit."""
    if last - now > _CLOCK_ERROR:
        return Silence.CLOCK
    if pace is None:
        return Silence.NO_PACE
    long = max(TIMES * pace, LEAST_SILENCE)
    if now - last < long:
        return Silence.USUAL
    heard_until = min(heard_at or last, now)
    since = max([last, *(gap.until for gap in gaps if last < gap.until and gap.since < heard_until)])
    if heard_until - since >= long:
        return Silence.LONG
    has_gap = any(gap.until > last and gap.since < now for gap in gaps)
    return Silence.GAP if has_gap else Silence.NOTHING_HEARD
