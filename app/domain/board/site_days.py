"""When the site's days begin and end."""

from datetime import UTC, date, datetime, time, timedelta
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


def site_date(at: datetime, zone: ZoneInfo) -> date:
    """Return the site's date of a moment."""
    try:
        return at.astimezone(zone).date()
    except OverflowError:
        return at.date()
