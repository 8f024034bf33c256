"""Which of a parcel's rows counts in the figures of a day."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.board.facts import Listing


class LeftOut(StrEnum):
    """Why a row is left out of all totals."""

    NOT_IN_FORCE = "not_in_force"  # the parcel is only in manifests not in force that day
    MOVED = "moved"  # the row is gone, and another listing of the same or a later day is still listed
    REPEATED = "repeated"  # another row of the day stands for the parcel


class Counted(NamedTuple):
    """How the figures of a carrier's day count a parcel on one of its rows.

    Args:
        left_out: why the row is not counted; None if it is.
        is_counted_twice: whether the row is counted and a row of another carrier on the same day is too.
    """

    left_out: LeftOut | None
    is_counted_twice: bool


def counted(listings: Sequence[Listing]) -> dict[int, Counted]:
    """Return how the figures count each listing of a parcel, by listing id: once per carrier and day."""
    last = max((one.day for one in listings if one.stands), default=date.min)
    left_out: dict[int, LeftOut | None] = {}
    chosen: dict[tuple[str, date], Listing] = {}
    for one in sorted(listings, key=_precedence):
        is_moved = not one.stands and one.day <= last
        left_out[one.id] = LeftOut.MOVED if is_moved else LeftOut.REPEATED
        if not is_moved:
            chosen[one.carrier, one.day] = one
    for one in chosen.values():
        left_out[one.id] = None if one.is_in_force else LeftOut.NOT_IN_FORCE
    carriers = Counter(one.day for one in chosen.values() if one.is_in_force)
    return {one.id: Counted(left_out[one.id], left_out[one.id] is None and carriers[one.day] > 1) for one in listings}


def _precedence(listing: Listing) -> tuple[bool, datetime, int, int]:
    """Return the sort key of a day's listings; the last one in this order counts."""
    return listing.is_in_force, listing.observations[-1].seen_at, -listing.place, -listing.id
