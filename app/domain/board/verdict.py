"""What one listing says by its own loads and visits, before it is compared with the parcel's other listings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from app.domain.board.decision import Decision, Loads, are_visits_contradictory, decide
from app.domain.board.facts import Listing, Observation, Site
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes, changes_before, last_showing, loads_that_list
from app.domain.board.row import Reason
from app.domain.board.signs import Sign
from app.domain.board.visit_places import ShownVisit, VisitPlaces
from app.domain.contract.statuses import State
from app.domain.site import SiteDays

NO_LOADS = Loads(None, None, timedelta())
_DOUBTS_OF_DECISION = frozenset((Sign.POSSIBLY_MISSED, Sign.CONTRADICTION))


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


@dataclass(slots=True)
class Verdict:
    """A listing, what decides it, and its signs so far.

    Attributes:
        begins, ends: of its day, UTC.
        is_void: whether it was gone before its day began: it has no visit, and is in no total.
        later: the listing in force of the next later day, if the parcel is listed again.
        changes: all its observations, each of another state than the one before.
        observations, loads: those that count for it.
        by_arrival: the same row by arrival times, if a timestamp is suspicious.
        is_set_back: whether a set-back of the site's clock leaves in doubt what it says.
        replaced_by: the standing listing of the same or a later day, if it is gone.
        delivered_by: the earlier row in force that says delivered as this one does.
    """

    listing: Listing
    begins: datetime
    ends: datetime
    is_void: bool
    later: "Verdict | None" = None
    changes: list[Observation] = field(default_factory=list)
    observations: list[Observation] = field(default_factory=list)
    loads: Loads = NO_LOADS
    said: Sequence[Statement] = ()
    decision: Decision = field(init=False)
    outcome: DayOutcome = field(init=False)
    signs: set[Sign] = field(default_factory=set)
    reasons: set[Reason] = field(default_factory=set)
    by_arrival: "Verdict | None" = None
    is_set_back: bool = False
    is_settled: bool = True
    replaced_by: Listing | None = None
    delivered_by: Listing | None = None

    @classmethod
    def of(cls, listing: Listing, days: SiteDays) -> "Verdict":
        """Return an undecided row."""
        begins, gone_at = days.begin(listing.day), listing.gone_at
        return cls(listing, begins, days.end(listing.day), gone_at is not None and gone_at < begins)

    @property
    def state(self) -> State:
        """What the row says."""
        return self.decision.state

    def contradict(self, reason: Reason) -> None:
        """Add a contradiction."""
        self.signs.add(Sign.CONTRADICTION)
        self.reasons.add(reason)

    def decide(self, places: VisitPlaces, site: Site, *, is_carried_over: bool) -> None:
        """Decide the row, and the outcome of its day; `is_carried_over`: as in `Loads`."""
        listing, day = self.listing, self.listing.day
        self.changes = changes(listing.observations)
        self._choose_loads(site, is_carried_over=is_carried_over)
        if not self.is_void:
            self.said = places.said[day]
            self.signs |= places.signs[day]
        self.decision = decide(self.said, self.observations, self.loads)
        self.outcome = day_outcome(self.said, listing, self.begins, self.ends, is_listed_later=self.later is not None)
        self.signs |= self.decision.signs
        self.is_settled = self.decision.is_settled
        if not self.is_void:
            self._doubt(places)
        if listing.is_odd or (self.observations and self.observations[-1].is_odd):
            self.signs.add(Sign.ODD_DATA)
        if self.decided_at >= self.ends:
            self.signs.add(Sign.DECIDED_LATER)

    @property
    def decided_at(self) -> datetime:
        """The earliest time of the deciding event; `datetime.min` if that is not known."""
        decision = self.decision
        if decision.visit is not None:
            return decision.visit.at
        if decision.observation is not None and decision.observation.not_yet_at is not None:
            return decision.observation.not_yet_at
        return datetime.min.replace(tzinfo=UTC)

    def _choose_loads(self, site: Site, *, is_carried_over: bool) -> None:
        """Choose all loads, or those from before a later day that lists the parcel again."""
        listing, loads = self.listing, self.listing.loads
        self.observations = self.changes
        if self.later is not None:
            self.observations = changes_before(listing, self.later.begins)
            loads = [at for at in loads if at < self.later.begins]
        if not self.observations:
            return
        since, newest = site.missing_since, self.observations[-1].seen_at
        self.loads = Loads(
            loads[-1] if loads else newest,
            max(loads_that_list(listing, loads), default=newest),
            timedelta(minutes=site.lag_minutes),
            since if since is not None and self.ends > since else None,
            is_carried_over,
        )

    @property
    def weight(self) -> tuple[State, frozenset[Sign], State]:
        """What must be the same in each reading of the times."""
        return self.state, self.decision.signs & _DOUBTS_OF_DECISION, self.outcome.state

    def has_shown(self, keys: frozenset[str], places: VisitPlaces) -> bool:
        """Return whether a visit shown here has one of these messages."""
        shown = () if self.is_void else places.shown[self.listing.day]
        return any(one.key in keys for visit in shown for one in visit.told.said)

    def _doubt(self, places: VisitPlaces) -> None:
        """Add the doubts that the row's visits cause."""
        if self.said and are_visits_contradictory(self.said, self.observations):
            self.contradict(Reason.TWO_VISITS)
        shown = places.shown[self.listing.day]
        reasons = {
            Reason.NAMED_NO_MORE: any(self._is_open_to_doubt(one, shown) for one in shown),
            Reason.NEVER_SHOWN: not self.said and not self.observations,
            Reason.LOOK_ALIKE: self.listing.day in places.looks_alike,
        }
        found = {reason for reason, holds in reasons.items() if holds}
        if found:
            self.reasons |= found
            self.signs.add(Sign.ODD_DATA)

    def _is_open_to_doubt(self, visit: ShownVisit, shown: Sequence[ShownVisit]) -> bool:
        """Return whether a visit no longer names the parcel, and neither carrier nor visit said the same since."""
        newest, dropped_at = visit.told.newest, visit.told.dropped_at
        if newest is None or dropped_at is None:
            return False
        if dropped_at >= self.ends and self.observations and self.observations[-1].state is newest.state:
            return False
        is_seen_since = any(
            one.state is newest.state and (last_showing(self.listing, self.observations, nth) or _NEVER) >= dropped_at
            for nth, one in enumerate(self.observations)
        )
        is_said_since = any(
            other is not None and other.state is newest.state and other.at > dropped_at
            for other in (one.told.newest for one in shown if one is not visit and one.belongs)
        )
        return not (is_seen_since or is_said_since)


_NEVER = datetime.min.replace(tzinfo=UTC)
