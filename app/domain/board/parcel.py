"""What each listing of one parcel says: all its listings and visits, put together by the rule."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from app.domain.board.day_outcome import day_outcome
from app.domain.board.decision import Decision, Missing, decide
from app.domain.board.facts import Listing, Site, Visit
from app.domain.board.matching import day_of_visit
from app.domain.board.message_order import Statement, statements
from app.domain.board.row import Bond, BoundVisit, Explained, Mention, ParcelRows, Row
from app.domain.board.signs import Sign, as_text
from app.domain.board.site_days import day_begin, day_end, site_date
from app.domain.board.visit_time import arrived_late, is_suspicious
from app.domain.statuses import VISIT_STATUS_NAMES, State

_FAILED_OR_OPEN = (State.EXCEPTION, State.ON_ITS_WAY)
_CARRIED_BY_DECISION = (Sign.POSSIBLY_MISSED, Sign.CONTRADICTION)


class Parcel:
    """One number with all its listings and visits, ready to be decided.

    Args:
        listings: of all carriers and days, at least one.
        visits: that belong to the number, or did, or may.
        site: what decides of the site.
    """

    def __init__(self, listings: Sequence[Listing], visits: Sequence[BoundVisit], site: Site) -> None:
        self._listings = listings
        self._site = site
        self._lag = timedelta(minutes=site.lag_minutes)
        self._visits = sorted(visits, key=lambda bound: bound.visit.id)
        self._of_day: dict[date, list[Listing]] = {}
        for one in listings:
            self._of_day.setdefault(one.day, []).append(one)
        self._days = sorted(self._of_day)
        self._mentions: dict[tuple[int, int], Mention] = {}
        self._belonging: set[tuple[int, int]] = set()
        self._signs: dict[int, set[Sign]] = {one.id: set() for one in listings}
        self._newest: dict[int, tuple[datetime, int]] = {}
        self._is_suspicious = False

    def rows(self) -> ParcelRows:
        """Return what each listing says."""
        explained = self.explained()
        return ParcelRows({one: found.row for one, found in explained.items()}, self._belonging, self._mentions)

    def explained(self) -> dict[int, Explained]:
        """Return what each listing says, and why."""
        if not self._visits and len(self._listings) == 1:
            listing = self._listings[0]
            return {listing.id: self._explain(listing, [], None)}
        by_stamp = self._place_visits()
        by_arrival = self._said(by_arrival=True) if self._is_suspicious else None
        return {
            one.id: self._explain(one, by_stamp[one.day], None if by_arrival is None else by_arrival[one.day])
            for one in self._listings
        }

    def _place_visits(self) -> dict[date, list[Statement]]:
        """Note which visits belong to which listings; return what they said of each day, by their stamps."""
        for visit, bond in self._visits:
            self._is_suspicious |= any(is_suspicious(one.moment, one.arrival) for one in visit.messages)
            said, is_other_order = statements(visit, by_arrival=False)
            day, is_other_day = day_of_visit(site_date(said[-1].at, self._site.zone), self._days)
            if bond is Bond.LINKED:
                self._note_signs(visit, day, is_other_order=is_other_order)
            for listing in self._of_day[day]:
                if bond is not Bond.LINKED:
                    self._mentions[listing.id, visit.id] = Mention(bond.value)
                    self._signs[listing.id] |= {Sign.AMBIGUOUS} if bond is Bond.AMBIGUOUS else set()
                elif is_other_day:
                    self._mentions[listing.id, visit.id] = Mention.OTHER_DAY
                    self._signs[listing.id].add(Sign.OTHER_DAY)
                else:
                    self._belonging.add((listing.id, visit.id))
                    newest = (said[-1].at, visit.id)
                    self._newest[listing.id] = max(newest, self._newest.get(listing.id, newest))
        return self._said(by_arrival=False)

    def _note_signs(self, visit: Visit, day: date, *, is_other_order: bool) -> None:
        """Note the signs that a visit gives to the rows of its day, and to those of the day of a late arrival."""
        is_odd = visit.is_odd or any(one.state is State.OTHER for one in visit.messages)
        for listing in self._of_day[day]:
            self._signs[listing.id] |= {Sign.ODD_DATA} if is_odd else set()
            self._signs[listing.id] |= {Sign.CLOCK} if is_other_order else set()
        for message in visit.messages:
            arrived = site_date(message.arrival, self._site.zone)
            if arrived != day and arrived in self._of_day and arrived_late(message.moment, message.arrival):
                for listing in self._of_day[arrived]:
                    self._signs[listing.id].add(Sign.CLOCK)

    def _said(self, *, by_arrival: bool) -> dict[date, list[Statement]]:
        """Return what visits of known statuses said of each day that lists the parcel, oldest first."""
        found: dict[date, list[Statement]] = {day: [] for day in self._days}
        for visit, bond in self._visits:
            if bond is Bond.LINKED:
                said, _ = statements(visit, by_arrival=by_arrival)
                day, is_other_day = day_of_visit(site_date(said[-1].at, self._site.zone), self._days)
                if not is_other_day:
                    found[day] += [one for one in said if one.state is not State.OTHER]
        for statements_of_day in found.values():
            statements_of_day.sort(key=lambda one: one.at)
        return found

    def _explain(self, listing: Listing, said: list[Statement], arrived: list[Statement] | None) -> Explained:
        zone = self._site.zone
        ends = day_end(listing.day, zone)
        heard = self._site.heard_since
        missing = Missing(heard if heard is not None and ends > heard else None)
        later = min(
            (one for one in self._listings if one.day > listing.day and one.stands),
            key=lambda one: (one.day, not one.is_in_force, one.place),
            default=None,
        )
        loads, observations = listing.loads, listing.observations
        if later is not None:
            begins = day_begin(later.day, zone)
            loads = loads[: bisect_left(loads, begins)]
            until = [one for one in observations if one.seen_at < begins]
            loads, observations = (loads, until) if until else ([observations[0].seen_at], observations[:1])
        last_load = loads[-1] if loads else observations[-1].seen_at
        decision = decide(said, observations, last_load, self._lag, missing)
        signs = self._signs[listing.id] | decision.signs
        other = None
        if arrived is not None:
            other = decide(arrived, observations, last_load, self._lag, missing)
            if _doubts(other) != _doubts(decision):
                signs.add(Sign.CLOCK)
        leads_to = self._add_signs_of_others(listing, decision.state, later, signs)
        if listing.is_odd:
            signs.add(Sign.ODD_DATA)
        if _decided_at(decision) >= ends:
            signs.add(Sign.DECIDED_LATER)
        of_day = [one for one in said if site_date(one.at, zone) == listing.day]
        outcome = day_outcome(of_day, listing.observations, listing.loads, ends, self._lag)
        is_to_attend = decision.state is State.EXCEPTION and leads_to is None
        failure, other_failure = _names_of_failure(decision) if is_to_attend else (None, None)
        visit = self._newest.get(listing.id)
        row = Row(
            decision.state,
            _status(decision, said),
            as_text(signs),
            None if visit is None else visit[1],
            decision.visit is not None,
            leads_to,
            outcome.state,
            outcome.is_seen_later,
            outcome.is_contradicted,
            decision.state is State.DELIVERED and outcome.state is not State.DELIVERED,
            self._counts(listing),
            failure,
            other_failure,
            decision.is_settled and (other is None or other.is_settled),
        )
        return Explained(row, decision, other)

    def _add_signs_of_others(
        self, listing: Listing, state: State, later: Listing | None, signs: set[Sign]
    ) -> int | None:
        """Add the signs that come of the parcel's other listings, and return the one that this one leads to."""
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

    def _counts(self, listing: Listing) -> bool:
        """Whether the figures of a carrier's day count the parcel on this listing, which no other one stands for."""
        if not listing.is_in_force:
            return False
        if not listing.stands and any(one.stands and one.day >= listing.day for one in self._listings):
            return False
        rivals = [
            one
            for one in self._listings
            if one.carrier == listing.carrier
            and one.day == listing.day
            and one.is_in_force
            and one.stands == listing.stands
        ]
        return max(rivals, key=lambda one: (one.observations[-1].seen_at, -one.place, -one.id)).id == listing.id


