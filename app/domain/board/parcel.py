"""Decides all listings of one parcel from its listings and visits."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from app.domain.board.acknowledged_elsewhere import observed_name
from app.domain.board.counting import counted
from app.domain.board.day_outcome import day_outcome
from app.domain.board.decision import Decision, Loads, decide
from app.domain.board.facts import Listing, Observation, Site
from app.domain.board.message_order import Statement
from app.domain.board.observations import changes, changes_before, last_that_lists
from app.domain.board.row import BoundVisit, Explained, ParcelRows, Row
from app.domain.board.signs import Sign, as_text
from app.domain.board.site_days import day_begin, day_end
from app.domain.board.visit_places import VisitPlaces
from app.domain.contract.statuses import VISIT_STATUS_NAMES, State

_FAILED_OR_OPEN = (State.EXCEPTION, State.ON_ITS_WAY)
_CARRIED_BY_DECISION = (Sign.POSSIBLY_MISSED, Sign.CONTRADICTION)


class Parcel:
    """One shipment number with all its listings and visits.

    Args:
        listings: the number's listings of all carriers and days, at least one.
        visits: visits that belong to the number, did, or may.
        site: properties of the site that affect decisions.
    """

    def __init__(self, listings: Sequence[Listing], visits: Sequence[BoundVisit], site: Site) -> None:
        self._listings = listings
        self._visits = visits
        self._site = site
        self._counted = counted(listings)

    def rows(self) -> ParcelRows:
        """Return the decided row of each listing."""
        places = self._places()
        rows = {one.id: self._explain(one, places).row for one in self._listings}
        return ParcelRows(rows, places.belonging, places.mentions)

    def explained(self, listing_id: int) -> Explained | None:
        """Return the decided row of a listing with the reasons; None: it is not among them."""
        places = self._places()
        return next((self._explain(one, places) for one in self._listings if one.id == listing_id), None)

    def _places(self) -> VisitPlaces:
        return VisitPlaces(self._listings, self._visits, self._site.zone, self._site.set_backs)

    def _explain(self, listing: Listing, places: VisitPlaces) -> Explained:
        zone = self._site.zone
        begins, ends = day_begin(listing.day, zone), day_end(listing.day, zone)
        later = min(
            (one for one in self._listings if one.day > listing.day and one.stands),
            key=lambda one: (one.day, not one.is_in_force, one.place),
            default=None,
        )
        observations, loads = self._counted_of(listing, later, ends)
        said = places.said[listing.day]
        decision = decide(said, observations, loads)
        signs = places.signs[listing.id] | decision.signs
        arrived, by_arrival = None, None
        if places.said_by_arrival is not None:
            arrived = places.said_by_arrival[listing.day]
            by_arrival = decide(arrived, observations, loads)
            if _doubts(by_arrival) != _doubts(decision):
                signs.add(Sign.CLOCK)
        if_behind = [decide(one[listing.day], observations, loads) for one in places.said_if_behind]
        is_set_back = any(_doubts(one) != _doubts(decision) for one in if_behind) or (
            Sign.AHEAD in decision.signs and loads.is_age_doubtful(_decided_at(decision))
        )
        if is_set_back:
            signs.add(Sign.CLOCK)
        leads_to = self._add_signs_of_others(listing, decision.state, later, signs)
        if listing.is_odd or observations[-1].is_odd:
            signs.add(Sign.ODD_DATA)
        if _decided_at(decision) >= ends:
            signs.add(Sign.DECIDED_LATER)
        of_day = _of_visits_between(said, begins, ends)
        outcome = day_outcome(of_day, listing, begins, ends)
        is_to_attend = decision.state is State.EXCEPTION and leads_to is None
        failure, other_failure = _names_of_failure(decision) if is_to_attend else (None, None)
        visit, counts = places.newest.get(listing.id), self._counted[listing.id]
        row = Row(
            decision.state,
            _status(decision),
            as_text(signs),
            None if visit is None else visit[-1],
            decision.visit is not None,
            leads_to,
            outcome.state,
            outcome.is_seen_later,
            outcome.is_contradicted,
            decision.state is State.DELIVERED and outcome.state is not State.DELIVERED,
            counts.left_out is None,
            failure,
            other_failure,
            _failed_after(decision) if is_to_attend else None,
            decision.is_settled
            and (by_arrival is None or by_arrival.is_settled)
            and all(one.is_settled for one in if_behind),
            *counts,
        )
        return Explained(row, decision, by_arrival, said, arrived or (), observations, loads.last, is_set_back)

    def _counted_of(self, listing: Listing, later: Listing | None, ends: datetime) -> tuple[list[Observation], Loads]:
        """Return the observations and loads that count: all, or those from before a later day that lists it again."""
        shown, loads = changes(listing.observations), listing.loads
        if later is not None:
            later_begins = day_begin(later.day, self._site.zone)
            first = listing.observations[0]
            shown = changes_before(listing, later_begins)
            loads = [at for at in loads if at < later_begins]
            if not shown:
                shown, loads = changes([first]), [first.seen_at]
        last = loads[-1] if loads else shown[-1].seen_at
        lag = timedelta(minutes=self._site.lag_minutes)
        last_shown = last_that_lists(listing, loads) or shown[-1].seen_at
        since = self._site.missing_since
        missing_since = since if since is not None and ends > since else None
        return shown, Loads(last, last_shown, lag, missing_since, last < max(loads, default=last), self._site.set_backs)

    def _add_signs_of_others(
        self, listing: Listing, state: State, later: Listing | None, signs: set[Sign]
    ) -> int | None:
        """Add the signs caused by the parcel's other listings; return the id of the listing that replaces this one."""
        leads_to: int | None = None
        same_day = [one for one in self._listings if one.day == listing.day and one.stands and one.id != listing.id]
        if not listing.is_in_force:
            signs.add(Sign.NOT_IN_FORCE)
            in_force = next((one for one in same_day if one.is_in_force), None)
            leads_to = in_force.id if in_force is not None else None
        if later is not None:
            signs.add(Sign.LISTED_AGAIN)
            leads_to = later.id
        if not listing.stands:
            standing = min(
                same_day,
                key=lambda one: (not one.is_in_force, one.carrier != listing.carrier, one.place),
                default=later,
            )
            if standing is not None:
                signs.add(Sign.MOVED)
                leads_to = standing.id
            else:
                signs.add(Sign.GONE)
                signs |= {Sign.CONTRADICTION} if state in _FAILED_OR_OPEN else set()
            return leads_to
        if any(one.carrier != listing.carrier for one in same_day):
            signs.add(Sign.TWO_CARRIERS)
        if listing.is_in_force and any(_is_in_another(one, listing) for one in same_day):
            signs.add(Sign.TWO_MANIFESTS)
        return leads_to


