"""The observations of a listing: which of them are changes, and which were made before a given time."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise

from app.domain.board.facts import Listing, Observation


def changes(observations: Iterable[Observation]) -> list[Observation]:
    """Return one observation for each run of equal states: the time of the first, the text of the last.

    Another spelling of the same state is no change.
    """
    found: list[Observation] = []
    for one in observations:
        if found and found[-1].state is one.state:
            found[-1] = found[-1]._replace(status=one.status, is_odd=one.is_odd)
        else:
            found.append(one if found else one._replace(not_yet_at=None))
    return found


def changes_before(listing: Listing, moment: datetime) -> list[Observation]:
    """Return the changes that the loads before a moment showed, as if there had been no other load.

    Where the site's clock was set back, a load may be before the moment by its time, and behind one that is not. So it
    is looked up then what each load showed.
    """
    observations, loads = listing.observations, listing.loads
    if all(one <= later for one, later in pairwise(loads)):
        return changes(one for one in observations if one.seen_at < moment)
    absent = _places_without(listing)
    ends = [*(_place_among(loads, one.seen_at) for one in observations[1:]), len(loads)]
    shown: list[Observation] = []
    for one, end in zip(observations, ends, strict=True):
        again = range(_place_among(loads, one.seen_at) + 1, end)
        for at in (one.seen_at, *(loads[place] for place in again if place not in absent)):
            if at < moment:
                shown.append(one._replace(seen_at=at, not_yet_at=shown[-1].seen_at if shown else None))
    return changes(shown)


def last_that_lists(listing: Listing, loads: Sequence[datetime]) -> datetime | None:
    """Return the last of these loads of its day that listed it; by their order, as a clock may have been set back."""
    if not listing.absences:
        return loads[-1] if loads else None
    absent = _places_without(listing)
    return next((at for at in reversed(loads) if _place_among(listing.loads, at) not in absent), None)


def _places_without(listing: Listing) -> set[int]:
    """Return which of the loads of its day, by their order, did not list it since one did."""
    absent: set[int] = set()
    for last, again in listing.absences:
        ends = len(listing.loads) if again is None else _place_among(listing.loads, again)
        absent.update(range(_place_among(listing.loads, last) + 1, ends))
    return absent


def _place_among(loads: Sequence[datetime], at: datetime) -> int:
    """Return which of the loads of a day was asked for then; where none is known, the last one before."""
    return loads.index(at) if at in loads else sum(one < at for one in loads) - 1
