"""Compares the listings of one parcel with each other."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.domain.board.observations import last_showing, loads_that_list
from app.domain.board.row import Reason
from app.domain.board.signs import Sign
from app.domain.board.verdict import Verdict
from app.domain.board.visit_places import ShownVisit, VisitPlaces
from app.domain.contract.statuses import State

_NEVER = datetime.min.replace(tzinfo=UTC)


def compare(rows: Sequence[Verdict], places: VisitPlaces) -> None:
    """Add to the decided rows of a parcel the signs that its other rows cause.

    Args:
        rows: of all listings of one parcel.
        places: of its visits.
    """
    for row in rows:
        _compare_with_standing(row, rows)
    shown = {day: places.shown[day] for day in {one.listing.day for one in rows if not one.is_void}}
    for row in rows:
        if len(rows) > 1:
            before = [one for day, of_day in shown.items() if day < row.listing.day for one in of_day]
            _compare_with_earlier(row, rows, before)
            _compare_with_newer(row, rows)
        _compare_with_day_end(row, rows, [one for of_day in shown.values() for one in of_day])
    for row in rows:
        if row.is_void:
            row.signs -= {Sign.CONTRADICTION, Sign.POSSIBLY_MISSED}


def _compare_with_standing(row: Verdict, rows: Sequence[Verdict]) -> None:
    """Add the signs of where else the parcel stands."""
    listing, signs = row.listing, row.signs
    standing = [one for one in rows if one is not row and one.listing.stands]
    same_day = [one for one in standing if one.listing.day == listing.day]
    if not listing.is_in_force:
        signs.add(Sign.NOT_IN_FORCE)
    if row.later is not None:
        signs.add(Sign.LISTED_AGAIN)
    if listing.gone_at is not None:
        later = [] if row.state is State.DELIVERED else [one for one in standing if one.listing.day > listing.day]
        replacing = same_day or later
        if replacing:
            signs.add(Sign.MOVED)
            row.replaced_by = min(
                (one.listing for one in replacing), key=lambda one: (one.day, one.carrier != listing.carrier, one.place)
            )
            return
        signs.add(Sign.GONE)
        if row.state is not State.DELIVERED and row.later is None:
            row.contradict(Reason.NO_LONGER_LISTED)
    elif listing.is_in_force:
        if any(one.listing.carrier != listing.carrier for one in same_day):
            signs.add(Sign.TWO_CARRIERS)
        if any(_is_in_another(one, row) for one in same_day):
            signs.add(Sign.TWO_MANIFESTS)
        if any(one.state is not row.state for one in same_day):
            row.contradict(Reason.TWO_ROWS)


def _is_in_another(other: Verdict, row: Verdict) -> bool:
    return other.listing.carrier == row.listing.carrier and other.listing.manifest != row.listing.manifest


def _compare_with_earlier(row: Verdict, rows: Sequence[Verdict], shown_before: Sequence[ShownVisit]) -> None:
    """Add the signs of a parcel that an earlier day delivered.

    Args:
        row: of one listing.
        rows: of all listings.
        shown_before: the visits shown on earlier days.
    """
    if not row.listing.is_in_force or row.is_void or Sign.MOVED in row.signs:
        return
    delivered = [
        one
        for one in rows
        if one.listing.day < row.listing.day
        and one.state is State.DELIVERED
        and not one.is_void
        and Sign.MOVED not in one.signs
    ]
    known = [(one.told.at, one.told.arrived, one.told.newest.state) for one in shown_before if one.told.newest]
    is_visited = bool(known) and max(known)[2] is State.DELIVERED
    if row.state is not State.DELIVERED:
        if row.later is None and (delivered or is_visited):
            row.contradict(Reason.DELIVERED_BEFORE)
        return
    in_force = [one for one in delivered if one.listing.is_in_force]
    if not in_force:
        return
    row.signs.add(Sign.DELIVERED_BEFORE)
    row.delivered_by = max((one.listing for one in in_force), key=lambda one: (one.day, -one.place))
    if not row.said:
        row.signs.discard(Sign.POSSIBLY_MISSED)
        return
    for one in in_force:
        one.contradict(Reason.DELIVERED_AGAIN)


def _compare_with_newer(row: Verdict, rows: Sequence[Verdict]) -> None:
    """Doubt a row if another listing shows another state since its last load and visit."""
    if Sign.MOVED in row.signs:
        return
    last = max(row.loads.last or _NEVER, row.said[-1].at if row.said else _NEVER)
    newer = [
        seen
        for one in rows
        if one is not row
        for seen in one.changes
        if last < seen.seen_at and (row.later is None or seen.seen_at < row.later.begins)
    ]
    latest = max((one.seen_at for one in newer), default=None)
    if any(one.seen_at == latest and one.state is not row.state for one in newer):
        row.contradict(Reason.NEWER_ELSEWHERE)


def _compare_with_day_end(row: Verdict, rows: Sequence[Verdict], visits: Sequence[ShownVisit]) -> None:
    """Doubt the outcome of a day if the first load after it shows another state that may have been there before.

    Args:
        row: of one listing.
        rows: of all listings.
        visits: of the parcel.
    """
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
        return
    is_expected = (
        outcome is State.PICKUP
        or (outcome is State.EXCEPTION and after.state is not State.DELIVERED)
        or (after.state is State.DELIVERED and row.later is not None)
    )
    is_visited = any(one.told.newest and row.ends <= one.told.at <= at for one in visits)
    others = (one for one in rows if one is not row)
    if not (is_expected or is_visited or any(_shows_another(one, after.state, row.ends, at) for one in others)):
        row.contradict(Reason.DAY_END)


def _shows_another(row: Verdict, state: State, since: datetime, until: datetime) -> bool:
    """Return whether a listing showed another state than this one in a load between two times."""
    for nth, shown in enumerate(row.changes):
        last = last_showing(row.listing, row.changes, nth)
        if shown.state is state or last is None:
            continue
        begins, ends = max(shown.seen_at, since), min(last, until)
        if any(begins <= at <= ends for at in row.listing.loads):
            return True
    return False
