"""Who decides: the table of the page, a function for each row of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from tests.truth.listings import Change, Observation, changes
from tests.truth.statuses import DELIVERED, FAILED, OPEN, OPEN_TEXT, PICKUP, Status
from tests.truth.visits import Visit

LOST, CONTRADICTION, AHEAD = "aviso_perdido", "contradiccion", "adelantado"
DOUBTS_OF_TABLE = frozenset({LOST, CONTRADICTION})
CARRIER, VISIT, BOTH = "carrier", "visit", "both"


class Decision(NamedTuple):
    """What decides a row: the row of the page's table, who, the state, its text, the table's signs, since when."""

    case: str
    decider: str
    state: str
    text: str
    signs: frozenset[str]
    since: datetime | None
    """T of the visit or the carrier's `not_yet_at`, whichever decides."""
    two_visits: bool = False
    status_says_nothing: bool = False
    """*Listed again*: neither a load nor a visit says anything."""


@dataclass(frozen=True)
class Sources:
    """All that the table weighs for one row."""

    observations: Sequence[Observation]
    loads: Sequence[datetime]
    visits: Sequence[Visit]
    """The visits that belong to it, oldest to newest, with one whose status is known."""
    lag: timedelta
    hears: Callable[[Change], bool]
    """Whether a notification could have been missed before a change was seen."""
    failure_is_older: bool
    """R1: "an earlier day lists the parcel and no list of it, of any day, was loaded since this day began"."""
    shortened: Callable[[Visit], Visit | None]
    """The visit without its last message, where it belonged to this row without it."""

    @property
    def newest(self) -> Visit | None:
        return self.visits[-1] if self.visits else None

    @cached_property
    def changes(self) -> list[Change]:
        return changes(self.observations)

    @property
    def status(self) -> Status:
        return self.observations[-1].status


def decide(sources: Sources) -> Decision:
    """Return what the first row of the table that holds says, with *Two visits*."""
    return _by_table(sources)._replace(two_visits=are_in_contradiction(sources))


def _by_table(sources: Sources) -> Decision:  # noqa: PLR0911 - as many as the table has rows
    visit = sources.newest
    if not sources.observations:
        return not_asked(visit)
    if visit is None:
        return not_visited(sources)
    if is_not_asked_since(visit.at, sources.loads):
        return ahead(sources, visit)
    if sources.status.state == visit.state:
        return agree(sources, visit)
    if visit.state == FAILED and sources.status.state == PICKUP and is_seen_after(sources.changes[-1], visit.at):
        return at_pickup(sources)
    if visit.state == FAILED and sources.status.state == DELIVERED and is_seen_after(sources.changes[-1], visit.at):
        return delivered_after(sources, visit)
    if says_something_else(sources.changes[-1], visit.at):
        return changed_since(sources, visit)
    return anything_else(sources, visit)


def by_visit(case: str, visit: Visit, *signs: str) -> Decision:
    return Decision(case, VISIT, visit.state or "", visit.text, frozenset(signs), visit.at)


def by_carrier(case: str, sources: Sources, *signs: str) -> Decision:
    """The carrier decides. What it shows of earlier than the receiver was first heard sets no `aviso_perdido`."""
    change = sources.changes[-1]
    counted = frozenset(signs) if sources.hears(change) else frozenset(signs) - {LOST}
    return Decision(case, CARRIER, sources.status.state, sources.status.text, counted, change.not_yet_at)


def is_not_asked_since(at: datetime, loads: Sequence[datetime]) -> bool:
    """R2: "T after L". Words, Load: "**L** is the last one of the listing's day, also where it lacks the listing. A
    tie of T and L counts as asked since"."""
    return at > loads[-1]


def is_seen_after(change: Change, at: datetime) -> bool:
    """ ""Seen after T": `seen_at` later than T, a first observation included"."""
    return change.seen_at > at


def says_something_else(change: Change, at: datetime) -> bool:
    """R6: "C's `not_yet_at` is at or after T"."""
    return change.not_yet_at is not None and change.not_yet_at >= at


def not_asked(visit: Visit | None) -> Decision:
    """R0: "no load yet: visit"; Listed again: "without a visit it says the open status with `dato_raro`"."""
    if visit is not None:
        return by_visit("R0", visit)
    return Decision("R0", CARRIER, OPEN, OPEN_TEXT, frozenset(), None, status_says_nothing=True)


def not_visited(sources: Sources) -> Decision:
    """R1: carrier; "`aviso_perdido` if C is delivered or failed (not for failed where an earlier day lists the
    parcel and no list of it, of any day, was loaded since this day began); `contradiccion` if C was ever seen
    delivered and is not now"."""
    state = sources.status.state
    signs = set()
    if state == DELIVERED or (state == FAILED and not sources.failure_is_older):
        signs.add(LOST)
    if was_taken_back(sources):
        signs.add(CONTRADICTION)
    return by_carrier("R1", sources, *signs)