def _of_visits_between(said: Sequence[Statement], begins: datetime, ends: datetime) -> list[Statement]:
    """Return the statements of the visits whose newest message lies in a period."""
    newest = {one.visit_id: one.at for one in said}  # the last of each visit, as they are in order
    return [one for one in said if begins <= newest[one.visit_id] < ends]


def _is_in_another(other: Listing, listing: Listing) -> bool:
    """Return whether another listing is the same carrier's, in another manifest in force."""
    return other.carrier == listing.carrier and other.is_in_force and other.manifest != listing.manifest


def _doubts(decision: Decision) -> tuple[State, frozenset[Sign]]:
    return decision.state, decision.signs & frozenset(_CARRIED_BY_DECISION)


def _decided_at(decision: Decision) -> datetime:
    """Return the earliest time of the deciding event; `datetime.min` if that is not known."""
    if decision.visit is not None:
        return decision.visit.at
    if decision.observation is not None and decision.observation.not_yet_at is not None:
        return decision.observation.not_yet_at
    return datetime.min.replace(tzinfo=UTC)


def _status(decision: Decision) -> str | None:
    """Return the text of the status: the carrier's, or the contract's name of the visit's."""
    if decision.observation is not None:
        return decision.observation.status
    return VISIT_STATUS_NAMES["completada" if decision.state is State.DELIVERED else "falso_flete"]


def _names_of_failure(decision: Decision) -> tuple[str, str | None]:
    """Return the key of a failure: the visit's key and the confirming observation, else the observation and None."""
    seen = decision.observation
    observed = None if seen is None else observed_name(seen.seen_at.astimezone(UTC))
    if decision.visit is None:
        return observed or "", None
    confirms = seen is not None and seen.seen_at > decision.visit.at
    return decision.visit.key, observed if confirms else None


def _failed_after(decision: Decision) -> str | None:
    """Return the latest time at which a failure was not there yet: the visit's, or that of the last load without it.

    None if the first load showed it. Each desk names a failure by what it saw of it, but it is one failure.
    """
    seen = decision.observation
    after = decision.visit.at if decision.visit is not None else seen and seen.not_yet_at
    return (
        None if after is None else f"{after.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
    )
