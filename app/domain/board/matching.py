"""Which parcels a visit belongs to, and to which of the days that list a parcel."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from app.domain.folding import plain_identifier

ONE_PARCEL = timedelta(days=30)
"""Listings, messages and visits further apart than this are of different parcels and visits."""

_FEWEST_DIGITS = 5
_DIGITS = re.compile("[0-9]")


class Links(NamedTuple):
    """Parcels of a visit, certain and ambiguous: the names that the visit uses for each, by the parcel's number."""

    linked: dict[str, set[str]]
    ambiguous: dict[str, set[str]]


def recipient_key(document: str | None, name: str | None, address: str | None) -> str | None:
    """Return a key that identifies a recipient; None if nothing is known.

    A document of few digits, or of one repeated digit, is a placeholder.
    """
    digits = _DIGITS.findall(document or "")
    if document and len(digits) >= _FEWEST_DIGITS and len(set(digits)) > 1:
        return f"document {plain_identifier(document)}"
    if name or address:
        return f"name {(name or '').strip().casefold()} at {(address or '').strip().casefold()}"
    return None


def links_of(found: Mapping[str, Iterable[str]], recipients: Mapping[str, str | None]) -> Links:
    """Return the parcels that a visit belongs to.

    A number that equals a shipment's own number means that parcel only. Any other means all parcels that have it as a
    further identifier, if they have the same recipient; else it is ambiguous.

    Args:
        found: for each identifier in the visit, the numbers of the parcels that have it.
        recipients: `recipient_key` of the parcels found by a further identifier, by number; None if not known.
    """
    linked: dict[str, set[str]] = {}
    ambiguous: dict[str, set[str]] = {}
    for named, numbers in found.items():
        several = set(numbers)
        if named in several:
            linked.setdefault(named, set()).add(named)
            continue
        received_by = {recipients.get(one) for one in several}
        is_one = len(several) == 1 or (len(received_by) == 1 and None not in received_by)
        for number in several:
            (linked if is_one else ambiguous).setdefault(number, set()).add(named)
    return Links(linked, ambiguous)


class VisitDay(NamedTuple):
    """The day that a visit belongs to; `is_other`: the visit is from before that day, and decides nothing there."""

    day: date
    is_other: bool


class NumberParcels:
    """The parcels that had one number: listings far apart are those of different ones.

    Args:
        days: those that ever listed the number; True: in force, False: not in force, None: gone before they began.

    Attributes:
        first_days: of each of these days, the first one of the same parcel.
    """

    def __init__(self, days: Mapping[date, bool | None]) -> None:
        self.first_days: dict[date, date] = {}
        before: date | None = None
        for day in sorted(days):
            is_another = before is None or day - before > ONE_PARCEL
            self.first_days[day] = day if is_another or before is None else self.first_days[before]
            before = day
        self._in_force = [day for day in self.first_days if days[day]]
        self._others = [day for day in self.first_days if days[day] is False]

    @property
    def are_several(self) -> bool:
        """Whether the number was used for more than one parcel."""
        return len(set(self.first_days.values())) > 1

    def day_of(self, visited: date, parcels: Collection[date] | None = None) -> VisitDay | None:
        """Return the day that a visit belongs to; see `day_of_visit`.

        Args:
            visited: the site's date of the visit.
            parcels: the parcels that it may mean, by their first days; None: each.
        """
        if parcels is None:
            return day_of_visit(visited, self._in_force, self._others)
        listed = ([day for day in days if self.first_days[day] in parcels] for days in (self._in_force, self._others))
        return day_of_visit(visited, *listed)

    def last_day(self, day: date) -> date:
        """Return the last day of the parcel that a day lists, without those that were gone before they began."""
        listed = (*self._in_force, *self._others)
        return max(one for one in listed if self.first_days[one] == self.first_days[day])


def day_of_visit(visited: date, in_force: Sequence[date], others: Sequence[date]) -> VisitDay | None:
    """Return the day that a visit belongs to: its own, else the latest before it, else the next.

    Args:
        visited: the site's date of the visit.
        in_force: the days that list the parcel in force, in order.
        others: the other days that list it, in order.

    Returns:
        The day; None: none within 30 days of the visit lists the parcel.
    """
    for days in (in_force, others):
        before = [day for day in days if day <= visited <= day + ONE_PARCEL]
        if before:
            return VisitDay(before[-1], is_other=False)
    for days in (in_force, others):
        after = [day for day in days if visited <= day <= visited + ONE_PARCEL]
        if after:
            return VisitDay(after[0], is_other=True)
    return None
