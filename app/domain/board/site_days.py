"""Beginning and end of the site's days."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


def day_end(day: date, zone: ZoneInfo) -> datetime:
    """Return the local midnight that ends a day, UTC; `datetime.max` beyond the calendar's last day."""
    try:
        return datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def day_begin(day: date, zone: ZoneInfo) -> datetime:
    """Return the local midnight that begins a day, UTC."""
    try:
        return datetime.combine(day, time(), zone).astimezone(UTC)
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)


def site_time(at: datetime, zone: ZoneInfo) -> datetime:
    """Return a moment in the site's local time, without a zone."""
    try:
        return at.astimezone(zone).replace(tzinfo=None)
    except OverflowError:  # on the calendar's first or last day
        return at.replace(tzinfo=None)


@lru_cache(4096)
def site_date(at: datetime, zone: ZoneInfo) -> date:
    """Return the local date of a moment at the site."""
    return site_time(at, zone).date()
