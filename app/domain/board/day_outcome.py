"""The outcome of a listing's own day, as the figures of the day count it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.board.decision import Loads, decide
from app.domain.board.facts import Listing
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes, changes_before
from app.domain.contract.statuses import State

NO_LOADS = Loads(None, None, timedelta())


class DayOutcome(NamedTuple):
    """Outcome of a listing's day.

    Args:
        state: state of the listing at the day's end.
        is_seen_later: whether only a load after the day's end showed it.
    """

    state: State
    is_seen_later: bool


def day_outcome(
    said: Sequence[Statement], listing: Listing, begins: datetime, ends: datetime, *, is_listed_later: bool
) -> DayOutcome:
    """Return the outcome of a listing's day: the rule, applied to the visits and observations of that day.

    Args:
        said: statements with a known status of the visits that belong to the listing, oldest first.
        listing: with all observations and loads.
        begins: when the day begins, UTC.
        ends: when it ends, UTC.
        is_listed_later: whether a later day lists the parcel in force.
    """
    newest = {one.visit: one.at for one in said}  # the last of each visit, as they are in order
    of_day = [one for one in said if begins <= newest[one.visit] < ends]
    shown = changes_before(listing, ends)
    is_seen_later = not shown and not of_day and not is_listed_later
    if is_seen_later:
        shown = changes(listing.observations)[:1]
    if not shown:
        return DayOutcome(decide(of_day, (), NO_LOADS).state, is_seen_later=False)
    last = next((at for at in reversed(listing.loads) if at < ends), shown[-1].seen_at)
    loads = Loads(shown[-1].seen_at if is_seen_later else last, None, timedelta())  # the lag affects only signs
    return DayOutcome(decide(of_day, shown, loads).state, is_seen_later)
