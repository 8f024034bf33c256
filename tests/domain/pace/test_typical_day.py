"""What is typical of a kind of day: the medians of past days, once five are known."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from app.domain.pace.day_pace import TypicalDay, missing_days, typical_day
from app.domain.pace.forecast import PastDay

SATURDAY = date(2026, 11, 21)
VISITS = tuple({9: 4, 15: 2}.get(hour, 0) for hour in range(24))


def past(*shares: int) -> list[PastDay]:
    """Saturdays of a hundred parcels, of which so many are delivered at 10:00, and ten more at 15:00."""
    day = PastDay(SATURDAY, ((600, 90),), 10, parcels=100, visits=VISITS)
    return [
        replace(day, date=SATURDAY - timedelta(days=7 * nth), delivered=((600, share), (900, 10)))
        for nth, share in enumerate(shares, 1)
    ]


@pytest.mark.parametrize(("minute", "share"), [(599, 0.0), (600, 0.3), (899, 0.3), (900, 0.4), (1440, 0.4)])
def test_the_share_is_that_of_the_median_day_by_the_minute(minute: int, share: float) -> None:
    assert typical_day(past(10, 20, 30, 80, 90), minute) == TypicalDay(pytest.approx(share), tuple(map(float, VISITS)))  # type: ignore[arg-type]


def test_a_day_that_is_not_known_counts_for_nothing() -> None:
    days = past(10, 20, 30, 80, 90)
    assert missing_days(days) == 0
    unknown = [replace(days[0], unheard=timedelta(minutes=11)), *days[1:]]
    assert typical_day(unknown, 600) is None
    assert missing_days(unknown) == 1
    assert missing_days([]) == 5
