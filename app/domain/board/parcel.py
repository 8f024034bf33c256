"""Decides all listings of one number from its listings and visits."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby

from app.domain.board.acknowledged_elsewhere import observed_name
from app.domain.board.decision import Decision
from app.domain.board.facts import Listing, Message, SetBack, Site
from app.domain.board.matching import ONE_PARCEL
from app.domain.board.observations import last_that_lists, with_observations_taken_along
from app.domain.board.relations import StandingRows, compare, standing_rows
from app.domain.board.row import Bond, BoundVisit, Counted, Explained, LeftOut, ParcelRows, Reason, Row, counted
from app.domain.board.signs import Sign, as_text
from app.domain.board.verdict import Verdict
from app.domain.board.visit_places import VisitPlaces
from app.domain.board.visit_time import is_suspicious, nearest_moment
from app.domain.contract.statuses import STATUS_NAMES, VISIT_STATUS_NAMES, State

_NEVER = datetime.min.replace(tzinfo=UTC)
_UNSETTLED = frozenset((Reason.NEWER_ELSEWHERE, Reason.NAMED_NO_MORE, Reason.DAY_END))
"""Reasons that a load may remove though it shows nothing new."""


def suspicious_keys(visits: Sequence[BoundVisit]) -> frozenset[str]:
    """Return the keys of the messages whose timestamps lie far from their arrivals."""
    linked = (one for one in visits if one.bond is Bond.LINKED)
    return frozenset(
        one.key for bound in linked for one in bound.visit.messages if is_suspicious(one.moment, one.arrival)
    )


def by_arrival(visits: Sequence[BoundVisit]) -> list[BoundVisit]:
    """Return visits whose messages were sent when they arrived."""
    return [
        bound._replace(
            visit=bound.visit._replace(messages=[one._replace(moment=one.arrival) for one in bound.visit.messages])
        )
        for bound in visits
    ]


def visits_since(visits: Sequence[BoundVisit], set_backs: Sequence[SetBack]) -> list[BoundVisit]:
    """Return visits whose arrivals since set-backs are moved forward by them, the latest of them first."""
    return [
        bound._replace(
            visit=bound.visit._replace(messages=[_message_since(one, set_backs) for one in bound.visit.messages])
        )
        for bound in visits
    ]


def _message_since(message: Message, set_backs: Sequence[SetBack]) -> Message:
    arrival = _forward(message.arrival, set_backs)
    moment = nearest_moment(message.moments, arrival) if message.moments else message.moment
    return message._replace(arrival=arrival, moment=moment)


def listings_since(listings: Sequence[Listing], set_backs: Sequence[SetBack]) -> list[Listing]:
    """Return listings whose loads since set-backs are moved forward by them, the latest of them first."""
    return [
        one._replace(
            gone_at=one.gone_at and _forward(one.gone_at, set_backs),
            loads=[_forward(at, set_backs) for at in one.loads],
            observations=[
                seen._replace(
                    seen_at=_forward(seen.seen_at, set_backs),
                    not_yet_at=seen.not_yet_at and _forward(seen.not_yet_at, set_backs),
                )
                for seen in one.observations
            ],
            absences=[
                (_forward(last, set_backs), again and _forward(again, set_backs)) for last, again in one.absences
            ],
        )
        for one in listings
    ]


def _forward(at: datetime, set_backs: Sequence[SetBack]) -> datetime:
    for one in set_backs:
        if one.after <= at <= one.heeded_until:
            try:
                at += one.before - one.after
            except OverflowError:
                return at
    return at


class Parcel:
    """One shipment number with all its listings and visits.

    Listings far apart are those of different parcels with one number.

    Args:
        listings: the number's listings of all carriers and days, at least one.
        visits: visits that belong to the number, or may.
        site: properties of the site that affect decisions.
    """

    def __init__(self, listings: Sequence[Listing], visits: Sequence[BoundVisit], site: Site) -> None:
        self._site = site
        self._verdicts, self._places = self._judge(listings, visits)
        suspicious = suspicious_keys(visits)
        if suspicious:
            self._compare_readings(listings, visits, suspicious)
        self._rows: dict[int, tuple[Verdict, Row]] = {}
        for parcel in _parcels(self._verdicts):
            self._count(parcel)

    def rows(self) -> ParcelRows:
        """Return the decided row of each listing."""
        rows = {row_id: row for row_id, (_, row) in self._rows.items()}
        return ParcelRows(rows, self._places.belonging, self._places.mentions)

    def explained(self, listing_id: int) -> Explained | None:
        """Return the decided row of a listing with the reasons; None: it is not among them."""
        if listing_id not in self._rows:
            return None
        one, row = self._rows[listing_id]
        arrived = one.by_arrival
        return Explained(
            row, one.decision, arrived.decision if arrived else None, one.said, arrived.said if arrived else (),
            one.observations, one.loads.last, one.is_set_back, frozenset(one.reasons),
        )  # fmt: skip

    def _judge(self, listings: Sequence[Listing], visits: Sequence[BoundVisit]) -> tuple[list[Verdict], VisitPlaces]:
        """Decide all rows by one reading of the times."""
        taken_along = with_observations_taken_along(listings) if len(listings) > 1 else listings
        verdicts = [Verdict.of(one, self._site.days) for one in taken_along]
        void = {one.listing.id for one in verdicts if one.is_void}
        places = VisitPlaces([one.listing for one in verdicts], void, visits, self._site.days)
        for rows in _parcels(verdicts):
            self._decide(rows, places)
        return verdicts, places

    def _decide(self, rows: Sequence[Verdict], places: VisitPlaces) -> None:
        """Decide the rows of one parcel."""
        first = min((one.listing.day for one in rows if not one.is_void), default=None)
        last_shown = max(last_that_lists(one.listing, one.listing.loads) or _NEVER for one in rows)
        again = _first_in_force(rows)
        for row in rows:
            row.later = next((one for day, one in again.items() if day > row.listing.day), None)
            has_earlier = first is not None and first < row.listing.day
            row.decide(places, self._site, is_carried_over=has_earlier and last_shown < row.begins)
        compare(rows, places)

    def _compare_readings(
        self, listings: Sequence[Listing], visits: Sequence[BoundVisit], suspicious: frozenset[str]
    ) -> None:
        """Add `CLOCK` to the rows with a suspicious timestamp that say something else by another reading."""
        latest_first = sorted(self._site.set_backs, key=lambda one: one.after, reverse=True)
        together = [latest_first] if len(latest_first) > 1 else []  # the clock may have been set back step by step
        readings = [
            self._judge(listings, by_arrival(visits)),
            *(
                self._judge(listings_since(listings, some), visits_since(visits, some))
                for some in [*([one] for one in latest_first), *together]
            ),
        ]
        for nth, (verdicts, places) in enumerate(readings):
            others = {one.listing.id: one for one in verdicts}
            for row in self._verdicts:
                other = others[row.listing.id]
                if not (row.has_shown(suspicious, self._places) or other.has_shown(suspicious, places)):
                    continue
                row.is_settled &= other.is_settled
                row.by_arrival = row.by_arrival if nth else other
                if other.weight != row.weight:
                    row.signs.add(Sign.CLOCK)
                    row.is_set_back |= nth > 0

    def _count(self, rows: Sequence[Verdict]) -> None:
        """Make the rows of one parcel: which of them count, need attention, and are settled."""
        uncounted = {one.listing.id: left_out for one in rows if (left_out := _uncounted(one))}
        delivered = {one.listing.id for one in rows if State.DELIVERED in (one.state, one.outcome.state)}
        counts = counted([one.listing for one in rows], uncounted, delivered)
        failed = [one.listing for one in rows if one.state is State.EXCEPTION and not counts[one.listing.id].left_out]
        days, standing = [one.day for one in failed], standing_rows(rows)
        before = {one.listing.id: bisect_left(days, one.listing.day) for one in rows if _is_early(one)}
        handed = {row_id: failed[nth - 1].id if nth else None for row_id, nth in before.items()}
        attending = {row_id for row_id in handed.values() if row_id is not None}
        is_open = any(
            one.reasons & _UNSETTLED or one.loads.is_carried_over or (len(rows) > 1 and _is_early(one)) for one in rows
        )
        for row in rows:
            row.is_settled &= not is_open
            row_id, leads_to = row.listing.id, _leads_to(row, standing)
            is_failed = row.state is State.EXCEPTION and not row.is_void
            is_to_attend = is_failed and handed.get(row_id) is None and (leads_to is None or row_id in attending)
            self._rows[row_id] = row, self._row(row, leads_to, counts[row_id], is_to_attend=is_to_attend)

    def _row(self, row: Verdict, leads_to: int | None, counts: Counted, *, is_to_attend: bool) -> Row:
        decision, state = row.decision, row.state
        failure, other_failure = _names_of_failure(decision) if is_to_attend else (None, None)
        return Row(
            state,
            _status(decision),
            as_text(row.signs),
            None if row.is_void else self._places.newest(row.listing.day),
            decision.visit is not None,
            leads_to,
            row.outcome.state,
            row.outcome.is_seen_later,
            state is State.DELIVERED and row.outcome.state is not State.DELIVERED,
            counts.left_out is None,
            failure,
            other_failure,
            _failed_after(decision) if is_to_attend else None,
            row.is_settled,
            *counts,
        )


def _parcels(verdicts: Sequence[Verdict]) -> Iterator[list[Verdict]]:
    """Yield the rows of each parcel: listings far apart are of different ones."""
    rows: list[Verdict] = []
    for one in sorted(verdicts, key=lambda one: one.listing.day):
        if rows and one.listing.day - rows[-1].listing.day > ONE_PARCEL:
            yield rows
            rows = []
        rows.append(one)
    yield rows


def _first_in_force(rows: Sequence[Verdict]) -> dict[date, Verdict]:
    """Return the first row in force of each day that has one, in the order of the days."""
    in_force = [one for one in rows if one.listing.is_in_force and not one.is_void]
    in_force.sort(key=lambda one: (one.listing.day, one.listing.gone_at is not None, one.listing.place))
    return {day: next(of_day) for day, of_day in groupby(in_force, key=lambda one: one.listing.day)}


def _is_early(row: Verdict) -> bool:
    """Return whether a failure may be an earlier day's, until the list that shows it is loaded on its own day."""
    is_by_carrier = row.state is State.EXCEPTION and row.decision.visit is None
    return is_by_carrier and max(row.listing.loads, default=_NEVER) < row.begins


def _uncounted(row: Verdict) -> LeftOut | None:
    if Sign.MOVED in row.signs:
        return LeftOut.MOVED
    if row.is_void:
        return LeftOut.GONE_BEFORE
    return None if row.delivered_by is None else LeftOut.DELIVERED_BEFORE


def _leads_to(row: Verdict, standing: Mapping[date, StandingRows]) -> int | None:
    """Return the listing that replaces this one, or that delivered the parcel before."""
    if row.replaced_by is not None:
        return row.replaced_by.id
    if row.later is not None:
        return row.later.listing.id
    if not row.listing.is_in_force:
        same_day = standing.get(row.listing.day)
        return None if same_day is None else same_day.instead_of(row.listing).id
    return None if row.delivered_by is None else row.delivered_by.id


def _status(decision: Decision) -> str | None:
    """Return the text of the status: the carrier's, or the contract's name of the visit's."""
    if decision.observation is not None:
        return decision.observation.status
    if decision.visit is None:
        return STATUS_NAMES["2"]
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
