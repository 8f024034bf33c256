"""Which parcels a visit belongs to, and which of the days that list a parcel it belongs to."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple


class Links(NamedTuple):
    """The parcels that a visit belongs to, and those that it may mean: what it names them by, by their own numbers."""

    linked: dict[str, set[str]]
    ambiguous: dict[str, set[str]]


def recipient_key(document: str | None, name: str | None, address: str | None) -> str | None:
    """Return what identifies a recipient; None where nothing is known of them."""
    if document:
        return f"document {document.strip()}"
    if name or address:
        return f"name {(name or '').strip().casefold()} at {(address or '').strip().casefold()}"
    return None


def links_of(found: Mapping[str, Iterable[str]], recipients: Mapping[str, str | None]) -> Links:
    """Return the parcels that a visit belongs to.

    A number that equals a shipment's own means that parcel and nothing else. Another one means all parcels that carry
    it among their further identifiers if these have the same recipient; else it is ambiguous.

    Args:
        found: the numbers of the parcels that carry what the visit names, by what it names.
        recipients: what identifies the recipients of parcels that carry a name as a further identifier, by number;
            None where nothing is known.
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
    """The day that a visit belongs to; `is_other` where the visit is of a day before it, and says nothing of it."""

    day: date
    is_other: bool


def day_of_visit(visited: date, days: Sequence[date]) -> VisitDay:
    """Return the day that a visit belongs to: its own, else the latest one before it, else the next one.

    Args:
        visited: the site's date of the visit.
        days: that list the parcel, in order, at least one.
    """
    before = [day for day in days if day <= visited]
    return VisitDay(before[-1], is_other=False) if before else VisitDay(days[0], is_other=True)
