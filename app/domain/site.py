"""The site: when its days begin and end, and its settings that decide what rows say."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_LATEST = datetime.max.replace(tzinfo=UTC)


class SiteDays(NamedTuple):
    """The days of a site; each lasts from a time of its date to the same time of the next one.

    A time that a clock change skips moves forward by the gap; of one that it repeats the first counts.

    Args:
        zone: the site's time zone.
        ends_at: the local time at which a day ends and its successor begins.
    """

    zone: ZoneInfo
    ends_at: time = time()

    def minute_of(self, clock: time) -> int:
        """Return the minute of the day at which the site's clock shows a time, 0 to 1439."""
        return (60 * (clock.hour - self.ends_at.hour) + clock.minute - self.ends_at.minute) % (24 * 60)

    def begin(self, day: date) -> datetime:
        """Return when a day begins, UTC; `datetime.min` before the calendar's first day."""
        return _begin(day, self)

    def end(self, day: date) -> datetime:
        """Return when a day ends, UTC; `datetime.max` beyond the calendar's last day."""
        return _begin(day + _DAY, self) if day < date.max else _LATEST

    def day_of(self, at: datetime) -> date:
        """Return the day that a moment belongs to."""
        return _day_of(at, self)


def site_time(at: datetime, zone: ZoneInfo) -> datetime:
    """Return a moment in the site's local time, without a zone."""
    try:
        return at.astimezone(zone).replace(tzinfo=None)
    except OverflowError:  # on the calendar's first or last day
        return at.replace(tzinfo=None)


@lru_cache(4096)
def _begin(day: date, days: SiteDays) -> datetime:
    try:
        return datetime.combine(day, days.ends_at, days.zone).astimezone(UTC)
    except OverflowError:
        return _EARLIEST if day.year == 1 else _LATEST


@lru_cache(4096)
def _day_of(at: datetime, days: SiteDays) -> date:
    local = site_time(at, days.zone).date()
    if at < days.begin(local):
        return local - _DAY if local > date.min else local
    return local + _DAY if days.end(local) <= at and local < date.max else local


@dataclass(frozen=True)
class SiteRules:
    """The settings that decide rows.

    Args:
        zone: the site's time zone; its days begin and end in it.
        sender_zone: time zone of the notifications' timestamps; None: the site's.
        lag_minutes: how long after a visit the carrier's status may still differ without being a contradiction.
        day_ends_at: site time at which a day ends and the next one begins.
        far_metres: distance from which a check-in counts as far from its address. It decides no status.
    """

    zone: ZoneInfo
    sender_zone: ZoneInfo | None = None
    lag_minutes: int = 15
    far_metres: int = 100
    day_ends_at: time = time()

    @property
    def days(self) -> SiteDays:
        """When the site's days begin and end."""
        return SiteDays(self.zone, self.day_ends_at)

    @property
    def stamp_zone(self) -> ZoneInfo:
        """The zone in which timestamps are read."""
        return self.sender_zone or self.zone


class KeptRules(NamedTuple):
    """`SiteRules` as saved in the store: None means never decided, or a zone that this system does not know.

    Args:
        zone: name of the site's zone.
        sender_zone: name of the sender's zone; empty: the site's.
        lag_minutes: as in `SiteRules`.
        day_ends_at: as `HH:MM`.
        far_metres: as in `SiteRules`.
    """

    zone: str | None = None
    sender_zone: str | None = None
    lag_minutes: int | None = None
    day_ends_at: str | None = None
    far_metres: int | None = None

    @classmethod
    def of(cls, rules: SiteRules) -> "KeptRules":
        """Return rules in the form in which the store saves them."""
        sender = rules.sender_zone.key if rules.sender_zone else ""
        return cls(rules.zone.key, sender, rules.lag_minutes, f"{rules.day_ends_at:%H:%M}", rules.far_metres)
