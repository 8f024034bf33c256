"""The observations of a listing: which of them are changes, and which were made before a given time."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cache
from itertools import groupby, pairwise

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
    shown = loads_that_list(listing, loads)
    return shown[-1] if shown else None


def loads_that_list(listing: Listing, loads: Sequence[datetime]) -> Sequence[datetime]:
    """Return those of these loads of its day, none of them before the first one, that listed it."""
    if not listing.absences:
        return loads
    absent = _places_without(listing)
    places = {at: place for place, at in reversed([*enumerate(listing.loads)])}  # of two at one time the first counts
    return [at for at in loads if places[at] not in absent]


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


def last_showing(listing: Listing, shown: Sequence[Observation], place: int) -> datetime | None:
    """Return the last load that showed the change at this place of a listing's changes."""
    return shown[place + 1].not_yet_at if place + 1 < len(shown) else last_that_lists(listing, listing.loads)


def with_observations_taken_along(listings: Sequence[Listing]) -> list[Listing]:
    """Return listings, each that moved between manifests of its day with what was seen of it before.

    It moved from another manifest where that does not list it in force any more from the load that first shows it.
    """
    found: list[Listing] = []
    for since, group in groupby(sorted(listings, key=_first_seen), key=_first_seen):
        before = list(found)

        @cache
        def left(
            carrier: str, day: date, manifest: int, since: datetime = since, before: Sequence[Listing] = before
        ) -> Listing | None:
            """Return the listing of another manifest that did not list the parcel any more."""
            others = (one for one in before if (one.carrier, one.day) == (carrier, day) and one.manifest != manifest)
            gone = (one for one in others if not one.is_in_force or (one.gone_at is not None and one.gone_at <= since))
            return max(gone, key=lambda one: (_last_listed(one, since), -one.place), default=None)

        for one in group:
            old = left(one.carrier, one.day, one.manifest) if one.is_in_force else None
            found.append(one if old is None else _taking_along(one, old))
    return found


def _first_seen(listing: Listing) -> datetime:
    return listing.observations[0].seen_at


def _last_listed(listing: Listing, before: datetime) -> datetime:
    """Return the last load before this time that lists it."""
    loads = [at for at in listing.loads if at < before]
    return last_that_lists(listing, loads) or _first_seen(listing)


def _taking_along(listing: Listing, old: Listing) -> Listing:
    first, *rest = listing.observations
    seen = [one for one in old.observations if one.seen_at < first.seen_at]
    absences = [(last, again or first.seen_at) for last, again in old.absences if last < first.seen_at]
    moved = first._replace(not_yet_at=_last_listed(old, first.seen_at))
    return listing._replace(observations=[*seen, moved, *rest], absences=[*absences, *listing.absences])
