"""What is known of a day at a moment: the forecast is of the last known state, or it is unknown."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, left_open, unheard_since
from app.domain.pace.forecast import Forecast, NoForecast, PastDay
from app.domain.reception.gaps import Gap, GapCause
from app.domain.site import SiteDays

DAY = Day("ANDINA-BOG", date(2026, 11, 20))
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
PAST = [PastDay(DAY.date - timedelta(days=nth), ((600, 50), (715, 5), (900, 35)), 10) for nth in range(1, 8)]
COURSE = DayCourse(DAY, 45, 55, (), NOON, NOON, SiteDays(ZoneInfo("America/Bogota")))


def at(before_noon: float) -> datetime:
    return NOON - timedelta(minutes=before_noon)


def gap(since: float, until: float) -> Gap:
    return Gap(at(since), at(until), GapCause.ASLEEP)


@pytest.mark.parametrize(
    ("course", "expected"),
    [
        (COURSE, 10),
        (replace(COURSE, loaded_at=at(50), heard_at=at(2)), 10),
        (replace(COURSE, loaded_at=at(2), heard_at=None), 10),
        (replace(COURSE, heard_at=at(-600)), 10),  # a clock that was set back
        (replace(COURSE, gaps=(gap(120, 10),)), 10),  # loaded after it
        (replace(COURSE, loaded_at=at(9), gaps=(gap(90, 0),)), 10),  # nine minutes unheard
        (replace(COURSE, loaded_at=at(11), gaps=(gap(90, 0),)), NoForecast.GAP),
        (replace(COURSE, loaded_at=None), NoForecast.NO_LOAD),
        (replace(COURSE, loaded_at=at(60), heard_at=at(61)), NoForecast.OUT_OF_DATE),
        (replace(COURSE, day=Day(DAY.carrier, date(2026, 11, 19))), NoForecast.OUT_OF_DATE),
        (replace(COURSE, closed_now=3), NoForecast.FEW_CLOSED),
    ],
)
def test_what_is_too_old_or_unheard_is_unknown(course: DayCourse, expected: int | NoForecast) -> None:
    found = left_open(course, PAST, NOON)
    assert (found.expected if isinstance(found, Forecast) else found) == expected


def test_the_state_is_that_of_the_last_news_not_of_now() -> None:
    """By ten to twelve five parcels fewer were closed on past days: more of the day was still to come."""
    late = left_open(replace(COURSE, loaded_at=at(50), heard_at=at(10)), PAST, NOON)
    now = left_open(COURSE, PAST, NOON)
    assert isinstance(late, Forecast)
    assert isinstance(now, Forecast)
    assert late.expected < now.expected


def test_time_without_reception_is_counted_once_and_from_the_load_on() -> None:
    gaps = (gap(30, 20), gap(25, 10), gap(24, 22), gap(200, 100), gap(5, -5))
    assert unheard_since(at(60), gaps, NOON) == timedelta(minutes=25)
    assert unheard_since(at(15), gaps, NOON) == timedelta(minutes=10)
    assert unheard_since(at(60), (), NOON) == timedelta()
