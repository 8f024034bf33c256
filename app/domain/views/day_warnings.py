"""What the window warns of about a day: missing signs, numbers that do not match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final

from app.domain.folding import look_of
from app.domain.texts import Text

EXAMPLES: Final = 3


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

    `missing_since`: see `FirstReception`; `loaded_at`: the day's last load, None if there was none. All are UTC.
    """
    if missing_since is None:
        return SignsOff.NO_NOTIFICATION
    if day_ends <= missing_since:
        return SignsOff.DAY_BEFORE
    return SignsOff.LOADED_BEFORE if loaded_at is not None and loaded_at < missing_since else None


@dataclass(frozen=True)
class NumberMismatch:
    """Visits of a day, those that match no shipment, and examples: pairs of a visit's number and a shipment's."""

    visits: int
    unmatched: int
    examples: tuple[tuple[str, str], ...]


def is_mismatch(visits: int, unmatched: int) -> bool:
    """Return whether most visits of a day match no shipment."""
    return 2 * unmatched > visits


def examples(named: Sequence[str], listed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return up to three pairs of a visit's number that matches no shipment and a shipment's, similar ones first."""
    by_look = {look_of(number): number for number in reversed(listed)}
    named = list(dict.fromkeys(named))
    alike = [(one, by_look[look_of(one)]) for one in named if look_of(one) in by_look][:EXAMPLES]
    shown = {one for pair in alike for one in pair}
    others = zip((one for one in named if one not in shown), (one for one in listed if one not in shown), strict=False)
    return (*alike, *others)[:EXAMPLES]
