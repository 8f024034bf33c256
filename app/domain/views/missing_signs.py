"""Whether the signs of missing notifications apply to a day, or are off."""

from datetime import datetime
from enum import Enum
from typing import Final

from app.domain.texts import Text


class SignsOff(Enum):
    """Why the sign "possibly missed" is off for a day."""

    NO_NOTIFICATION = "no_notification"  # none ever arrived
    DAY_BEFORE = "day_before"  # the day ended before the receiver was in use
    LOADED_BEFORE = "loaded_before"  # the day's last load was before the receiver was in use


SIGNS_OFF_TEXTS: Final = {
    SignsOff.NO_NOTIFICATION: Text(
        "SignsOff", "No notification ever arrived here, so none is counted as possibly missed."
    ),
    SignsOff.DAY_BEFORE: Text(
        "SignsOff",
        "This day is from before notifications were received here: none can be missing, so none is marked as"
        " possibly missed.",
    ),
    SignsOff.LOADED_BEFORE: Text(
        "SignsOff",
        "The day was last loaded before notifications were received here: until it is loaded again, none is"
        " marked as possibly missed.",
    ),
}
"""The line that the window, the print and the summary sheet show for each."""


def signs_off(missing_since: datetime | None, day_ends: datetime, loaded_at: datetime | None) -> SignsOff | None:
    """Return why the signs of missing notifications are off for a day; None if they are on.

    Args:
        missing_since: since when a notification can be missing (`FirstReception.missing_since`), UTC.
        day_ends: the local midnight at which the day ends, UTC.
        loaded_at: its last load, UTC; None if it was never loaded.
    """
    if missing_since is None:
        return SignsOff.NO_NOTIFICATION
    if day_ends <= missing_since:
        return SignsOff.DAY_BEFORE
    return SignsOff.LOADED_BEFORE if loaded_at is not None and loaded_at < missing_since else None
