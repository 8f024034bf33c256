"""The course of today, and what will stay open."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from app.domain.days import Day, Scope
from app.domain.pace.forecast import FEWEST_DAYS, MOST_UNHEARD, Forecast, NoForecast, PastDay, forecast
from app.domain.reception.gaps import Gap
from app.domain.site import SiteDays, site_time

OUT_OF_DATE: Final = timedelta(hours=1)
"""A state of the day as old as this no longer says what will stay open."""


@dataclass(frozen=True)
class DayCourse:
    """How a day went so far. All moments are in UTC.

    Args:
        open_now: parcels that are open.
        closed_now: parcels that ended, in whichever way.
        gaps: reception gaps that overlap the day.
        loaded_at: its last load; None: not loaded.
        heard_at: when the last notification of any day arrived; None: never.
        days: the site's.
    """

    day: Day | Scope
    open_now: int
    closed_now: int
    gaps: tuple[Gap, ...]
    loaded_at: datetime | None
    heard_at: datetime | None
    days: SiteDays

    def known_at(self, now: datetime) -> datetime | None:
        """Return the last moment of which something was received or loaded; None: the day is not loaded."""
        if self.loaded_at is None:
            return None
        return min(max(self.loaded_at, self.heard_at or self.loaded_at), now)


def left_open(course: DayCourse, past: Iterable[PastDay], now: datetime) -> Forecast | NoForecast:
    """Return how many parcels will stay open, by the course of today and of past days; `now` is in UTC."""
    known_at = course.known_at(now)
    if course.loaded_at is None or known_at is None:
        return NoForecast.NO_LOAD
    if now - known_at >= OUT_OF_DATE:
        return NoForecast.OUT_OF_DATE
    if unheard_since(course.loaded_at, course.gaps, now) > MOST_UNHEARD:
        return NoForecast.GAP
    if course.days.day_of(known_at) != course.day.date:  # just after the day's end
        return NoForecast.OUT_OF_DATE
    minute = course.days.minute_of(site_time(known_at, course.days.zone).time())
    return forecast(course.open_now, course.closed_now, minute, past)


def unheard_since(load: datetime, gaps: Iterable[Gap], until: datetime) -> timedelta:
    """Return the time without reception between a load and a moment; overlapping gaps count once."""
    unheard, counted_until = timedelta(), load
    for gap in sorted(gaps, key=lambda one: one.since):
        begins, ends = max(gap.since, counted_until), min(gap.until, until)
        if ends > begins:
            unheard, counted_until = unheard + (ends - begins), ends
    return unheard


@dataclass(frozen=True)
class TypicalDay:
    """The medians of past days of a kind.

    Args:
        delivered: the share that was delivered by some minute, 0 to 1, of the parcels whose time is known or open.
        visits: visits closed in each hour of a day, 0 to 23.
    """

    delivered: float
    visits: tuple[float, ...]


def typical_day(past: Iterable[PastDay], minute: int) -> TypicalDay | None:
    """Return what the known days of a kind have in common up to a minute of the site's day; None: too few are known."""
    days = [day for day in past if day.is_known and day.parcels > day.untimed]
    if len(days) < FEWEST_DAYS:
        return None
    shares = [sum(count for at, count in day.delivered if at <= minute) / (day.parcels - day.untimed) for day in days]
    return TypicalDay(median(shares), tuple(median(day.visits[hour] for day in days) for hour in range(24)))


def missing_days(past: Iterable[PastDay]) -> int:
    """Return how many more days of a kind must be known to say what is typical."""
    return max(FEWEST_DAYS - sum(day.is_known for day in past), 0)
