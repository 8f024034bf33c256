"""The course of today, and what will stay open."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.domain.days import Day, Scope
from app.domain.pace.forecast import MOST_UNHEARD, Forecast, NoForecast, PastDay, forecast
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