def _rank(other: Listing, listing: Listing) -> tuple[bool, bool, int]:
    """Return how near another listing is to one that is gone: in force, of the same carrier, first in the answer."""
    return not other.is_in_force, other.carrier != listing.carrier, other.place


def _is_in_another(other: Listing, listing: Listing) -> bool:
    """Whether a listing is of the same carrier, and in another manifest in force."""
    return other.carrier == listing.carrier and other.is_in_force and other.manifest != listing.manifest


def _doubts(decision: Decision) -> tuple[State, frozenset[Sign]]:
    return decision.state, decision.signs & frozenset(_CARRIED_BY_DECISION)


def _decided_at(decision: Decision) -> datetime:
    """Return when what decides happened, at the earliest; the beginning of time where nothing tells."""
    if decision.visit is not None:
        return decision.visit.at
    if decision.observation is not None and decision.observation.not_yet_at is not None:
        return decision.observation.not_yet_at
    return datetime.min.replace(tzinfo=UTC)


def _status(decision: Decision, said: Sequence[Statement]) -> str | None:
    """Return how the status reads: as the contract names the visit's, or as the carrier's load has it."""
    if decision.visit is None:
        return None if decision.observation is None else decision.observation.status
    return VISIT_STATUS_NAMES["completada" if said[-1].state is State.DELIVERED else "falso_flete"]


def _names_of_failure(decision: Decision) -> tuple[str, str | None]:
    """Return what names a failure: the visit's key, and the observation that confirms it; else the observation."""
    seen = decision.observation
    observed = None if seen is None else f"carrier@{seen.seen_at.astimezone(UTC).isoformat()}"
    if decision.visit is None:
        return observed or "", None
    confirms = seen is not None and seen.seen_at > decision.visit.at
    return decision.visit.key, observed if confirms else None
