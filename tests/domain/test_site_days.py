"""When the site's days begin, in literal values."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.site import SiteDays

BOGOTA = ZoneInfo("America/Bogota")


def test_a_day_ends_at_the_time_that_is_set() -> None:
    days = SiteDays(BOGOTA, time(8))
    assert days.begin(date(2026, 11, 20)) == datetime(2026, 11, 20, 13, tzinfo=UTC)
    assert days.end(date(2026, 11, 20)) == datetime(2026, 11, 21, 13, tzinfo=UTC)
    assert days.day_of(datetime(2026, 11, 21, 12, 59, tzinfo=UTC)) == date(2026, 11, 20)
    assert days.day_of(datetime(2026, 11, 21, 13, tzinfo=UTC)) == date(2026, 11, 21)
    assert days.minute_of(time(7, 59)) == 24 * 60 - 1
    assert SiteDays(BOGOTA).day_of(datetime(2026, 11, 21, 5, tzinfo=UTC)) == date(2026, 11, 21)


@pytest.mark.parametrize(
    ("zone", "ends_at", "around"),
    [
        ("America/Santiago", time(), date(2026, 9, 6)),  # midnight is skipped
        ("America/Santiago", time(0, 30), date(2026, 9, 6)),  # so is this minute
        ("America/Santiago", time(), date(2026, 4, 5)),  # the hour before midnight comes twice
        ("America/Havana", time(0, 30), date(2026, 11, 1)),  # this minute comes twice
        ("America/St_Johns", time(), date(2006, 10, 29)),  # a minute after midnight it is yesterday again
        ("Europe/Madrid", time(2, 30), date(2026, 3, 29)),
        ("Europe/Madrid", time(2, 30), date(2026, 10, 25)),
    ],
)
def test_each_moment_belongs_to_one_day(zone: str, ends_at: time, around: date) -> None:
    days = SiteDays(ZoneInfo(zone), ends_at)
    for day in (around + timedelta(days=nth) for nth in range(-1, 2)):
        begins, ends = days.begin(day), days.end(day)
        assert begins < ends == days.begin(day + timedelta(days=1))
        moments = [begins + timedelta(minutes=10 * nth) for nth in range((ends - begins) // timedelta(minutes=10))]
        assert {days.day_of(at) for at in moments} == {day}
        assert days.day_of(ends) != day


def test_the_first_and_the_last_day_of_the_calendar_have_a_begin_and_an_end() -> None:
    days = SiteDays(BOGOTA, time(12))
    for day in (date.min, date.max):
        assert days.begin(day) < days.end(day)
        assert days.day_of(days.begin(day)) in {day, date.max}
