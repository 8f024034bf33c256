"""The texts of cells: money and dates in the user's locale, ids unchanged, flags as words."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from math import floor
from zoneinfo import ZoneInfo

from PySide6.QtCore import QDate, QLocale

from app.domain.calls.reasons import USUAL_REASONS, Reasons
from app.domain.column import Cell, Column, Kind
from app.domain.contract.stamps import read_stamp
from app.domain.contract.statuses import STATUS_WORDS, plain_status_name
from app.domain.phones import Phone, ReadPhone, ReadPhones
from app.domain.places.countries import DOCUMENTS, LOCALITY_CODES
from app.domain.site import SiteDays
from app.domain.texts import Say, Text
from app.domain.views.columns import WORDS
from app.domain.views.sign_texts import sign_names
from app.ui.appearance.icons import TextTone

UNKNOWN = "–"
"""What stands for a figure that is not known."""
_YEAR = re.compile(r"[\s,]*('de'\s*)?y+")
"""The year in a pattern of Qt, with what leads to it: `, yyyy`, ` 'de' yyyy`."""


@dataclass(frozen=True)
class SiteConventions:
    """What texts of cells depend on, and a site decides."""

    days: SiteDays
    far_metres: int = 100
    """From which distance to the address a visit is far away."""
    reasons: Reasons = USUAL_REASONS
    """For a failed delivery."""
    sender_zone: ZoneInfo | None = None
    """Of the times in notifications; None: the site's."""
    country: str | None = None
    """ISO 3166, for money and the names of documents; None: the zone has none, and none is set."""
    read_phone: ReadPhone = lambda _text: None
    """Reads the numbers of the site's country; without it they stay as they were written."""
    read_phones: ReadPhones = lambda _text: ()
    """Finds the numbers in a field."""
    own_name: str = ""
    """The name by which cases are assigned to the user."""


_AS_SENT = ("recipient_phone", "sender_phone", "contact_phone", "assigned_to")
"""What the clipboard gets as it is kept, though the screen says it in another way."""
_PHONES = _AS_SENT[:3]


