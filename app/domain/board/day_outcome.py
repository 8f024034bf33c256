"""How a listing's own day ended, as the figures of the day count it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.board.decision import Missing, decide
from app.domain.board.facts import Observation
from app.domain.board.message_order import Statement
from app.domain.statuses import State


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


def day_outcome(
    said: Sequence[Statement], observations: Sequence[Observation], loads: Sequence[datetime], day_ends: datetime,
    lag: timedelta,
) -> DayOutcome:  # fmt: skip
    """Return how a day ended, by the same rule over what belongs to the day.

    Args:
        said: what the listing's visits said, oldest first, of known statuses alone.
        observations: all that loads showed of it, oldest first, at least one.
        loads: when the good loads of its day were asked for, oldest first.
        day_ends: the next local midnight, UTC.
        lag: how long a carrier's status may take to follow a visit.
    """
    until_then = [one for one in observations if one.seen_at < day_ends]
    later = observations[len(until_then) :]
    if until_then:
        last_load = max((at for at in loads if at < day_ends), default=until_then[-1].seen_at)
        decided = decide(said, until_then, last_load, lag, Missing(None))
    else:
        decided = decide(said, later[:1], later[0].seen_at, lag, Missing(None))
        later = later[1:]
    is_contradicted = (
        bool(later)
        and later[0].state is not decided.state
        and (later[0].not_yet_at is not None and later[0].not_yet_at < day_ends)
    )
    return DayOutcome(decided.state, not until_then, is_contradicted)
