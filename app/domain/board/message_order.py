"""The intended order of a visit's messages, their times, and what they say of one parcel."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from app.domain.board.facts import Message, Visit
from app.domain.board.matching import ONE_PARCEL
from app.domain.board.visit_time import visit_time
from app.domain.contract.statuses import State

_MOST_COMPARED = 10
"""Messages; with more, not all orders are compared: ten take 60 ms at most, and each one more doubles that."""


class Statement(NamedTuple):
    """What one message of a visit says; `at` is UTC.

    Args:
        key: the message's key.
        nth: which visit of this id: messages far apart are of several visits.
        is_here: whether the visit would belong to the row if this were its last message.
    """

    at: datetime
    visit_id: int
    state: State
    key: str
    nth: int = 0
    is_here: bool = True

    @property
    def visit(self) -> tuple[int, int]:
        """Identifies the visit."""
        return self.visit_id, self.nth


class Told(NamedTuple):
    """What a visit says of one parcel.

    Args:
        said: its statements, oldest first, at least one.
        messages: those that speak to the parcel.
        is_doubtful: whether their order is doubtful.
        is_odd: whether one shares its timestamp with another message, or has an unknown status.
        dropped_at: time (UTC) of the newest later message that names only other parcels; None if there is none.
        parcel: one of those that `told` asks for.
    """

    said: list[Statement]
    messages: Sequence[Message]
    is_doubtful: bool = False
    is_odd: bool = False
    dropped_at: datetime | None = None
    parcel: date | None = None

    @property
    def visit_id(self) -> int:
        """The id of the visit."""
        return self.said[0].visit_id

    @property
    def arrived(self) -> tuple[datetime, int]:
        """The last arrival of its messages, and the arrival rank of the last one."""
        return max(one.arrival for one in self.messages), max(one.nth for one in self.messages)

    @property
    def newest(self) -> Statement | None:
        """Its newest statement with a known status."""
        return next((one for one in reversed(self.said) if one.state is not State.OTHER), None)

    @property
    def at(self) -> datetime:
        """The time of the visit: of its newest message with a known status, else of its newest message."""
        return (self.newest or self.said[-1]).at


def ordered_messages(messages: Sequence[Message], times: Sequence[datetime]) -> tuple[list[int], bool]:
    """Return the order of messages as indices, and whether it is doubtful because it differs from their times.

    A message whose `previous` is another message's `status` follows that one, whatever the times say; any other is
    ordered by its time. The result is the order with the fewest breaks: messages that do not come directly behind the
    status they name. Of several orders it is the nearest to the times. Of many messages with breaks not all orders can
    be compared: they stay in the order of their times, which is doubtful.

    Args:
        messages: messages of one visit, by arrival.
        times: the time of each message.
    """
    by_time = sorted(range(len(messages)), key=lambda place: (times[place], place))
    count = Counter(one.status for one in messages)
    wanted = [
        one.previous if one.previous and count[one.previous] > (one.previous == one.status) else None
        for one in (messages[place] for place in by_time)
    ]
    status = [messages[place].status for place in by_time]
    breaks = sum(one is not None and one != before for one, before in zip(wanted, (None, *status), strict=False))
    if breaks <= all(wanted):  # the first message follows nothing
        return by_time, False
    if len(messages) > _MOST_COMPARED:
        return by_time, True
    order = _nearest_order(status, wanted)
    return [by_time[place] for place in order], order != sorted(order)


def _nearest_order(status: Sequence[str], wanted: Sequence[str | None]) -> list[int]:
    """Return the order with the fewest breaks, of several the one with the fewest swaps, then the first.

    Each set of messages, by the one that it ends with, is extended by each of the others.

    Args:
        status: of each message, by time.
        wanted: the status that each one names as its previous one; None if no other message has it.
    """
    count = len(status)
    best = {(1 << one, one): (int(wanted[one] is not None), 0, [one]) for one in range(count)}
    for _ in range(count - 1):
        longer: dict[tuple[int, int], tuple[int, int, list[int]]] = {}
        for (used, last), (breaks, swaps, order) in best.items():
            for one in range(count):
                if used >> one & 1:
                    continue
                is_break = wanted[one] is not None and wanted[one] != status[last]
                candidate = breaks + is_break, swaps + (used >> one).bit_count(), [*order, one]
                key = used | 1 << one, one
                if key not in longer or candidate < longer[key]:
                    longer[key] = candidate
        best = longer
    return min(best.values())[2]


def names_by_message(messages: Sequence[Message], order: Sequence[int]) -> dict[int, Sequence[str]]:
    """Return what each message names: its numbers, else those before it, else its reference, else the one before.

    Args:
        messages: of one id.
        order: indices of those that are of one visit, oldest first; see `together`.
    """
    found: dict[int, Sequence[str]] = {}
    numbers: Sequence[str] = ()
    reference: Sequence[str] = ()
    for place in order:
        message = messages[place]
        numbers = message.numbers or numbers
        reference = (message.reference,) if message.reference else reference
        found[place] = numbers or reference
    return found


def message_times(messages: Sequence[Message]) -> list[datetime]:
    """Return the time of each message (T)."""
    return [visit_time(one.moment, one.arrival) for one in messages]


def told(
    visit: Visit,
    names: Collection[str],
    meant: Callable[[datetime, Collection[str]], Collection[date | None]] = lambda *_: (None,),
) -> list[Told]:
    """Return what the visits of an id say of the parcels with one number: messages far apart are of different visits.

    Args:
        visit: its messages.
        names: by which they name a parcel with that number; empty: each speaks of one.
        meant: returns which of these parcels a message of a time means by these names.
    """
    messages = visit.messages
    times = message_times(messages)
    if len(messages) == 1:
        only, is_odd = messages[0], visit.is_odd or messages[0].state is State.OTHER
        said = [Statement(times[0], visit.id, only.state, only.key)]
        return [Told(said, messages, is_odd=is_odd, parcel=parcel) for parcel in meant(times[0], names)]
    named: dict[int, Sequence[str]] = {}
    groups: list[list[int]] = []
    orders: dict[tuple[int, ...], tuple[list[int], bool]] = {}
    for places in together(range(len(messages)), times):
        orders[tuple(places)] = order, _ = _ordered(visit, times, places)
        groups.append([places[nth] for nth in order])
        named |= names_by_message(messages, groups[-1])

    def meant_by(place: int, at: datetime) -> Collection[date | None]:
        own = set(names).intersection(named[place])
        return meant(at, own) if own or not names else ()

    speaking: dict[date | None, list[int]] = {}
    for place in named:
        for parcel in meant_by(place, times[place]):
            speaking.setdefault(parcel, []).append(place)
    stamps = Counter(_stamp(one) for one in messages)
    found = []
    visits = [(parcel, places) for parcel, spoken in speaking.items() for places in together(spoken, times)]
    for nth, (parcel, places) in enumerate(visits):
        part, own_times = [messages[place] for place in places], [times[place] for place in places]
        order, is_doubtful = orders.get(tuple(places)) or _ordered(visit, times, places)
        said = []
        for place in order:
            at = own_times[place] if not said else max(own_times[place], said[-1].at)  # not before its predecessor
            said.append(Statement(at, visit.id, part[place].state, part[place].key, nth))
        group = next(one for one in groups if places[-1] in one)
        last = max(group.index(place) for place in places if place in group)
        at = times[places[-1]]
        others = [place for place in group[last + 1 :] if named[place] and parcel not in meant_by(place, at)]
        is_odd = visit.is_odd or any(one.state is State.OTHER or stamps[_stamp(one)] > 1 for one in part)
        found.append(Told(said, part, is_doubtful, is_odd, times[others[-1]] if others else None, parcel))
    return found


def _stamp(message: Message) -> Sequence[datetime]:
    """Return what two messages with one stamp share, whichever moments their arrivals make of it."""
    return message.moments or (message.moment,)


def _ordered(visit: Visit, times: Sequence[datetime], places: Sequence[int]) -> tuple[list[int], bool]:
    return ordered_messages([visit.messages[place] for place in places], [times[place] for place in places])


def together(places: Collection[int], times: Sequence[datetime]) -> Iterator[list[int]]:
    """Yield the indices of messages that are not far apart, each group by arrival."""
    group: list[int] = []
    for place in sorted(places, key=lambda place: (times[place], place)):
        if group and times[place] - times[group[-1]] > ONE_PARCEL:
            yield sorted(group)
            group = []
        group.append(place)
    if group:
        yield sorted(group)