def was_taken_back(sources: Sources) -> bool:
    return sources.status.state != DELIVERED and any(one.state == DELIVERED for one in sources.changes)


def ahead(sources: Sources, visit: Visit) -> Decision:
    """R2: visit; "`adelantado` if they differ; `contradiccion` if C is delivered and the visit failed, unless the
    same visit said delivered before"; and what stood before, "until a load"."""
    signs = set()
    if sources.status.state != visit.state:
        signs.add(AHEAD)
    if sources.status.state == DELIVERED and visit.state == FAILED and not visit.said_delivered_before:
        signs.add(CONTRADICTION)
    return by_visit("R2", visit, *signs, *doubts_before(sources, visit))


def doubts_before(sources: Sources, visit: Visit) -> frozenset[str]:
    """R2: "Until a load, also the `aviso_perdido` and `contradiccion` of table and *Two visits* without its last
    message"."""
    shortened = sources.shortened(visit)
    left = [*sources.visits[:-1], *([] if shortened is None else [shortened])]
    known = sorted((one for one in left if one.state is not None), key=lambda one: one.newness)
    before = decide(
        Sources(
            sources.observations,
            sources.loads,
            known,
            sources.lag,
            sources.hears,
            sources.failure_is_older,
            sources.shortened,
        )
    )
    return all_doubts(before)


def all_doubts(decision: Decision) -> frozenset[str]:
    return decision.signs & DOUBTS_OF_TABLE | ({CONTRADICTION} if decision.two_visits else frozenset())


def agree(sources: Sources, visit: Visit) -> Decision:
    """R3: both; "none; `contradiccion` if both say failed and C was seen delivered after T, unless the same visit
    said delivered before". The text is the carrier's."""
    signs = set()
    seen = any(one.state == DELIVERED and is_seen_after(one, visit.at) for one in sources.changes)
    if visit.state == FAILED and seen and not visit.said_delivered_before:
        signs.add(CONTRADICTION)
    return Decision("R3", BOTH, sources.status.state, sources.status.text, frozenset(signs), visit.at)


def at_pickup(sources: Sources) -> Decision:
    """R4: "visit failed; C pickup, seen after T": carrier, "none: that is where failed parcels go"."""
    return by_carrier("R4", sources)


def delivered_after(sources: Sources, visit: Visit) -> Decision:
    """R5: carrier; "`aviso_perdido` (the delivering visit was not heard); none if pickup was seen after T and before
    delivered. If the same visit said delivered before, R7 unless `not_yet_at` is at or after T"."""
    if visit.said_delivered_before and not says_something_else(sources.changes[-1], visit.at):
        return anything_else(sources, visit)
    waited = any(one.state == PICKUP and is_seen_after(one, visit.at) for one in sources.changes[:-1])
    return by_carrier("R5", sources, *([] if waited else [LOST]))


def changed_since(sources: Sources, visit: Visit) -> Decision:
    """R6: "it said something else after the visit, then changed": carrier."""
    return by_carrier("R6", sources, *([] if was_sent_out_again(sources, visit) else [CONTRADICTION]))


def was_sent_out_again(sources: Sources, visit: Visit) -> bool:
    """R6: "none if the visit failed, C is open, its preceding state was failed, seen after T (sent out again), and
    C was seen failed at least as often as visits of the listing ended failed"."""
    if visit.state != FAILED or sources.status.state != OPEN:
        return False
    before = sources.changes[-2]
    return before.state == FAILED and is_seen_after(before, visit.at) and failed_often_enough(sources)


def failed_often_enough(sources: Sources) -> bool:
    seen = sum(one.state == FAILED for one in sources.changes)
    return seen >= sum(one.state == FAILED for one in sources.visits)


def anything_else(sources: Sources, visit: Visit) -> Decision:
    """R7: visit; "`adelantado` until a load requested more than `carrier_lag_minutes` (15) after T still differs,
    then `contradiccion`; the present moment decides nothing"."""
    return by_visit("R7", visit, CONTRADICTION if still_differs(sources, visit) else AHEAD)


def still_differs(sources: Sources, visit: Visit) -> bool:
    """Only a load that shows the listing can differ: absence is no state."""
    return any(one.at - visit.at > sources.lag and one.status.state != visit.state for one in sources.observations)


def are_in_contradiction(sources: Sources) -> bool:
    """Two visits: "Where an earlier visit of the listing ended delivered and the newest, another one, says failed,
    the row has `contradiccion` whatever C says, unless C is delivered, seen after T"."""
    visit = sources.newest
    if visit is None or visit.state != FAILED or not any(one.state == DELIVERED for one in sources.visits[:-1]):
        return False
    return not delivers_after(sources, visit)


def delivers_after(sources: Sources, visit: Visit) -> bool:
    if not sources.observations:
        return False
    change = sources.changes[-1]
    return change.state == DELIVERED and is_seen_after(change, visit.at)
