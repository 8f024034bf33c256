"""What the drivers said: which parcels each message names, and each parcel's visits."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tests.truth.clocks import FIRST, REACH, day_of
from tests.truth.events import Site
from tests.truth.listings import Listing, parcels
from tests.truth.messages import Message, ordered, share_a_stamp, together
from tests.truth.spellings import identifier, look, recipient
from tests.truth.statuses import DELIVERED

ParcelId = tuple[str, date]
"""Number, and the first day that ever listed it."""


class Spoken(NamedTuple):
    """A message with the numbers that it names and the parcels that these mean."""

    message: Message
    names: tuple[str, ...]
    means: frozenset[ParcelId]
    may_mean: frozenset[ParcelId]
    """Ambiguous."""

    def speaks_to(self, parcel: ParcelId) -> bool:
        return parcel in self.means


class Home(NamedTuple):
    """The day where a visit is shown, and whether it belongs to it."""

    day: date
    belongs: bool


@dataclass(frozen=True)
class Visit:
    """What the messages of one `visita_id` say of one parcel."""

    id: int
    parcel: ParcelId
    messages: tuple[Message, ...]
    """Those that speak to it, in their order."""
    is_reordered: bool
    is_odd: bool
    others_named: tuple[Message, ...] = ()
    """Later ones that name others and not this parcel."""

    @property
    def leading(self) -> list[Message]:
        return [one for one in self.messages if one.state is not None]

    @property
    def state(self) -> str | None:
        """Delivered or failed; None where no message says one of the two."""
        return self.leading[-1].state if self.leading else None

    @property
    def at(self) -> datetime:
        return (self.leading or self.messages)[-1].at

    @property
    def said_delivered_before(self) -> bool:
        return any(one.state == DELIVERED for one in self.leading[:-1])

    @property
    def newness(self) -> tuple[datetime, datetime, int]:
        """Orders the visits of a row: by T, then by the last arrival, and of two at once by which came later."""
        return self.at, max(one.arrival.received_at for one in self.messages), max(one.nth for one in self.messages)

    @property
    def text(self) -> str:
        return "Entregado" if self.state == DELIVERED else "Excepción"


class Parcels:
    """All parcels that were ever listed, and by which identifiers they are found."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self.by_number = parcels(listings)
        self.listings: dict[ParcelId, list[Listing]] = {}
        self._by_identifier: dict[str, set[ParcelId]] = defaultdict(set)
        self.by_look: dict[str, set[str]] = defaultdict(set)
        for number, several in self.by_number.items():
            self.by_look[look(number)].add(number)
            for same in several:
                parcel = number, same[0].day
                self.listings[parcel] = same
                for one in same:
                    for text in one.last.identifiers:
                        self._by_identifier[identifier(text)].add(parcel)

    def recipient(self, parcel: ParcelId) -> tuple[str, ...] | None:
        """Who receives a parcel says a listing of its last day that stands, the first in its answer, else the last
        gone."""
        newest = max(
            self.listings[parcel],
            key=lambda one: (one.day, one.stands, one.is_listed, one.gone_at or FIRST, -one.position, one.carrier),
        )
        return recipient(newest.last.recipient)

    def meant(self, name: str, on: date) -> tuple[set[ParcelId], set[ParcelId]]:
        """Return the parcels that a number means at a date, and those that it may mean.

        Which visit, 1: a number "that equals a shipment's `numero` means that parcel, and nothing else"; of several
        parcels that had the number, the one in reach.
        """
        if name in self.by_number:
            return self.in_reach([(name, same[0].day) for same in self.by_number[name]], on), set()
        found = self.in_reach(self._by_identifier.get(name, ()), on)
        return (found, set()) if self.is_one_recipient(found) else (set(), found)

    def is_one_recipient(self, found: set[ParcelId]) -> bool:
        """Which visit, 2 and 3: "All parcels found belong to the visit if they have the same recipient"; else it is
        ambiguous. Recipients of whom nothing is known are not the same."""
        recipients = {self.recipient(one) for one in found}
        return len(found) < 2 or (len(recipients) == 1 and None not in recipients)

    def in_reach(self, candidates: Iterable[ParcelId], on: date) -> set[ParcelId]:
        """Of several parcels of one number, the one whose day the date leads to."""
        found: set[ParcelId] = set()
        numbers: dict[str, list[ParcelId]] = defaultdict(list)
        for one in candidates:
            numbers[one[0]].append(one)
        for same in numbers.values():
            listings = [(each, parcel) for parcel in same for each in self.listings[parcel]]
            shown = home([each for each, _ in listings], on)
            found |= {parcel for each, parcel in listings if shown is not None and each.day == shown.day}
        return found


