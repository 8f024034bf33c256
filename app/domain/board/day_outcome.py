"""How a listing's own day ended, as the figures of the day count it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.board.decision import Loads, decide
from app.domain.board.facts import Listing
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes, changes_before
from app.domain.contract.statuses import State


class DayOutcome(NamedTuple):
    """How a day ended.

    Args:
        state: of the listing at the day's end.
        is_seen_later: whether only a load after the day's end showed it.
        is_contradicted: whether the first load after the day's end showed a change to something else that may have
            happened within the day.
    """

    state: State
    is_seen_later: bool
    is_contradicted: bool


def day_outcome(said: Sequence[Statement], listing: Listing, day_begins: datetime, day_ends: datetime) -> DayOutcome:
    """Return how a day ended, by the same rule over what belongs to the day.

    Args:
        said: what the visits of the day said of the listing, oldest first, of known statuses alone.
        listing: with all that loads showed of it.
        day_begins: its local midnight, UTC.
        day_ends: the next local midnight, UTC.
    """
    shown = changes_before(listing, day_ends)
    later = [one for one in changes(listing.observations) if one.seen_at >= day_ends]
    last = [at for at in listing.loads if at < day_ends][-1:]
    is_seen_later = not shown
    if is_seen_later:
        shown, last, later = later[:1], [later[0].seen_at], later[1:]
    at = last[0] if last else shown[-1].seen_at
    state = decide(said, shown, Loads(at, at, timedelta())).state  # the lag decides about signs alone
    first = later[0] if later else None
    not_yet_at = first.not_yet_at if first is not None and first.state is not state else None
    is_contradicted = not_yet_at is not None and day_begins <= not_yet_at < day_ends
    return DayOutcome(state, is_seen_later, is_contradicted)
