"""Which parcels a visit belongs to, and to which of the days that list a parcel."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple


class Links(NamedTuple):
    """Parcels of a visit, certain and ambiguous: the names that the visit uses for each, by the parcel's number."""

    linked: dict[str, set[str]]
    ambiguous: dict[str, set[str]]


def recipient_key(document: str | None, name: str | None, address: str | None) -> str | None:
    """Return a key that identifies a recipient; None if nothing is known."""
    if document:
        return f"document {document.strip()}"
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
    return Links(linked, {number: names for number, names in ambiguous.items() if number not in linked})


class VisitDay(NamedTuple):
    """The day that a visit belongs to; `is_other`: the visit is from before that day, and decides nothing there."""

    day: date
    is_other: bool


def day_of_visit(visited: date, days: Sequence[date]) -> VisitDay:
    """Return the day that a visit belongs to: its own, else the latest before it, else the next.

    Args:
        visited: the site's date of the visit.
        days: the days that list the parcel, in order, at least one.
    """
    before = [day for day in days if day <= visited]
    return VisitDay(before[-1], is_other=False) if before else VisitDay(days[0], is_other=True)
