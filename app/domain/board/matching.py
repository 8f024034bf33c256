"""Which parcels a visit belongs to, and which of the days that list a parcel it belongs to."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple


class Candidate(NamedTuple):
    """A shipment that carries a number which a visit names.

    Args:
        named: the number that the visit names.
        number: the shipment's own.
        recipient: what tells its recipient from others: the document, else name and address; None: not known.
        order: the greater, the newer the listing: of a parcel's listings the newest says who receives it.
    """

    named: str
    number: str
    recipient: str | None
    order: tuple[str, str]


class Links(NamedTuple):
    """The numbers of the parcels that a visit belongs to, and of those that it may mean."""

    linked: frozenset[str]
    ambiguous: frozenset[str]


def recipient_key(document: str | None, name: str | None, address: str | None) -> str | None:
    """Return what tells a recipient from others; None where nothing is known of them."""
    if document:
        return f"document {document.strip()}"
    if name or address:
        return f"name {(name or '').strip().casefold()} at {(address or '').strip().casefold()}"
    return None


def links_of(candidates: Iterable[Candidate]) -> Links:
    """Return the parcels that a visit belongs to.

    A number that equals a shipment's own means that parcel and nothing else. Another one means all parcels that carry
    it among their further identifiers if these have the same recipient; else it is ambiguous.
    """
    of_named: dict[str, list[Candidate]] = {}
    for one in candidates:
        of_named.setdefault(one.named, []).append(one)
    linked: set[str] = set()
    ambiguous: set[str] = set()
    for named, found in of_named.items():
        if any(one.number == named for one in found):
            linked.add(named)
            continue
        newest: dict[str, Candidate] = {}
        for one in found:
            if one.number not in newest or newest[one.number].order < one.order:
                newest[one.number] = one
        recipients = {one.recipient for one in newest.values()}
        is_one = len(newest) == 1 or (len(recipients) == 1 and None not in recipients)
        (linked if is_one else ambiguous).update(newest)
    return Links(frozenset(linked), frozenset(ambiguous - linked))


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
