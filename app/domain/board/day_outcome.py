"""The outcome of a listing's own day, as the figures of the day count it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.board.decision import Loads, decide
from app.domain.board.facts import Listing
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes, changes_before
from app.domain.contract.statuses import State


class DayOutcome(NamedTuple):
    """Outcome of a listing's day.

    Args:
        state: state of the listing at the day's end.
        is_seen_later: whether only a load after the day's end showed it.
        is_contradicted: whether the first load after the day's end showed another state that may have been reached
            within the day.
    """

    state: State
    is_seen_later: bool
    is_contradicted: bool


def day_outcome(said: Sequence[Statement], listing: Listing, day_begins: datetime, day_ends: datetime) -> DayOutcome:
    """Return the outcome of a listing's day: the rule, applied to the visits and observations of that day.

    Args:
        said: statements of the day's visits with a known status, oldest first.
        listing: with all observations and loads.
        day_begins: the day's local midnight, UTC.
        day_ends: the next local midnight, UTC.
    """
    shown = changes_before(listing, day_ends)
    later = [one for one in changes(listing.observations) if one.seen_at >= day_ends]
    last = [at for at in listing.loads if at < day_ends][-1:]
    is_seen_later = not shown
    if is_seen_later:
        shown, last, later = later[:1], [later[0].seen_at], later[1:]
    at = last[0] if last else shown[-1].seen_at
    state = decide(said, shown, Loads(at, at, timedelta())).state  # the lag affects only signs
    first = later[0] if later else None
    not_yet_at = first.not_yet_at if first is not None and first.state is not state else None
    is_contradicted = not_yet_at is not None and day_begins <= not_yet_at < day_ends
    return DayOutcome(state, is_seen_later, is_contradicted)
