"""Compares the listings of one parcel with each other.

A carrier may list one number thousands of times, so no row is compared with each of the others: what a comparison asks
is looked up by the day, or by the time of a load.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from itertools import groupby, islice

from app.domain.board.facts import Listing
from app.domain.board.observations import last_showing, loads_that_list
from app.domain.board.row import Reason
from app.domain.board.signs import Sign
from app.domain.board.verdict import Verdict
from app.domain.board.visit_places import ShownVisit, VisitPlaces
from app.domain.contract.statuses import State

_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass
class StandingRows:
    """The standing rows of one day.

    Attributes:
        first: of each carrier, the one that its answer lists first.
        manifests: of each carrier.
        states: what they say.
    """

    first: dict[str, Listing] = field(default_factory=dict)
    manifests: dict[str, set[int]] = field(default_factory=dict)
    states: set[State] = field(default_factory=set)

    def add(self, row: Verdict) -> None:
        """Add a row of the day."""
        listing = row.listing
        first = self.first.setdefault(listing.carrier, listing)
        if listing.place < first.place:
            self.first[listing.carrier] = listing
        self.manifests.setdefault(listing.carrier, set()).add(listing.manifest)
        self.states.add(row.state)

    def instead_of(self, listing: Listing) -> Listing:
        """Return the row that stands for one which does not: of its carrier if there is one."""
        return min(self.first.values(), key=lambda one: (one.carrier != listing.carrier, one.place))


def standing_rows(rows: Sequence[Verdict]) -> dict[date, StandingRows]:
    """Return the standing rows of a parcel by day; `rows` and result are in the order of the days."""
    found: dict[date, StandingRows] = {}
    for row in rows:
        if row.listing.stands:
            found.setdefault(row.listing.day, StandingRows()).add(row)
    return found


def compare(rows: Sequence[Verdict], places: VisitPlaces) -> None:
    """Add to the decided rows of a parcel the signs that its other rows cause.

    Args:
        rows: of all listings of one parcel, by day.
        places: of its visits.
    """
    standing = standing_rows(rows)
    for row in rows:
        _compare_with_standing(row, standing)
    shown = {day: places.shown[day] for day in {one.listing.day for one in rows if not one.is_void}}
    if len(rows) > 1:
        _compare_with_earlier(rows, shown)
        _compare_with_newer(rows)
    _compare_with_day_end(rows, [one for of_day in shown.values() for one in of_day])
    for row in rows:
        if row.is_void:
            row.signs -= {Sign.CONTRADICTION, Sign.POSSIBLY_MISSED}


def _compare_with_standing(row: Verdict, standing: Mapping[date, StandingRows]) -> None:
    """Add the signs of where else the parcel stands."""
    listing, signs = row.listing, row.signs
    same_day = standing.get(listing.day)
    if not listing.is_in_force:
        signs.add(Sign.NOT_IN_FORCE)
    if row.later is not None:
        signs.add(Sign.LISTED_AGAIN)
    if listing.gone_at is not None:
        _compare_where_gone(row, standing)
    elif same_day is not None and listing.is_in_force:  # then the row is one of those
        if len(same_day.first) > 1:
            signs.add(Sign.TWO_CARRIERS)
        if len(same_day.manifests[listing.carrier]) > 1:
            signs.add(Sign.TWO_MANIFESTS)
        if len(same_day.states) > 1:
            row.contradict(Reason.TWO_ROWS)


def _compare_where_gone(row: Verdict, standing: Mapping[date, StandingRows]) -> None:
    """Say where a parcel stands instead, or that it does nowhere."""
    listing, is_delivered = row.listing, row.state is State.DELIVERED
    later = None if is_delivered else next((standing[day] for day in standing if day > listing.day), None)
    replacing = standing.get(listing.day, later)
    if replacing is not None:
        row.signs.add(Sign.MOVED)
        row.replaced_by = replacing.instead_of(listing)
        return
    row.signs.add(Sign.GONE)
    if not is_delivered and row.later is None:
        row.contradict(Reason.NO_LONGER_LISTED)


def _compare_with_earlier(rows: Sequence[Verdict], shown: Mapping[date, Sequence[ShownVisit]]) -> None:
    """Add the signs of a parcel that an earlier day delivered; `shown`: the visits of each day."""
    compared = [one for one in rows if not one.is_void and Sign.MOVED not in one.signs]
    delivered: list[Verdict] = []  # on earlier days
    delivered_by: Listing | None = None  # the last of these days, in force
    for day, group in groupby(compared, key=lambda one: one.listing.day):
        of_day = list(group)
        in_force = [one for one in of_day if one.listing.is_in_force]
        told = [one.told for before, visits in shown.items() if before < day for one in visits]
        known = [(one.at, one.arrived, one.newest.state) for one in told if one.newest]
        is_known = bool(delivered) or (bool(known) and max(known)[2] is State.DELIVERED)
        again = [one for one in in_force if one.state is State.DELIVERED]
        for row in in_force:
            if row.state is not State.DELIVERED and row.later is None and is_known:
                row.contradict(Reason.DELIVERED_BEFORE)
        if delivered_by is not None:
            for row in again:
                row.signs.add(Sign.DELIVERED_BEFORE)
                row.delivered_by = delivered_by
                if not row.said:
                    row.signs.discard(Sign.POSSIBLY_MISSED)
            if any(one.said for one in again):
                for row in delivered:
                    if row.listing.is_in_force:
                        row.contradict(Reason.DELIVERED_AGAIN)
        delivered += [one for one in of_day if one.state is State.DELIVERED]
        delivered_by = min((one.listing for one in again), key=lambda one: one.place, default=delivered_by)


def _compare_with_newer(rows: Sequence[Verdict]) -> None:
    """Doubt the rows that say another state than a load of another listing showed after their last load and visit."""
    shown: dict[datetime, dict[State, set[int]]] = {}  # ids of the listings
    for row in rows:
        for seen in row.changes:
            shown.setdefault(seen.seen_at, {}).setdefault(seen.state, set()).add(row.listing.id)
    times = sorted(shown)
    for row in rows:
        if Sign.MOVED in row.signs:
            continue
        last = max(row.loads.last or _NEVER, row.said[-1].at if row.said else _NEVER)
        end = len(times) if row.later is None else bisect_left(times, row.later.begins)
        for nth in reversed(range(bisect_right(times, last), end)):
            states = {state for state, ids in shown[times[nth]].items() if ids - {row.listing.id}}
            if states - {row.state}:
                row.contradict(Reason.NEWER_ELSEWHERE)
            if states:
                break


def _compare_with_day_end(rows: Sequence[Verdict], visits: Sequence[ShownVisit]) -> None:
    """Doubt each outcome whose day's first load after it shows another state that may have been there before."""

    @cache
    def showing_another(state: State, since: datetime, until: datetime) -> list[Verdict]:
        """Return the first two rows that showed another state than this one in a load between two times."""
        return list(islice((one for one in rows if _shows_another(one, state, since, until)), 2))

    @cache
    def is_visited(since: datetime, until: datetime) -> bool:
        return any(one.told.newest and since <= one.told.at <= until for one in visits)

    for row in rows:
        outcome = row.outcome.state
        at = next((one for one in loads_that_list(row.listing, row.listing.loads) if one >= row.ends), None)
        after = None if at is None else next((one for one in reversed(row.changes) if one.seen_at <= at), None)
        if (
            at is None
            or after is None
            or after.state is outcome
            or after.not_yet_at is None
            or after.not_yet_at >= row.ends
        ):
            continue
        is_expected = (
            outcome is State.PICKUP
            or (outcome is State.EXCEPTION and after.state is not State.DELIVERED)
            or (after.state is State.DELIVERED and row.later is not None)
        )
        if is_expected or is_visited(row.ends, at):
            continue
        if all(one is row for one in showing_another(after.state, row.ends, at)):
            row.contradict(Reason.DAY_END)


def _shows_another(row: Verdict, state: State, since: datetime, until: datetime) -> bool:
    """Return whether a listing showed another state than this one in a load between two times."""
    listed = [at for at in loads_that_list(row.listing, row.listing.loads) if since <= at <= until]
    for nth, shown in enumerate(row.changes if listed else ()):
        last = last_showing(row.listing, row.changes, nth)
        if shown.state is not state and last is not None and any(shown.seen_at <= at <= last for at in listed):
            return True
    return False
