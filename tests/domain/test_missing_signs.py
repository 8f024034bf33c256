"""When and why the signs of missing notifications are off."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.reception.listening import FirstReception
from app.domain.views.missing_signs import SignsOff, signs_off

HEARD = datetime(2026, 11, 20, 15, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("listening_since", "first_kept_at", "day_ends", "loaded_at", "off"),
    [
        (None, None, HEARD + HOUR, HEARD + HOUR, SignsOff.NO_NOTIFICATION),
        (HEARD, None, HEARD + HOUR, HEARD + HOUR, SignsOff.NO_NOTIFICATION),
        (HEARD, HEARD + HOUR, HEARD, HEARD + HOUR, SignsOff.DAY_BEFORE),
        (HEARD, HEARD + HOUR, HEARD + 2 * HOUR, HEARD, SignsOff.LOADED_BEFORE),
        (HEARD, HEARD + HOUR, HEARD + 2 * HOUR, HEARD + timedelta(seconds=1), None),
        (None, HEARD, HEARD + HOUR, HEARD, SignsOff.LOADED_BEFORE),
        (HEARD + HOUR, HEARD, HEARD + 2 * HOUR, HEARD + HOUR, None),
        (HEARD, HEARD, HEARD + HOUR, None, None),
    ],
)
def test_before_the_first_notification_nothing_is_missing(
    listening_since: datetime | None,
    first_kept_at: datetime | None,
    day_ends: datetime,
    loaded_at: datetime | None,
    off: SignsOff | None,
) -> None:
    assert signs_off(FirstReception(listening_since, first_kept_at).missing_since, day_ends, loaded_at) is off
