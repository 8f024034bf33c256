"""What the drivers said: notifications as messages of visits, their times and order, and the parcels they mean."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tests.truth.events import VISIT_EVENT, Arrival
from tests.truth.listings import DELIVERED, FAILED, Listing

STATES = {"completada": DELIVERED, "falso_flete": FAILED}
_FIRST, _LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
_MOST_ORDERED = 6  # messages of one visit whose orders are all compared; more are moved one after the other


class Message(NamedTuple):
    """One notification of a visit: its time T, and its stamp read as a time, which may be later than its arrival."""

    arrival: Arrival
    at: datetime
    stamp: datetime
    nth: int
    """Its place among all that came, whatever the site's clock said."""


@dataclass(frozen=True)
class Visit:
    """The messages of one `visita_id` in their order, and the parcels that they mean."""

    id: int
    messages: tuple[Message, ...]
    is_reordered: bool
    """Whether a message follows another one in spite of its stamp, or of many messages one follows none that fits."""
    is_odd: bool
    linked: frozenset[str] = frozenset()
    """Numbers of the parcels that it belongs to."""
    ambiguous: frozenset[str] = frozenset()

    @property
    def _known(self) -> list[Message]:
        return [one for one in self.messages if one.arrival.status in STATES]

    @property
    def state(self) -> str | None:
        """Delivered or failed; None where no message says one of the two."""
        return STATES[self._known[-1].arrival.status] if self._known else None

    @property
    def at(self) -> datetime:
        return (self._known or self.messages)[-1].at

    @property
    def said_delivered_before(self) -> bool:
        return any(STATES[one.arrival.status] == DELIVERED for one in self._known[:-1])

    @property
    def newness(self) -> tuple[datetime, datetime, int]:
        """Orders the visits of a row: by T, then by the last arrival, and of two at once by which came later."""
        return self.at, max(one.arrival.received_at for one in self.messages), max(one.nth for one in self.messages)

    @property
    def text(self) -> str:
        return "Entregado" if self.state == DELIVERED else "Excepción"


def read_stamp(arrival: Arrival, sender_zone: ZoneInfo) -> datetime:
    """Read the stamp of a message in the sender's zone, as UTC.

    A time that a clock change repeats is the reading nearest to the arrival (the earlier one of two as near); one that
    it skips moves forward by the gap, as the offset before the change does.
    """
    local = datetime.fromisoformat(arrival.timestamp).replace(tzinfo=sender_zone)
    readings = []
    for fold in (0, 1):
        offset = local.replace(fold=fold).utcoffset() or timedelta()
        try:
            readings.append(local.replace(tzinfo=UTC) - offset)
        except OverflowError:
            readings.append(_FIRST if local.year == 1 else _LAST)
    first, second = readings
    if second < first:  # skipped, not repeated
        return first
    return min(first, second, key=lambda one: abs(one - arrival.received_at))


def read_visits(
    arrivals: Iterable[Arrival],
    sender_zone: ZoneInfo,
    *,
    by_arrival: bool,
    behind: tuple[datetime, datetime] | None = None,
) -> list[Visit]:
    """Return the visits that notifications tell of, with T by stamp or by arrival; links are not looked up yet.

    With `behind`, what the site's clock would have shown and what it showed when it was set back, T is by stamp as if
    that clock were behind ever since.
    """
    messages: dict[int, list[Message]] = defaultdict(list)
    kept = set()
    firsts = []
    for arrival in arrivals:
        content = replace(arrival, received_at=_LAST, timestamp=_padded(arrival.timestamp))
        if content not in kept:  # of copies the first counts, also where the clock was set back before the second came
            kept.add(content)
            firsts.append(arrival)
    for nth, arrival in sorted(enumerate(firsts), key=lambda one: one[1].received_at):
        if arrival.event == VISIT_EVENT:
            stamp = read_stamp(arrival, sender_zone)
            if behind is not None:
                stamp = _by_clock_behind(stamp, arrival.received_at, *behind)
            at = arrival.received_at if by_arrival else min(stamp, arrival.received_at)
            messages[arrival.visit_id].append(Message(arrival, at, stamp, nth))
    return [_visit(number, of_visit) for number, of_visit in messages.items()]


