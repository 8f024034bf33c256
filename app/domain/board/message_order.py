"""In which order the messages of one visit were meant, and at what times."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise, permutations
from typing import NamedTuple

from app.domain.board.facts import Message, Visit
from app.domain.board.visit_time import visit_time
from app.domain.contract.statuses import State

_MOST_COMPARED = 6  # messages: of a visit with more, not all orders are compared


class Statement(NamedTuple):
    """What a visit said at a time, UTC.

    Args:
        key: of the message.
        numbers: that the visit named by then, or its reference where it named none.
        is_here: whether the visit would belong to the row if this were its last message.
    """

    at: datetime
    visit_id: int
    state: State
    key: str
    numbers: Sequence[str] = ()
    is_here: bool = True


def ordered_messages(messages: Sequence[Message], times: Sequence[datetime]) -> tuple[list[int], bool]:
    """Return the places of messages in their order, and whether it is doubtful: another one than that of their times.

    A message whose `previous` is another's `status` follows that one, whatever the times say: of all orders it is the
    one with the fewest breaks between a status and the `previous` behind it, and of these the nearest to the times.

    Of more than a few messages not all orders can be compared: they are moved one by one, and the order is doubtful
    too where breaks are left that another order may not have.

    Args:
        messages: of one visit, by arrival.
        times: of each of them.
    """
    by_time = sorted(range(len(messages)), key=lambda place: (times[place], place))
    fewest = _fewest_breaks(messages)
    if _breaks(messages, by_time) <= fewest:
        return by_time, False
    if len(messages) > _MOST_COMPARED:
        order = _moved_one_by_one(messages, by_time)
        return order, order != by_time or _breaks(messages, order) > fewest
    best = min(permutations(by_time), key=lambda order: (_breaks(messages, order), _inversions(by_time, order)))
    return list(best), list(best) != by_time


def statements(visit: Visit, *, by_arrival: bool) -> tuple[list[Statement], bool]:
    """Return what a visit said, oldest first, and whether the order of its messages is doubtful.

    Args:
        visit: with its messages.
        by_arrival: whether messages count by their arrival, not by their stamp.
    """
    messages = visit.messages
    times = [one.arrival if by_arrival else visit_time(one.moment, one.arrival) for one in messages]
    if len(messages) == 1:
        only = messages[0]
        return [Statement(times[0], visit.id, only.state, only.key)], False
    order, is_doubtful = ordered_messages(messages, times)
    said: list[Statement] = []
    numbers: Sequence[str] = ()
    for place in order:
        message = messages[place]
        at = times[place] if not said else max(times[place], said[-1].at)  # never before the one that it follows
        numbers = message.numbers or numbers
        named = numbers or ((message.reference,) if message.reference else said[-1].numbers if said else ())
        said.append(Statement(at, visit.id, message.state, message.key, named))
    return said, is_doubtful


def _moved_one_by_one(messages: Sequence[Message], by_time: Sequence[int]) -> list[int]:
    """Return an order with fewer breaks, if there is one that moving single messages finds.

    Each message behind a break, in the order of the times, goes behind one that has the status it names, or to the
    front, if fewer breaks are left then: where they are fewest, to the nearest such place, the earlier one of two as
    near. That takes at most the square of their count.
    """
    order = list(by_time)
    for moved in by_time:
        at = order.index(moved)
        if not _breaks(messages, order[max(at - 1, 0) : at + 1]):
            continue
        rest = [*order[:at], *order[at + 1 :]]
        added = _added_breaks(messages, rest, moved)
        gaps = [gap for gap, breaks in enumerate(added) if breaks < added[at]]
        fitting = [gap for gap in gaps if not _breaks(messages, [*rest[max(gap - 1, 0) : gap], moved])]
        if fitting:
            rest.insert(min(fitting, key=lambda gap: (added[gap], abs(gap - at), gap)), moved)
            order = rest
    return order


def _added_breaks(messages: Sequence[Message], order: Sequence[int], added: int) -> list[int]:
    """Return how many breaks more there are if a message is put into each gap of an order, the ends included."""
    status, previous = messages[added].status, messages[added].previous
    behind = [previous is not None and previous != messages[place].status for place in order]
    before = [messages[place].previous not in (None, status) for place in order]
    there = [messages[later].previous not in (None, messages[earlier].status) for earlier, later in pairwise(order)]
    return [one + other - gone for one, other, gone in zip((0, *behind), (*before, 0), (0, *there, 0), strict=True)]


def _fewest_breaks(messages: Sequence[Message]) -> int:
    """Return how many breaks there are in any order: of messages that name a status which no other one has."""
    count = Counter(one.status for one in messages)
    alone = sum(
        one.previous is not None and count[one.previous] == (one.previous == one.status) for one in messages
    )  # counted by themselves only
    return max(alone - 1, 0)  # the first one follows nothing


def _breaks(messages: Sequence[Message], order: Sequence[int]) -> int:
    """Count the messages that do not follow the status that they say was before."""
    return sum(messages[later].previous not in (None, messages[earlier].status) for earlier, later in pairwise(order))


def _inversions(by_time: Sequence[int], order: Sequence[int]) -> int:
    """Count the pairs that stand in the other order than by time."""
    rank = {place: nth for nth, place in enumerate(by_time)}
    ranks = [rank[place] for place in order]
    return sum(ranks[one] > ranks[other] for one in range(len(ranks)) for other in range(one + 1, len(ranks)))
