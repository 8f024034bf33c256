"""Which source decides a row: the carrier, or the newest visit that belongs to it."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from app.domain.board.facts import Observation
from app.domain.board.message_order import Statement
from app.domain.board.signs import Sign
from app.domain.contract.statuses import State


class Rule(StrEnum):
    """The case of the rule that decides a row."""

    NOT_LOADED = "R0"
    NO_VISIT = "R1"
    NOT_ASKED_SINCE = "R2"
    AGREED = "R3"
    AT_PICKUP = "R4"
    DELIVERED_AFTER_FAILURE = "R5"
    CHANGED_AFTER_VISIT = "R6"
    VISIT_STANDS = "R7"


class Decision(NamedTuple):
    """The decision for a row.

    Args:
        rule: the case that applies.
        state: the row's state.
        visit: the statement that decides, or agrees; None if the carrier decides.
        observation: the observation that decides, or agrees; None if the visit decides, or neither is known.
        signs: the signs of doubt, and `AHEAD`.
        is_settled: whether a further load with the same content changes nothing.
    """

    rule: Rule
    state: State
    visit: Statement | None
    observation: Observation | None
    signs: frozenset[Sign] = frozenset()
    is_settled: bool = True


_NO_SIGNS: frozenset[Sign] = frozenset()
_MISSED = frozenset((Sign.POSSIBLY_MISSED,))
_CONTRADICTION = frozenset((Sign.CONTRADICTION,))
_AHEAD = frozenset((Sign.AHEAD,))
_CARRIED = frozenset((Sign.POSSIBLY_MISSED, Sign.CONTRADICTION))
"""Doubts from before a visit that stay until the carrier is asked again."""


class Loads(NamedTuple):
    """Times of the loads of a row's day, and the settings of the site that a decision needs.

    Args:
        last: request time of the last good load; None if there was none.
        last_shown: request time of the last load that listed the row.
        lag: how long a carrier's status may take to follow a visit.
        missing_since: since when a notification can be missing; None: the sign of a missing one is not given.
        is_carried_over: whether an earlier day lists the parcel, and no list of it was loaded since this day began, so
            that a failure may be the earlier day's.
    """

    last: datetime | None
    last_shown: datetime | None
    lag: timedelta
    missing_since: datetime | None = None
    is_carried_over: bool = False

    def missing(self, seen: Observation) -> frozenset[Sign]:
        """Return the sign of a missing notification; no sign if the status was seen before one could be missing."""
        return _MISSED if self.missing_since is not None and seen.seen_at >= self.missing_since else _NO_SIGNS


def decide(said: Sequence[Statement], observations: Sequence[Observation], loads: Loads) -> Decision:
    """Return the decision for a row: the first of the cases R0 to R7 that holds.

    Args:
        said: statements of its visits with a known status, oldest first.
        observations: observations of the loads, oldest first, each of another state than the one before.
        loads: times of the loads.
    """
    if not observations or loads.last is None:
        newest = said[-1] if said else None
        return Decision(
            Rule.NOT_LOADED, State.ON_ITS_WAY if newest is None else newest.state, newest, None, is_settled=False
        )
    if not said:
        return _without_visit(observations, loads)
    if said[-1].at > loads.last:
        return _not_asked_since(said, observations, loads)
    return _asked_since(said, observations, loads)


def are_visits_contradictory(said: Sequence[Statement], observations: Sequence[Observation]) -> bool:
    """Return whether an earlier visit ended delivered and the newest one failed, unless the carrier delivered since."""
    ends = {one.visit: one.state for one in said}
    delivered = {visit for visit, state in ends.items() if state is State.DELIVERED}
    return _contradicts(said[-1], delivered, observations)


def _contradicts(
    newest: Statement, delivered: Collection[tuple[int, int]], observations: Sequence[Observation]
) -> bool:
    """Return the same of the newest statement and the visits that ended delivered."""
    if newest.state is not State.EXCEPTION:
        return False
    if observations and observations[-1].state is State.DELIVERED and observations[-1].seen_at > newest.at:
        return False
    return any(visit != newest.visit for visit in delivered)


def _without_visit(observations: Sequence[Observation], loads: Loads) -> Decision:
    seen = observations[-1]
    is_failure = seen.state is State.EXCEPTION and not loads.is_carried_over
    signs = loads.missing(seen) if is_failure or seen.state is State.DELIVERED else _NO_SIGNS
    if seen.state is not State.DELIVERED and any(one.state is State.DELIVERED for one in observations):
        signs |= _CONTRADICTION
    return Decision(Rule.NO_VISIT, seen.state, None, seen, signs)


def _asked_since(said: Sequence[Statement], observations: Sequence[Observation], loads: Loads) -> Decision:
    """Decide a row whose newest visit is before the last load: the cases R3 to R7."""
    visit, seen = said[-1], observations[-1]
    if visit.state is seen.state:
        return Decision(Rule.AGREED, visit.state, visit, seen, _taken_back(said, observations))
    is_seen_after = seen.seen_at > visit.at
    is_change_after = seen.not_yet_at is not None and seen.not_yet_at >= visit.at
    if visit.state is State.EXCEPTION and is_seen_after and seen.state is State.PICKUP:
        return Decision(Rule.AT_PICKUP, seen.state, None, seen)
    is_delivered_after = visit.state is State.EXCEPTION and is_seen_after and seen.state is State.DELIVERED
    if is_delivered_after and (is_change_after or not _said_delivered(said)):
        was_at_pickup = any(one.state is State.PICKUP and one.seen_at > visit.at for one in observations[:-1])
        signs = _NO_SIGNS if was_at_pickup else loads.missing(seen)
        return Decision(Rule.DELIVERED_AFTER_FAILURE, seen.state, None, seen, signs)
    if is_change_after:
        before = observations[-2]
        is_failure_before = before.state is State.EXCEPTION and before.seen_at > visit.at
        is_out_after_failure = (visit.state, seen.state) == (State.EXCEPTION, State.ON_ITS_WAY) and is_failure_before
        is_sent_out_again = is_out_after_failure and _shows_each_failure(said, observations)
        signs = _NO_SIGNS if is_sent_out_again else _CONTRADICTION
        return Decision(Rule.CHANGED_AFTER_VISIT, seen.state, None, seen, signs)
    shown = loads.last_shown  # a load without the listing does not show that it differs
    is_late = shown is not None and shown - visit.at > loads.lag
    signs = _CONTRADICTION if is_late else _AHEAD
    return Decision(Rule.VISIT_STANDS, visit.state, visit, None, signs, is_settled=is_late)


def _taken_back(said: Sequence[Statement], observations: Sequence[Observation]) -> frozenset[Sign]:
    """Return the sign of a failure on which both agree, though the carrier showed a delivery after the visit."""
    visit = said[-1]
    if visit.state is not State.EXCEPTION or _said_delivered(said):
        return _NO_SIGNS
    was_delivered = any(one.state is State.DELIVERED and one.seen_at > visit.at for one in observations)
    return _CONTRADICTION if was_delivered else _NO_SIGNS


def _shows_each_failure(said: Sequence[Statement], observations: Sequence[Observation]) -> bool:
    """Return whether the carrier was seen to fail at least as often as visits ended so."""
    ends = {one.visit: one.state for one in said}
    seen = sum(one.state is State.EXCEPTION for one in observations)
    return seen >= sum(state is State.EXCEPTION for state in ends.values())


def _not_asked_since(said: Sequence[Statement], observations: Sequence[Observation], loads: Loads) -> Decision:
    """Decide a row whose newest visit is after the last load: the visit leads; an older doubt stays until a load."""
    visit, seen = said[-1], observations[-1]
    signs = _AHEAD if visit.state is not seen.state else _NO_SIGNS
    rest = _Rest(said)
    while (newest := rest.newest) is not None and loads.last is not None and newest.at > loads.last:
        is_failure = newest.state is State.EXCEPTION
        if is_failure and seen.state is State.DELIVERED and not rest.said_delivered_before:
            signs |= _CONTRADICTION
        rest.take_newest()
        if rest.newest is not None and _contradicts(rest.newest, rest.delivered, observations):
            signs |= _CONTRADICTION
    signs |= decide(rest.said, observations, loads).signs & _CARRIED
    return Decision(Rule.NOT_ASKED_SINCE, visit.state, visit, None, signs, is_settled=False)  # a load may change it


class _Rest:
    """The statements without the newest ones, which are taken away one by one: a parcel may have thousands.

    Attributes:
        delivered: the visits that ended delivered.
    """

    def __init__(self, said: Sequence[Statement]) -> None:
        self._said = list(said)
        self._of_visit: dict[tuple[int, int], list[Statement]] = {}
        for one in said:
            self._of_visit.setdefault(one.visit, []).append(one)
        self._deliveries = Counter(one.visit for one in said if one.state is State.DELIVERED)
        self.delivered = {visit for visit, own in self._of_visit.items() if own[-1].state is State.DELIVERED}

    @property
    def said(self) -> list[Statement]:
        """All of them, oldest first."""
        return [one for one in self._said if one.visit in self._of_visit]

    @property
    def newest(self) -> Statement | None:
        """The newest one; None: there is none left."""
        while self._said and self._said[-1].visit not in self._of_visit:
            self._said.pop()
        return self._said[-1] if self._said else None

    @property
    def said_delivered_before(self) -> bool:
        """Whether the newest visit said delivered before its newest message."""
        newest = self._said[-1]
        return self._deliveries[newest.visit] > (newest.state is State.DELIVERED)

    def take_newest(self) -> None:
        """Take the newest one away, and those of its visit that did not belong to the row before it."""
        newest = self._said.pop()
        visit, own = newest.visit, self._of_visit[newest.visit]
        own.pop()
        self._deliveries[visit] -= newest.state is State.DELIVERED
        self.delivered.discard(visit)
        if not own or not own[-1].is_here:
            del self._of_visit[visit]
        elif own[-1].state is State.DELIVERED:
            self.delivered.add(visit)


def _said_delivered(said: Sequence[Statement]) -> bool:
    """Return whether the newest visit said delivered before its newest message."""
    newest = said[-1].visit
    return any(one.visit == newest and one.state is State.DELIVERED for one in said[:-1])