def _by_clock_behind(stamp: datetime, received: datetime, before: datetime, after: datetime) -> datetime:
    """Return what the site's clock would have shown at a stamp that it contradicts, within a week of being set back."""
    is_concerned = abs(received - stamp) > timedelta(seconds=60) and timedelta() <= received - after <= timedelta(7)
    if not is_concerned:
        return stamp
    return _FIRST if stamp - _FIRST < before - after else stamp - (before - after)


def risen(visits: Iterable[Visit]) -> list[Visit]:
    """Return visits by arrival, as if the site's clock had stood still whenever it was set back."""
    visits = list(visits)
    highest, times = _FIRST, {}
    for one in sorted((message for visit in visits for message in visit.messages), key=lambda message: message.nth):
        highest = times[one.nth] = max(highest, one.arrival.received_at)
    return [
        _visit(
            visit.id,
            [
                one._replace(at=times[one.nth], arrival=replace(one.arrival, received_at=times[one.nth]))
                for one in sorted(visit.messages, key=lambda message: message.nth)
            ],
        )
        for visit in visits
    ]


def _padded(timestamp: str) -> str:
    return datetime.fromisoformat(timestamp).isoformat(timespec="microseconds")


def _visit(number: int, messages: list[Message]) -> Visit:
    messages = sorted(messages, key=lambda one: one.at)  # where they are equal, arrivals order
    order = _order(messages)
    ordered: list[Message] = []
    for place in order:
        at = max([messages[place].at, *(one.at for one in ordered[-1:])])  # never before that of the one it follows
        ordered.append(messages[place]._replace(at=at))
    stamps = {_padded(one.arrival.timestamp) for one in messages}
    is_odd = len(stamps) < len(messages) or any(one.arrival.status not in STATES for one in messages)
    is_reordered = order != sorted(order) or (
        len(messages) > _MOST_ORDERED and _broken(messages, order) > _unavoidable(messages)
    )
    return Visit(number, tuple(ordered), is_reordered, is_odd)


def _unavoidable(messages: Sequence[Message]) -> int:
    """Return 1 if each message names the status of another one: whichever is first follows none."""
    return int(all(_is_linked(messages, one) for one in range(len(messages))))


def _is_linked(messages: Sequence[Message], one: int) -> bool:
    """Whether a message names the status of another one as previous, which it then follows."""
    others = [other.arrival.status for place, other in enumerate(messages) if place != one]
    return messages[one].arrival.previous in others


def _order(messages: Sequence[Message]) -> list[int]:
    """Return the places of messages, sorted by T, in their order: fewest broken links, then fewest inversions.

    Of several such orders, the first by place. Every set of messages is extended by each one that is left.
    """
    count = len(messages)
    by_time = list(range(count))
    if _broken(messages, by_time) == 0:
        return by_time
    if count > _MOST_ORDERED:
        return _moved(messages)
    best: dict[tuple[frozenset[int], int], tuple[int, int, list[int]]] = {
        (frozenset({one}), one): (_broken(messages, [one]), 0, [one]) for one in by_time
    }
    for _ in range(count - 1):
        longer: dict[tuple[frozenset[int], int], tuple[int, int, list[int]]] = {}
        for (used, last), (broken, inversions, order) in best.items():
            for one in set(by_time) - used:
                candidate = (
                    broken + _broken(messages, [one], last),
                    inversions + sum(other > one for other in used),
                    [*order, one],
                )
                key = used | {one}, one
                longer[key] = min(candidate, longer.get(key, candidate))
        best = longer
    return min(best.values())[2]


