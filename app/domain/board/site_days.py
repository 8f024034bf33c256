"""When the site's days begin and end."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


def day_end(day: date, zone: ZoneInfo) -> datetime:
    """Return the next local midnight after a day begins, UTC; a day that the calendar does not reach never ends."""
    try:
        return datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def day_begin(day: date, zone: ZoneInfo) -> datetime:
    """Return a day's local midnight, UTC."""
    try:
        return datetime.combine(day, time(), zone).astimezone(UTC)
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)


def site_time(at: datetime, zone: ZoneInfo) -> datetime:
    """Return a moment as the site's clock shows it, without a zone."""
    try:
        return at.astimezone(zone).replace(tzinfo=None)
    except OverflowError:  # the first and the last day that there is
        return at.replace(tzinfo=None)


@lru_cache(4096)
def site_date(at: datetime, zone: ZoneInfo) -> date:
    """Return the site's date of a moment."""
    return site_time(at, zone).date()
