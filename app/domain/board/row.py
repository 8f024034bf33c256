"""Output of the rule: the rows of a parcel's listings, and how visits belong to them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.board.decision import Decision
from app.domain.board.facts import Listing, Observation, Visit
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes
from app.domain.contract.statuses import State


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


class Bond(StrEnum):
    """How a visit belongs to a parcel."""

    LINKED = "linked"
    AMBIGUOUS = "ambiguous"  # one of its numbers may mean this parcel, or another recipient's
    LOOK_ALIKE = "look_alike"  # it matches nothing, and one of its numbers differs from this parcel's only in writing


class Mention(StrEnum):
    """Why a visit is in the timeline of a listing that it does not decide."""

    AMBIGUOUS = "ambiguous"
    LOOK_ALIKE = "look_alike"
    OTHER_DAY = "other_day"  # of a day before the first that lists the parcel


class BoundVisit(NamedTuple):
    """A visit, how it belongs to the parcel, and the numbers by which it names the parcel."""

    visit: Visit
    bond: Bond
    names: frozenset[str] = frozenset()


class Reason(StrEnum):
    """Why a row is in doubt, beside the case that decides it; the sign is in the comment."""

    TWO_VISITS = "two_visits"  # contradiction: an earlier visit ended delivered, the newest one failed
    DELIVERED_BEFORE = "delivered_before"  # contradiction: delivered on an earlier day, and not here
    DELIVERED_AGAIN = "delivered_again"  # contradiction: a visit delivered it on a later day too
    NEWER_ELSEWHERE = "newer_elsewhere"  # contradiction: another listing showed another state since
    TWO_ROWS = "two_rows"  # contradiction: another row of the day says something else
    NO_LONGER_LISTED = "no_longer_listed"  # contradiction: the carrier no longer lists it, and it is not delivered
    DAY_END = "day_end"  # contradiction: the first load after the day shows that it may have ended otherwise
    NAMED_NO_MORE = "named_no_more"  # odd data: a later message of its visit names other parcels
    NEVER_SHOWN = "never_shown"  # odd data: no load before the later day that lists it showed it
    LOOK_ALIKE = "look_alike"  # odd data: a visit without a parcel names a number that looks like its own


class Row(NamedTuple):
    """The decided row of a listing.

    Args:
        state: the meaning of its status.
        status: the text of its status.
        signs: in the form of `as_text`.
        visit_id: the newest visit that belongs to it.
        is_by_visit: whether the visit decides, alone or with the carrier.
        leads_to: the listing that replaces it: of a later day, another manifest, another carrier, or in force; or the
            earlier one that says delivered.
        outcome: outcome of its own day.
        is_outcome_seen_later: whether only a later load showed the outcome.
        is_delivered_later: whether it was delivered on a later day.
        counts: whether the day's figures count the parcel on this row.
        failure: key of the failure that needs attention: the notification's, or the carrier's observation; None if
            nothing needs attention.
        other_failure: another key of the same failure: the observation that confirmed the visit's.
        failed_after: the latest time at which the failure was not there yet (UTC, as stored); None if nothing tells.
        is_settled: whether a further load with the same content changes nothing.
        left_out: why the row is left out of all totals; None if it counts.
        is_counted_twice: whether it counts and another carrier's row of the same day does too.
    """

    state: State
    status: str | None
    signs: str
    visit_id: int | None
    is_by_visit: bool
    leads_to: int | None
    outcome: State
    is_outcome_seen_later: bool
    is_delivered_later: bool
    counts: bool
    failure: str | None
    other_failure: str | None
    failed_after: str | None
    is_settled: bool
    left_out: LeftOut | None
    is_counted_twice: bool


class ParcelRows(NamedTuple):
    """The rows of a parcel's listings by their id, and which visits belong to which of them.

    Args:
        belonging: pairs of listing and visit id where the visit belongs to the listing.
        mentions: pairs where the visit is only in the listing's timeline, with the reason.
    """

    rows: dict[int, Row]
    belonging: set[tuple[int, int]]
    mentions: dict[tuple[int, int], Mention]


class Explained(NamedTuple):
    """A row with the reasons for its decision.

    Args:
        by_arrival: the decision by arrival times, if a timestamp is suspicious.
        said: statements of its visits with a known status, oldest first.
        arrived: the same by arrival times, if a timestamp is suspicious.
        observations: observations of the loads that count for it, oldest first.
        last_load: request time of the last of these loads, UTC.
        is_set_back: whether a set-back of the site's clock makes the order of visit and load uncertain.
        reasons: why the row is in doubt, beside the decision.
    """

    row: Row
    decision: Decision
    by_arrival: Decision | None
    said: Sequence[Statement] = ()
    arrived: Sequence[Statement] = ()
    observations: Sequence[Observation] = ()
    last_load: datetime | None = None
    is_set_back: bool = False
    reasons: frozenset[Reason] = frozenset()