class Formats:
    """Turns cells into texts for one language and one day."""

    def __init__(self, locale: QLocale, say: Say, today: date, conventions: SiteConventions) -> None:
        """Use the user's locale and language, the site's date and conventions."""
        self.locale = locale
        self.today = today
        self.conventions = conventions
        self.days = conventions.days
        self.sender_zone = conventions.sender_zone or conventions.days.zone
        self._say = say
        self._far_metres = conventions.far_metres
        self._read_phone, self._read_phones = conventions.read_phone, conventions.read_phones
        self.reasons = conventions.reasons
        self._own_name = conventions.own_name
        country = conventions.country
        self._documents = DOCUMENTS.get(country or "", {})
        self._locality_code = LOCALITY_CODES.get(country or "")
        self._currency = _currency_of(country or "")
        self._day = lru_cache(maxsize=512)(self._write_day)  # Qt releases the interpreter's lock for each one
        self._writers: dict[Kind, Callable[[str | float], str]] = {
            Kind.MONEY: self._amount,
            Kind.NUMBER: self.number,
            Kind.DATE: lambda value: self.day(str(value)),
            Kind.MOMENT: lambda value: self.moment(str(value)),
            Kind.SENT: lambda value: self._sent_to_the_minute(str(value)),
            Kind.INSTANT: lambda value: self.instant(datetime.fromisoformat(str(value))),
            Kind.SECONDS: self.seconds,
            Kind.METRES: self.metres,
            Kind.SHARE: lambda value: f"{self.number(value)} %",
            Kind.FLAG: lambda value: say(Text("Cell", "yes")) if value else "",
        }
        for kind in WORDS:
            said = self.words(kind)
            self._writers[kind] = lambda value, said=said: said.get(str(value), str(value))  # type: ignore[misc]
        self._writers[Kind.DOCUMENT_TYPE] = lambda value: self.document_type(str(value))
        self._status_words = {code: say(text) for code, text in STATUS_WORDS.items()}
        self._writers[Kind.STATUS] = self._writers[Kind.CODED_STATUS] = lambda value: self.status(str(value))
        self._writers[Kind.FAILURE] = lambda value: self.reason(str(value))
        self._writers[Kind.SIGNS] = lambda value: sign_names(str(value), say)

    def cell(self, column: Column, value: Cell) -> str:
        """Return the text of a cell; empty if it has no value."""
        if value is None:
            return ""
        if column.key in _PHONES:
            return self.shown_phone(str(value))
        if column.key == "assigned_to" and value == self._own_name:
            return self._say(Text("Cell", "You"))
        if column.is_exact:
            return self.sent_at(str(value))
        write = self._writers.get(column.kind)
        return write(value) if write else str(value)

    def limit(self, column: Column, value: Cell) -> str:
        """Return a limit of a column's numbers, or of its times of day, which are texts already."""
        return value if isinstance(value, str) else self.cell(column, value)

    def status(self, status: str) -> str:
        """Return a status in the user's words; one that is not of the contracts unchanged."""
        return self._status_words.get(plain_status_name(status), status)

    def exact(self, column: Column, value: Cell) -> str:
        """Return the text of a cell for the clipboard: absolute times and plain numbers, for use elsewhere."""
        if column.kind in (Kind.DATE, Kind.MOMENT, Kind.INSTANT) and value is not None:
            return str(value)
        if column.kind is Kind.SENT and value is not None:
            return self.sent(str(value))
        if column.kind.is_number and value is not None:
            return self.number(value).replace(self.locale.groupSeparator(), "") if not isinstance(value, str) else value
        return str(value or "") if column.key in _AS_SENT else self.cell(column, value)

    def shown_phone(self, text: str) -> str:
        """Return a field with one telephone number in the one form of the screens; any other text unchanged."""
        phone = self._read_phone(text)
        return phone.shown if phone else text

    def phone(self, text: str) -> str:
        """Return a telephone number in international form; any other text unchanged."""
        phone = self._read_phone(text)
        return phone.international if phone else text

    def phones(self, value: Cell) -> Sequence[Phone]:
        """Return the telephone numbers in a field, each once and in their order."""
        return self._read_phones(str(value)) if value is not None else ()

    def words(self, kind: Kind) -> Mapping[str, str]:
        """Return the texts of the codes that a kind of columns can hold; empty if it holds no codes."""
        if kind is Kind.FAILURE:
            return self.reasons.all_names(self._say)
        return {code: self._say(text) for code, text in WORDS.get(kind, {}).items()}

    def reason(self, key: str) -> str:
        """Return the name of a reason why a delivery failed."""
        return self.reasons.name(key, self._say)

    def number(self, value: str | float) -> str:
        """Return a number with grouped thousands; a text unchanged."""
        if isinstance(value, str):
            return value
        if value == int(value):
            return self.locale.toString(int(value))
        return self.locale.toString(float(value), "f", min(max(len(repr(value).partition(".")[2]), 1), 6))

    def count(self, count: int, *, is_known: bool) -> str:
        """Return a count; 0 of what was never read stands as unknown."""
        return self.number(count) if count or is_known else UNKNOWN

    def seconds(self, value: str | float) -> str:
        """Return a duration, such as `3 min 20 s` or `3 min`; a text unchanged; an end before the begin is unknown."""
        if isinstance(value, str) or value < 0:
            return value if isinstance(value, str) else UNKNOWN
        minutes, seconds = divmod(round(value), 60)
        if minutes >= 60 or (minutes and not seconds):
            return self.minutes(minutes)
        return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"

    def minutes(self, minutes: int) -> str:
        """Return a duration to the minute, such as `45 min`, `1 h 05 min` or `2 h`."""
        hours, rest = divmod(minutes, 60)
        if not hours:
            return f"{rest} min"
        return f"{self.locale.toString(hours)} h {rest:02} min" if rest else f"{self.locale.toString(hours)} h"

    def metres(self, value: str | float) -> str:
        """Return a distance, such as `35 m` or `1.4 km`; a text unchanged."""
        if isinstance(value, str):
            return value
        if round(value) < 1000:
            return f"{round(value)} m"
        return f"{self.locale.toString(value / 1000, 'f', 1 if value < 100_000 else 0)} km"

    def percent(self, part: float, whole: float) -> str:
        """Return a percentage; 0 and 100 only if it is exactly none or all; empty if the total is 0."""
        part, whole = round(part, 2), round(whole, 2)  # an amount below a cent counts as 0
        if whole <= 0:
            return ""
        share = floor(100 * part / whole + 0.5)
        if 0 < part < whole and share in (0, 100):
            return "<1 %" if share == 0 else ">99 %"
        return f"{self.locale.toString(share)} %"

    def money(self, value: str | float) -> str:
        """Return an amount. The contract names no currency: it is that of the site's country."""
        return f"{self._currency}\u00a0{self._amount(value)}" if not isinstance(value, str) else value

    def _amount(self, value: str | float) -> str:
        """Return an amount, with cents if it has any; a text unchanged."""
        if isinstance(value, str):
            return value
        cents = round(value, 2)
        return self.number(cents) if cents == int(cents) else self.locale.toString(cents, "f", 2)

    def document_type(self, code: str) -> str:
        """Return what a kind of document (`NI`, `CC`, `CE`) is called in the site's country; else the code."""
        return self._documents.get(code.strip().upper(), code)

    def title(self, column: Column) -> str:
        """Return a column's title; that of a locality's code as the site's country calls it."""
        named = self._locality_code if column.key in ("locality_code", "origin_code") else None
        return self._say(named or column.title)

    def is_today(self, at: datetime) -> bool:
        """Return whether a time is of the site's today."""
        return self.days.day_of(at) == self.today

    def day(self, text: str) -> str:
        """Return a day as today, yesterday, tomorrow or its date; any other text unchanged."""
        day = parsed_date(text)
        return text if day is None else self._day(day)

    def _write_day(self, day: date) -> str:
        near = {
            0: Text("Cell", "today"),
            -1: Text("Cell", "yesterday"),
            1: Text("Cell", "tomorrow"),
        }
        text = near.get((day - self.today).days)
        return self.short_date(day) if text is None else self._say(text)

    def short_date(self, day: date, *, weekday: bool = False) -> str:
        """Return a date, by default without its weekday, and without the year if it is the present one."""
        pattern = "ddd " * weekday + ("d MMM" if day.year == self.today.year else "d MMM yyyy")
        return self.locale.toString(QDate(day.year, day.month, day.day), pattern).replace(".", "")

    def long_date(self, day: date) -> str:
        """Return a date with its weekday and year, for what is read elsewhere or later."""
        return self.locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat)

    def weekday_date(self, day: date) -> str:
        """Return a date with its weekday, and without the year if it is the present one."""
        pattern = self.locale.dateFormat(QLocale.FormatType.LongFormat)
        if day.year == self.today.year:
            pattern = _YEAR.sub("", pattern)
        return self.locale.toString(QDate(day.year, day.month, day.day), pattern)

    def moment(self, text: str) -> str:
        """Return a time as the service wrote it, to the second, without the date if it is of the site's today.

        A time with an offset is shown in the site's zone.
        """
        moment = self.wall(text)
        return text if moment is None else self._moment(moment.replace(microsecond=0))

    def wall(self, text: str) -> datetime | None:
        """Return a time without a zone as the service wrote it; in the site's zone if it has an offset."""
        stamp = read_stamp(text)
        if stamp is not None:
            return stamp.wall_in(self.days.zone)
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError:
            return None

    def sent(self, text: str) -> str:
        """Return a time that the sender of notifications wrote, in the site's zone.

        One with an offset, which says its zone itself, one that cannot be read, and one of a sender in the site's zone
        are returned as they are.
        """
        stamp = read_stamp(text)
        if stamp is None or stamp.offset is not None or self.sender_zone == self.days.zone:
            return text
        return stamp.wall_in(self.days.zone, self.sender_zone).isoformat()

    def sent_at(self, text: str) -> str:
        """Return `sent` as `moment` does."""
        return self.moment(self.sent(text))

    def _sent_to_the_minute(self, text: str) -> str:
        moment = self.wall(self.sent(text))
        return text if moment is None else self._on_day(moment, f"{moment:%H:%M}")

    def closed(self, timestamp: str) -> datetime:
        """Return the timestamp of a notification in the site's zone.

        Raises:
            ValueError: it is no timestamp.
        """
        wall = self.wall(self.sent(timestamp))
        if wall is None:
            raise ValueError(timestamp)
        return wall

    def instant(self, at: datetime) -> str:
        """Return a time in the site's zone, to the second, as in columns."""
        return self._moment(self.at_site(at))

    def minute(self, at: datetime) -> str:
        """Return a time in the site's zone, to the minute, as in sentences."""
        moment = self.at_site(at)
        return self._on_day(moment, f"{moment:%H:%M}")

    def since(self, at: datetime, *, to_the_second: bool = False, names_today: bool = False) -> str:
        """Return a time in the site's zone as it reads after "since", "from" or "until"; languages differ there.

        It has its date, unless it is of the site's today and that is not to be named.
        """
        moment = self.at_site(at)
        clock = Text("After since, at 1", "{time}") if moment.hour == 1 else Text("After since", "{time}")
        clock = clock.filled(time=f"{moment:%H:%M:%S}" if to_the_second else f"{moment:%H:%M}")
        if self._is_of(moment, self.today) and not names_today:
            return self._say(clock)
        day = self._date_of(moment)
        is_date = day == self.short_date(moment.date())
        text = Text("After since, a date", "{day} {time}") if is_date else Text("After since", "{day} {time}")
        return self._say(text.filled(day=day, time=clock))

    def clock(self, at: datetime, day: date) -> str:
        """Return a time in the site's zone, to the minute, with its date if it is not of this day."""
        moment = self.at_site(at)
        if self._is_of(moment, day):
            return f"{moment:%H:%M}"
        text = Text("Cell", "{time} on {day}")
        return self._say(text.filled(time=f"{moment:%H:%M}", day=self.short_date(moment.date())))

    def dated(self, text: str) -> str:
        """Return a time without a zone with its date, to be read on another day."""
        moment = self.wall(text)
        if moment is None:
            return text
        day = self.locale.toString(QDate(moment.year, moment.month, moment.day), "d MMM yyyy").replace(".", "")
        return f"{day} {moment:%H:%M:%S}"

    def at_site(self, at: datetime) -> datetime:
        """Return a time in the site's zone without its offset, to the second."""
        return at.astimezone(self.days.zone).replace(microsecond=0, tzinfo=None)

    def age(self, at: datetime, now: datetime) -> str:
        """Return in words how long ago a time was."""
        passed = now - at
        if passed < timedelta(minutes=1):
            return self._say(Text("Age", "just now"))
        if passed < timedelta(hours=1):
            return self._say(Text("Age", "%Ln minute(s) ago", count=int(passed.total_seconds() // 60)))
        if passed < timedelta(days=1):
            return self._say(Text("Age", "%Ln hour(s) ago", count=int(passed.total_seconds() // 3600)))
        return self._say(Text("Age", "%Ln day(s) ago", count=passed.days))

    def _moment(self, moment: datetime) -> str:
        return self._on_day(moment, f"{moment:%H:%M:%S}")

    def _on_day(self, moment: datetime, clock: str) -> str:
        return clock if self._is_of(moment, self.today) else f"{self._date_of(moment)} {clock}"

    def _is_of(self, moment: datetime, day: date) -> bool:
        """Return whether a time of the site's clock is of a day, which may begin and end hours after midnight."""
        return timedelta() <= moment - datetime.combine(day, self.days.ends_at) < timedelta(days=1)

    def _date_of(self, moment: datetime) -> str:
        """Return a time's date, in one word if that leaves no doubt."""
        if self._is_of(moment, self.today):
            return self._day(self.today)
        its_date = moment.date()
        return self.short_date(its_date) if its_date == self.today else self._day(its_date)

    def is_far(self, metres: float) -> bool:
        """Return whether a distance exceeds the site's limit."""
        return metres > self._far_metres

    def visit_tone(self, column: Column, value: Cell) -> TextTone | None:
        """Return the tone of a visit's measure: a warning if it was far away, or ended before it began."""
        if value is None or isinstance(value, str):
            return None
        is_odd = (column.kind is Kind.METRES and self.is_far(value)) or (column.kind is Kind.SECONDS and value < 0)
        return TextTone.WARN if is_odd else None


def _currency_of(country: str) -> str:
    """Return the sign of a country's money, by Unicode's CLDR; `$`, as most of the region writes, if it is unknown."""
    territory = QLocale.codeToTerritory(country)
    if territory == QLocale.Country.AnyTerritory:
        return "$"
    spoken = QLocale.matchingLocales(QLocale.Language.AnyLanguage, QLocale.Script.AnyScript, territory)
    spoken.sort(key=lambda locale: locale.language() != QLocale.Language.Spanish)
    return spoken[0].currencySymbol() if spoken else "$"


def parsed_date(text: str) -> date | None:
    """Return the day at the beginning of a text such as `2026-11-20`, or None."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
