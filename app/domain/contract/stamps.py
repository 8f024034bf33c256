"""Reads dates and times of the provider, in the contract's format and in other unambiguous ones."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.caching import cached_if_short
from app.domain.folding import without_invisible

_PLAIN = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?", re.ASCII)
_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:([ap])\.?\s?m\.?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?"
_DAY = r"(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/-](\d{1,2})[/-](\d{4}))"
_STAMP = re.compile(rf"{_DAY}(?:T|,?\s+){_CLOCK}", re.ASCII | re.IGNORECASE)
_SINCE_1970 = re.compile(r"(\d{10})(\d{3}|\d{6})?(?:\.(\d{1,9}))?", re.ASCII)
"""Seconds, with milliseconds or microseconds or a fraction; a number of ten digits is of the years 2001 to 2286."""
_DATE = re.compile(rf"{_DAY}(?:(?:T|,?\s+){_CLOCK})?", re.ASCII | re.IGNORECASE)
_DOT_NET = re.compile(r"/Date\((-?\d{1,14})([+-]\d{4})?\)/", re.ASCII)
"""Milliseconds since 1970, in UTC, and the offset of the clock that showed them."""
_NOON = 12
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - the clock that the offset is added to


@dataclass(frozen=True)
class Stamp:
    """A timestamp as written.

    Attributes:
        wall: the local time, naive.
        offset: its offset from UTC; None if the text has none, as in the contract.
    """

    wall: datetime
    offset: timedelta | None = None

    @property
    def moment_utc(self) -> datetime | None:
        """The moment, UTC, if the text has an offset; None if it depends on a zone."""
        if self.offset is None:
            return None
        try:
            return self.wall.replace(tzinfo=timezone(self.offset)).astimezone(UTC)
        except OverflowError:  # on the calendar's first or last day
            return self.wall.replace(tzinfo=UTC)

    def wall_in(self, zone: ZoneInfo, own: ZoneInfo | None = None) -> datetime:
        """Return the local time in that zone; a text without an offset is in its `own` zone, or in that one already."""
        moment = self.moment_utc
        if moment is None:
            if own is None:
                return self.wall
            moment = self.wall.replace(tzinfo=own)
        try:
            return moment.astimezone(zone).replace(tzinfo=None)
        except OverflowError:
            return self.wall


@cached_if_short(1024)
def read_stamp(text: str) -> Stamp | None:
    """Read a date with a time: ISO 8601, with `T` or a blank and with or without an offset, or day first.

    `22/11/2026 10:14:00` and `03/04/2026 10:14:00` are read with the day first, as in Colombia; the clock may have 12
    hours, `10:14:00 a. m.`. Or the seconds, milliseconds or microseconds since 1970. None: unreadable.
    """
    stripped = text.strip()
    try:
        if _PLAIN.fullmatch(stripped):
            return Stamp(datetime.fromisoformat(stripped))
        if dot_net := _DOT_NET.fullmatch(stripped):
            return _of_dot_net(dot_net)
        stripped = " ".join(without_invisible(text).split())
        if since_1970 := _SINCE_1970.fullmatch(stripped):
            second, further, fraction = since_1970.groups()
            microsecond = int(f"{further or ''}{fraction or ''}"[:6].ljust(6, "0"))
            return Stamp(_EPOCH + timedelta(seconds=int(second), microseconds=microsecond), timedelta(0))
        found = _STAMP.fullmatch(stripped)
        if found is None:
            return None
        hour, minute, second, fraction, half, zone = found.groups()[6:]
        clock = _hour(int(hour), half), int(minute), int(second or 0), int(f"{fraction or '':0<6}"[:6])
        wall = datetime.combine(date(*_day(found)), time(*clock))
        return Stamp(wall, _offset(zone))
    except (ValueError, OverflowError):  # no such day, hour or offset
        return None


def _of_dot_net(written: re.Match[str]) -> Stamp:
    offset = _offset(written[2]) or timedelta(0)
    return Stamp(_EPOCH + timedelta(milliseconds=int(written[1])) + offset, offset)


def text_of_php(written: Mapping[str, object]) -> str | None:
    """Return a date as PHP writes it as a text for `read_stamp`; None if it is none.

    Such as `{"date": "2026-11-22 10:14:00.000000", "timezone_type": 3, "timezone": "America/Bogota"}`. Without a zone
    that is known here, it is in the sender's zone.
    """
    at, zone = written.get("date"), written.get("timezone")
    stamp = read_stamp(at) if isinstance(at, str) else None
    if stamp is None:
        return None
    with_zone = stamp.wall.isoformat()
    if isinstance(zone, str) and read_stamp(with_zone + zone) is not None:
        return with_zone + zone
    try:
        return stamp.wall.replace(tzinfo=ZoneInfo(str(zone))).isoformat()
    except (ZoneInfoNotFoundError, OSError, ValueError):  # no such zone, a folder of zones, a path
        return with_zone


def is_plain_stamp(text: str) -> bool:
    """Return whether a text is a timestamp in the contract's format."""
    try:
        return bool(_PLAIN.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:  # no such day or hour
        return False


@cached_if_short(1024)
def plain_date(text: str) -> str | None:
    """Return `YYYY-MM-DD` of a date, which may be written day first or with a time; None if it is no date."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        dot_net = _DOT_NET.fullmatch(text.strip())
        stamp = read_stamp(text) if dot_net is not None and dot_net[2] else None
        return None if stamp is None else stamp.wall.date().isoformat()
    try:
        return date(*_day(found)).isoformat()
    except ValueError:
        return None


def plain_moment(text: str) -> str | None:
    """Return a timestamp in the contract's format; None if it is unreadable or has an offset."""
    stamp = read_stamp(text)
    return None if stamp is None or stamp.offset is not None else stamp.wall.isoformat()


def _hour(hour: int, half: str | None) -> int:
    """Return the hour of a day; `half` is the letter before the `m.` of a clock of 12 hours."""
    if half is None:
        return hour
    if hour > _NOON:
        raise ValueError(hour)
    return hour % _NOON + (_NOON if half in "pP" else 0)


def _day(found: re.Match[str]) -> tuple[int, int, int]:
    year, month, day, first, second, last = found.groups()[:6]
    return (int(year), int(month), int(day)) if year else (int(last), int(second), int(first))


def _offset(text: str | None) -> timedelta | None:
    if text is None:
        return None
    if text in "Zz":
        return timedelta(0)
    digits = text[1:].replace(":", "")
    hours, minutes = int(digits[:2]), int(digits[2:] or 0)
    offset = timedelta(hours=hours, minutes=minutes)
    if offset >= timedelta(days=1):
        raise ValueError(text)
    return -offset if text[0] == "-" else offset
