"""What the rule gives: the rows of a parcel's listings, and how visits belong to them."""

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
    FORMER = "former"  # an earlier message of it named the parcel


class Mention(StrEnum):
    """Why a visit stands in the timeline of a listing that it says nothing of."""

    AMBIGUOUS = "ambiguous"
    FORMER = "former"
    OTHER_DAY = "other_day"  # of a day before the first that lists the parcel


class BoundVisit(NamedTuple):
    """A visit, how it belongs to the parcel, and by which numbers it names it."""

    visit: Visit
    bond: Bond
    names: frozenset[str] = frozenset()


class Row(NamedTuple):
    """What a listing says.

    Args:
        state: what its status means.
        status: how it reads.
        signs: as `as_text` writes them.
        visit_id: the newest visit that belongs to it.
        is_by_visit: whether the visit decides, alone or with the carrier.
        leads_to: the listing that stands in its place: of a later day, another manifest, another carrier, in force.
        outcome: how its own day ended.
        is_outcome_seen_later: whether only a later load showed that.
        is_outcome_contradicted: whether a later load showed that it may have ended otherwise.
        is_delivered_later: whether it was delivered on a later day.
        counts: whether the day's figures count the parcel on this row.
        failure: what names the failure that wants attention: the notification's key, or the carrier's observation;
            None where nothing does.
        other_failure: another name of the same failure: the observation that confirmed the visit's.
        is_settled: whether a further load that shows the same changes nothing.
        left_out: why the row is in no total; None where it counts.
        is_counted_twice: whether it counts, and another carrier's row of the same day does too.
    """

    state: State
    status: str | None
    signs: str
    visit_id: int | None
    is_by_visit: bool
    leads_to: int | None
    outcome: State
    is_outcome_seen_later: bool
    is_outcome_contradicted: bool
    is_delivered_later: bool
    counts: bool
    failure: str | None
    other_failure: str | None
    is_settled: bool
    left_out: LeftOut | None
    is_counted_twice: bool


class ParcelRows(NamedTuple):
    """The rows of a parcel's listings by their id, and which visits belong to which of them.

    Args:
        belonging: listing and visit, of the visits that speak of the listing.
        mentions: listing and visit, with the reason why the visit says nothing of the listing.
    """

    rows: dict[int, Row]
    belonging: set[tuple[int, int]]
    mentions: dict[tuple[int, int], Mention]


class Explained(NamedTuple):
    """Why a row says what it says.

    Args:
        by_arrival: what decides by the arrivals, where a stamp cannot be trusted.
        said: what its visits said, oldest first, of known statuses alone.
        arrived: the same by the arrivals, where a stamp cannot be trusted.
        observations: what the loads showed that count for it, oldest first.
        last_load: when the last of these loads was asked for, UTC.
        is_set_back: whether what was said last, or how long the visit was before that load, is not known: the site's
            clock was set back.
    """

    row: Row
    decision: Decision
    by_arrival: Decision | None
    said: Sequence[Statement] = ()
    arrived: Sequence[Statement] = ()
    observations: Sequence[Observation] = ()
    last_load: datetime | None = None
    is_set_back: bool = False
