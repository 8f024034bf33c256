"""The messages of visits: their times, and the order in which they were spoken."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from tests.truth.clocks import LAST, REACH, is_off, parsed, read_stamp, visit_time
from tests.truth.events import VISIT_EVENT, Arrival, Site
from tests.truth.statuses import DELIVERED, FAILED

STATES = {"completada": DELIVERED, "falso_flete": FAILED}
"""Words, Visit state: "`completada` delivered, `falso_flete` failed. Any other never leads"."""
_MOST_ORDERED = 13  # messages whose orders are all compared; the page has no limit, time has


class Message(NamedTuple):
    """One notification of a visit."""

    arrival: Arrival
    at: datetime
    """T, by stamp or by arrival."""
    nth: int
    """Its place among all that came."""
    is_off: bool
    """Whether its stamp lies more than 60 s from its arrival."""

    @property
    def state(self) -> str | None:
        return STATES.get(self.arrival.status)

    @property
    def stamp(self) -> datetime:
        """As sent, to tell one stamp from another one."""
        return parsed(self.arrival.timestamp)


class Order(NamedTuple):
    """Messages in the order in which they were spoken, and whether that is not the order of their T."""

    messages: tuple[Message, ...]
    is_reordered: bool


def read_messages(site: Site, arrivals: Iterable[Arrival], *, by_arrival: bool) -> dict[int, list[Message]]:
    """Return the messages of each `visita_id`, sorted by T.

    Another event is no status (interface, Receiver). Of copies the first that came counts. "The same id and stamp
    with other content: both kept, arrival orders."
    """
    found: dict[int, list[Message]] = defaultdict(list)
    kept = set()
    for nth, arrival in enumerate(arrivals):
        content = replace(arrival, received_at=LAST, timestamp=parsed(arrival.timestamp).isoformat())
        if content in kept or arrival.event != VISIT_EVENT:
            continue
        kept.add(content)
        stamp = read_stamp(arrival, site.sender_zone)
        at = arrival.received_at if by_arrival else visit_time(stamp, arrival)
        found[arrival.visit_id].append(Message(arrival, at, nth, is_off(stamp, arrival)))
    for messages in found.values():
        messages.sort(key=lambda one: (one.at, one.arrival.received_at, one.nth))
    return found


def together(messages: Sequence[Message]) -> list[list[Message]]:
    """Words, Messages: "more than 30 days apart they are two visits"."""
    found = [list(messages[:1])]
    for one in messages[1:]:
        if is_another_visit(found[-1][-1].at, one.at):
            found.append([])
        found[-1].append(one)
    return found


def is_another_visit(before: datetime, at: datetime) -> bool:
    return at - before > REACH


def share_a_stamp(one: Message, messages: Sequence[Message]) -> bool:
    """Words, Messages: "The same id and stamp with other content: both kept, ... `dato_raro`"."""
    return any(other is not one and other.stamp == one.stamp for other in messages)


def ordered(messages: Sequence[Message]) -> Order:
    """Words, Messages: "ordered by T ...; but one whose `estado_anterior` is another's `estado_nuevo` directly
    follows such a one whatever the stamps say ... (then `reloj`; T never goes back)".

    Takes them sorted by T.
    """
    places = best_order(messages)
    spoken: list[Message] = []
    for place in places:
        one = messages[place]
        spoken.append(one._replace(at=never_back(one.at, spoken)))
    return Order(tuple(spoken), places != sorted(places))


def never_back(at: datetime, before: Sequence[Message]) -> datetime:
    return max([at, *(one.at for one in before[-1:])])


def best_order(messages: Sequence[Message]) -> list[int]:
    """Words, Messages: "the order with the fewest exceptions, then the fewest swaps"; of several, the first by T.

    Every set of messages is extended by each one that is left.
    """
    count = len(messages)
    by_time = list(range(count))
    follows = [exceptions(messages, one) for one in by_time]
    if count > _MOST_ORDERED or not sum(follows[one][before] for before, one in pairwise([-1, *by_time])):
        return by_time
    best: dict[tuple[int, int], tuple[int, int, list[int]]] = {
        (1 << one, one): (follows[one][-1], 0, [one]) for one in by_time
    }
    for _ in range(count - 1):
        longer: dict[tuple[int, int], tuple[int, int, list[int]]] = {}
        for (used, last), (broken, swaps, order) in best.items():
            for one in by_time:
                if used >> one & 1:
                    continue
                candidate = broken + follows[one][last], swaps + (used >> one).bit_count(), [*order, one]
                key = used | 1 << one, one
                longer[key] = min(candidate, longer.get(key, candidate))
        best = longer
    return min(best.values())[2]


def exceptions(messages: Sequence[Message], one: int) -> list[bool]:
    """Return for each message, and last for none, whether one is an exception if it follows it.

    It is if it names another one's status as its status before, and does not directly follow such a one.
    """
    said = [message.arrival.status for message in messages]
    previous = messages[one].arrival.previous
    names_another = previous in said[:one] + said[one + 1 :]
    return [names_another and previous != before for before in [*said, None]]
