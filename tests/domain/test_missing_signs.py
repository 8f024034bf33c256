"""When and why the signs of missing notifications are off."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.reception.receiver_status import FirstReception
from app.domain.views.day_warnings import SignsOff, signs_off

RECEIVED = datetime(2026, 11, 20, 15, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("listening_since", "first_kept_at", "day_ends", "loaded_at", "off"),
    [
        (None, None, RECEIVED + HOUR, RECEIVED + HOUR, SignsOff.NO_NOTIFICATION),
        (RECEIVED, None, RECEIVED + HOUR, RECEIVED + HOUR, SignsOff.NO_NOTIFICATION),
        (RECEIVED, RECEIVED + HOUR, RECEIVED, RECEIVED + HOUR, SignsOff.DAY_BEFORE),
        (RECEIVED, RECEIVED + HOUR, RECEIVED + 2 * HOUR, RECEIVED - timedelta(seconds=1), SignsOff.LOADED_BEFORE),
        (RECEIVED, RECEIVED + HOUR, RECEIVED + 2 * HOUR, RECEIVED, None),
        (None, RECEIVED, RECEIVED + HOUR, RECEIVED - timedelta(seconds=1), SignsOff.LOADED_BEFORE),
        (RECEIVED + HOUR, RECEIVED, RECEIVED + 2 * HOUR, RECEIVED + HOUR, None),
        (RECEIVED, RECEIVED, RECEIVED + HOUR, None, None),
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
