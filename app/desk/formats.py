"""How a cell reads: money and dates by the user's locale, ids as they are, flags as words."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from app.desk.roles import TextTone
from app.domain.columns import Column, Kind
from app.domain.details import Cell
from app.domain.statuses import State


class Formats:
    """Turns cells into texts for one language and one day."""

    def __init__(self, locale: QLocale, today: date, zone: ZoneInfo) -> None:
        """Take the user's locale, the site's date, and the site's time zone."""
        self.locale = locale
        self.today = today
        self._zone = zone

    def cell(self, column: Column, value: Cell) -> str:
        """Return what a cell shows; empty where there is nothing."""
        if value is None:
            return ""
        match column.kind:
            case Kind.MONEY | Kind.NUMBER:
                return self.number(value)
            case Kind.DATE:
                return self.day(str(value))
            case Kind.MOMENT:
                return self.moment(str(value))
            case Kind.FLAG:
                return QCoreApplication.translate("Cell", "yes") if value else ""
            case _:
                return str(value)

    def exact(self, column: Column, value: Cell) -> str:
        """Return what a cell is on the clipboard: dates as dates and numbers bare, since they are read elsewhere."""
        if column.kind in (Kind.DATE, Kind.MOMENT) and value is not None:
            return str(value)
        if column.kind.is_number and value is not None:
            return self.number(value).replace(self.locale.groupSeparator(), "") if not isinstance(value, str) else value
        return self.cell(column, value)

    def number(self, value: str | float) -> str:
        """Return a number with its thousands grouped; a text as it is."""
        if isinstance(value, str):
            return value
        if value == int(value):
            return self.locale.toString(int(value))
        return self.locale.toString(float(value), "f", min(max(_decimals(value), 1), 6))

    def money(self, value: str | float) -> str:
        """Return an amount. The contract names no currency: the sign is the one used all over the region."""
        return f"$ {self.number(value)}" if not isinstance(value, str) else value

    def day(self, text: str) -> str:
        """Return a day as one speaks of it: today, yesterday, tomorrow, else its date; what is no date as it came."""
        day = parsed_date(text)
        if day is None:
            return text
        near = {
            0: QCoreApplication.translate("Cell", "today"),
            -1: QCoreApplication.translate("Cell", "yesterday"),
            1: QCoreApplication.translate("Cell", "tomorrow"),
        }
        days = (day - self.today).days
        if days in near:
            return near[days]
        pattern = "d MMM" if day.year == self.today.year else "d MMM yyyy"
        return self.locale.toString(QDate(day.year, day.month, day.day), pattern).replace(".", "")

    def long_date(self, day: date) -> str:
        """Return a date with its weekday and year."""
        return self.locale.toString(QDate(day.year, day.month, day.day), "dddd d MMMM yyyy")

    def moment(self, text: str) -> str:
        """Return a time without zone as the service wrote it: the hour alone where it is today's."""
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return text
        return self._moment(moment)

    def instant(self, at: datetime) -> str:
        """Return a time in the site's zone, by the site's clock."""
        return self._moment(at.astimezone(self._zone).replace(microsecond=0, tzinfo=None))

    def age(self, at: datetime, now: datetime) -> str:
        """Return how long ago something was, in words."""
        passed = now - at
        if passed < timedelta(minutes=1):
            return QCoreApplication.translate("Age", "just now")
        if passed < timedelta(hours=1):
            return QCoreApplication.translate("Age", "%n minute(s) ago", "", int(passed.total_seconds() // 60))
        if passed < timedelta(days=1):
            return QCoreApplication.translate("Age", "%n hour(s) ago", "", int(passed.total_seconds() // 3600))
        return QCoreApplication.translate("Age", "%n day(s) ago", "", passed.days)

    def _moment(self, moment: datetime) -> str:
        clock = f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}"
        return clock if moment.date() == self.today else f"{self.day(moment.date().isoformat())} {clock}"


def parsed_date(text: str) -> date | None:
    """Return the day at the beginning of a text such as `2026-11-20`, or None."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def promise_tone(value: Cell, state: Cell, today: date) -> TextTone | None:
    """Return the tone of a promised date: bad where it is today or past and nothing was delivered."""
    day = parsed_date(str(value)) if value is not None else None
    if day is None or state == State.DELIVERED or day > today:
        return None
    return TextTone.BAD if day < today else TextTone.WARN


def _decimals(value: float) -> int:
    return len(repr(value).partition(".")[2])