def home(listings: Iterable[Listing], on: date) -> Home | None:
    """Which visit, 5: "Of the days that list the parcel, the visit belongs to the day of its own date, else to the
    latest one of the 30 days before it: sought among those in force, then among the others. Else it is shown on
    the first one of the 30 days after it, in force before others"."""
    listings = [one for one in listings if one.lists]
    in_force = {one.day for one in listings if one.in_force}
    others = {one.day for one in listings} - in_force
    for days in (in_force, others):
        before = latest_before(days, on)
        if before is not None:
            return Home(before, belongs=True)
    for days in (in_force, others):
        after = first_after(days, on)
        if after is not None:
            return Home(after, belongs=False)
    return None


def latest_before(days: Iterable[date], on: date) -> date | None:
    return max((one for one in days if timedelta() <= on - one <= REACH), default=None)


def first_after(days: Iterable[date], on: date) -> date | None:
    return min((one for one in days if timedelta() < one - on <= REACH), default=None)


def own_names(message: Message) -> tuple[str, ...]:
    """Which visit, 1: "`numero_seguimientos` ... a lone text is a list of one". Blanks are no number."""
    return tuple(dict.fromkeys(one for one in map(identifier, message.arrival.numbers or ()) if one))


def named(messages: Sequence[Message]) -> list[tuple[str, ...]]:
    """Which visit, 4: "a message that names none names what the one before it named"; 1: "(else the `tracking_id`)",
    where neither it nor one before it has a number."""
    found: list[tuple[str, ...]] = []
    before: tuple[str, ...] = ()
    for one in messages:
        before = own_names(one) or before
        reference = identifier(one.arrival.tracking_id or "")
        found.append(before or ((reference,) if reference else ()))
    return found


def spoken(site: Site, parcels_: Parcels, messages: Sequence[Message]) -> list[Spoken]:
    """Return messages of one visit with what each one means at its own date."""
    in_order = ordered(messages).messages
    found = []
    for message, names in zip(in_order, named(in_order), strict=True):
        own = next(one for one in messages if one.nth == message.nth)
        meant = [parcels_.meant(name, day_of(site, own.at)) for name in names]
        means = frozenset(one for sure, _ in meant for one in sure)
        may_mean = frozenset(one for _, unsure in meant for one in unsure) - means
        found.append(Spoken(own, names, means, may_mean))
    return found


def visits_of(visit_id: int, groups: Sequence[Sequence[Spoken]]) -> list[Visit]:
    """Return what the messages of one id say of each parcel that they mean."""
    all_spoken = [one for group in groups for one in group]
    found = []
    for parcel in sorted({parcel for one in all_spoken for parcel in one.means}):
        speaking = sorted(
            (one.message for one in all_spoken if one.speaks_to(parcel)),
            key=lambda one: (one.at, one.arrival.received_at, one.nth),
        )
        for part in together(speaking):
            order = ordered(part)
            group = next(one for one in groups if any(each.message.nth == part[-1].nth for each in one))
            is_odd = any(one.state is None or share_a_stamp(one, [each.message for each in all_spoken]) for one in part)
            others = others_named(group, parcel, {one.nth for one in part})
            found.append(Visit(visit_id, parcel, order.messages, order.is_reordered, is_odd, others))
    return found


def others_named(group: Sequence[Spoken], parcel: ParcelId, part: set[int]) -> tuple[Message, ...]:
    """Which visit, 4: "Where a later message names others and not this one"; `part`: which messages are the
    visit's."""
    last = max(nth for nth, one in enumerate(group) if one.message.nth in part)
    found = []
    for one in group[last + 1 :]:
        if one.speaks_to(parcel):
            break
        if one.names and parcel[0] not in one.names and parcel not in one.may_mean:
            found.append(one.message)
    return tuple(found)


def without_last_message(visit: Visit) -> Visit | None:
    """R2: "without its last message"; None: nothing was known of it before."""
    left = visit.messages[:-1]
    is_odd = any(one.state is None for one in left)
    return Visit(visit.id, visit.parcel, left, visit.is_reordered, is_odd) if left else None
