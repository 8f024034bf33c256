"""Output of the rule: the rows of a parcel's listings, and how visits belong to them."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.board.counting import LeftOut
from app.domain.board.decision import Decision
from app.domain.board.facts import Observation, Visit
from app.domain.board.message_order import Statement
from app.domain.contract.statuses import State


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
