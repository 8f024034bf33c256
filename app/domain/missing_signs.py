"""Whether the signs of missing notifications say anything of a day, or are off."""

from datetime import datetime
from enum import Enum


class SignsOff(Enum):
    """Why no row of a day is marked as possibly missed."""

    NEVER_HEARD = "never_heard"  # no notification ever arrived
    DAY_BEFORE = "day_before"  # the day was over before the receiver was first heard
    LOADED_BEFORE = "loaded_before"  # what is shown of it was loaded before that


def signs_off(
    heard_since: datetime | None, first_kept_at: datetime | None, day_ends: datetime, loaded_at: datetime
) -> SignsOff | None:
    """Return why the signs of missing notifications are off for a day; None where they are on.

    Args:
        heard_since: when the receiver first listened with a token, UTC; None where that is not known.
        first_kept_at: when the first notification was kept, UTC; None while none ever arrived.
        day_ends: the local midnight at which the day ends, UTC.
        loaded_at: its last load, UTC.
    """
    if first_kept_at is None:
        return SignsOff.NEVER_HEARD
    heard = min(heard_since or first_kept_at, first_kept_at)
    if day_ends <= heard:
        return SignsOff.DAY_BEFORE
    return SignsOff.LOADED_BEFORE if loaded_at <= heard else None
