"""Reads a typed day: 2026-11-20, 20/11/2026, 20/11."""

import re
from datetime import date

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_WRITTEN = re.compile(r"(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?")


def typed_day(text: str, today: date, *, month_first: bool) -> date | None:
    """Return the day that a text means; None if it means none.

    Without a year it is the latest such day that is not in the future. `month_first` decides between two readings.
    """
    text = text.strip()
    if found := _ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    one, other = int(found[1]), int(found[2])
    day, month = (other, one) if month_first else (one, other)
    return _of_year(found[3], month, day, today) or _of_year(found[3], day, month, today)


def _of_year(year: str | None, month: int, day: int, today: date) -> date | None:
    if year:
        return _day(int(year) if len(year) == 4 else 2000 + int(year), month, day)
    this = _day(today.year, month, day)
    return this if this is not None and this <= today else _day(today.year - 1, month, day)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