def _moved(messages: Sequence[Message]) -> list[int]:
    """Return the places of many messages: first each behind one that it should not follow is moved, by T, then each.

    It goes behind one whose status it names, or anywhere if it names that of none, where the fewest links are broken,
    if that is fewer than before; of such places to the nearest.
    """
    order = list(range(len(messages)))
    for is_any in (False, True):
        for one in range(len(messages)):
            at = order.index(one)
            if not is_any and not (at and _broken(messages, [one], order[at - 1])):
                continue
            others = [other for other in order if other != one]
            moved = [
                [*others[:place], one, *others[place:]]
                for place in range(len(messages))
                if not _broken(messages, [one], others[place - 1] if place else None)
            ]
            if not moved:
                continue
            best = min(
                moved, key=lambda tried: (_broken(messages, tried), abs(tried.index(one) - at), tried.index(one))
            )
            if _broken(messages, best) < _broken(messages, order):
                order = best
    return order


def _broken(messages: Sequence[Message], order: Sequence[int], before: int | None = None) -> int:
    """Count the messages of an order that name another one's status as previous, and do not come right behind it."""
    count = 0
    for one in order:
        said = None if before is None else messages[before].arrival.status
        count += _is_linked(messages, one) and messages[one].arrival.previous != said
        before = one
    return count


class Parcels:
    """All parcels that were ever listed: on which days, and by which identifiers they are found."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self._days: dict[str, set[date]] = defaultdict(set)
        self._by_identifier: dict[str, set[str]] = defaultdict(set)
        self._recipient: dict[str, object] = {}
        newest: dict[str, tuple[date, bool, datetime, int, str]] = {}
        listings = list(listings)
        self._last: dict[str, date] = {}
        for one in listings:
            if one.stands:
                self._last[one.number] = max(one.day, self._last.get(one.number, one.day))
        for one in listings:
            self._days[one.number].add(one.day)
            for identifier in one.identifiers:
                self._by_identifier[identifier.strip()].add(one.number)
            age = one.day, one.stands, one.gone_at or one.loads[0], -one.place, one.carrier
            if one.number not in newest or age > newest[one.number]:
                newest[one.number] = age
                document, *name_and_address = one.recipient
                self._recipient[one.number] = document or tuple(name_and_address)

    def lists(self, number: str, day: date) -> bool:
        return day in self._days[number]

    def home(self, number: str, day: date) -> tuple[date, bool]:
        """Return the day of a parcel that a visit of a day belongs to, and whether it is only the day after it."""
        listing = [one for one in self._days[number] if one <= self._last.get(number, one)]  # not gone for good
        earlier = [one for one in listing if one <= day]
        return (max(earlier), False) if earlier else (min(listing), True)

    def link(self, visit: Visit) -> Visit:
        """Look up the parcels that a visit means."""
        linked: set[str] = set()
        ambiguous: set[str] = set()
        for number in _named(visit):
            if number in self._days:
                linked.add(number)
                continue
            found = self._by_identifier.get(number, set())
            recipients = {self._recipient[one] for one in found}
            is_one = len(recipients) == 1 and (len(found) == 1 or recipients != {(None, None)})
            (linked if is_one else ambiguous).update(found)
        return replace(visit, linked=frozenset(linked), ambiguous=frozenset(ambiguous - linked))

    def without_last_message(self, visit: Visit) -> Visit | None:
        """Return what was known of a visit before its last message; None if nothing was."""
        left = visit.messages[:-1]
        return self.link(replace(visit, messages=left)) if left else None


def _named(visit: Visit) -> set[str]:
    """Return the numbers that a visit names: those of its last message that has any, else its tracking id."""
    lists = [{one.strip() for one in message.arrival.numbers or ()} - {""} for message in visit.messages]
    references = [{(message.arrival.tracking_id or "").strip()} - {""} for message in visit.messages]
    named = [one for one in lists if one] or [one for one in references if one]
    return named[-1] if named else set()
