"""Which of a parcel's rows counts in the figures of a day."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.board.facts import Listing
from app.domain.board.observations import changes


class LeftOut(StrEnum):
    """Why a row is left out of all totals."""

    NOT_IN_FORCE = "not_in_force"  # the parcel is only in manifests not in force that day
    MOVED = "moved"  # the row is gone, and another listing of the same or a later day stands
    GONE_BEFORE = "gone_before"  # the row was gone before its day began
    REPEATED = "repeated"  # another row of the day stands for the parcel
    DELIVERED_BEFORE = "delivered_before"  # an earlier day delivered the parcel


class Counted(NamedTuple):
    """How the figures of a carrier's day count a parcel on one of its rows.

    Args:
        left_out: why the row is not counted; None if it is.
        is_counted_twice: whether the row is counted and a row of another carrier on the same day is too.
    """

    left_out: LeftOut | None
    is_counted_twice: bool = False


def counted(
    listings: Sequence[Listing], uncounted: Mapping[int, LeftOut], delivered: Collection[int]
) -> dict[int, Counted]:
    """Return how the figures count each listing of a parcel, by listing id: once per carrier and day.

    It counts as delivered on the first day that delivered it, and on no later one.

    Args:
        listings: of one parcel.
        uncounted: those that cannot count, by id.
        delivered: ids of those that are delivered, or were at the end of their day.
    """
    candidates = [one for one in listings if one.id not in uncounted]
    if len(candidates) > 1:
        candidates.sort(key=_precedence)
    chosen = {(one.carrier, one.day): one for one in candidates}
    left_out: dict[int, LeftOut | None] = dict.fromkeys((one.id for one in candidates), LeftOut.REPEATED)
    left_out |= uncounted
    first = min((one.day for one in chosen.values() if one.is_in_force and one.id in delivered), default=None)
    for one in chosen.values():
        is_again = first is not None and one.id in delivered and one.day > first
        counts = LeftOut.DELIVERED_BEFORE if is_again else None
        left_out[one.id] = counts if one.is_in_force else LeftOut.NOT_IN_FORCE
    carriers = Counter(one.day for one in chosen.values() if left_out[one.id] is None)
    return {one.id: Counted(left_out[one.id], left_out[one.id] is None and carriers[one.day] > 1) for one in listings}


def _precedence(listing: Listing) -> tuple[bool, bool, datetime, datetime, int, int]:
    """Return the sort key of a day's listings; the last one in this order counts."""
    changed_at = changes(listing.observations)[-1].seen_at
    last = changed_at if listing.gone_at is None else listing.absences[-1][0]
    is_listed = listing.gone_at is None
    return listing.is_in_force, is_listed, changed_at if is_listed else last, changed_at, -listing.place, -listing.id
