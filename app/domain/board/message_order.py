"""The intended order of a visit's messages, and their times."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import permutations, product
from typing import NamedTuple

from app.domain.board.facts import Message, Visit
from app.domain.board.visit_time import visit_time
from app.domain.contract.statuses import State

_MOST_COMPARED = 6  # messages; with more, not all orders are compared


class Statement(NamedTuple):
    """What one message of a visit says; `at` is UTC.

    Args:
        key: the message's key.
        numbers: the numbers that the visit had named by then, or its reference if it had named none.
        is_here: whether the visit would belong to the row if this were its last message.
    """

    at: datetime
    visit_id: int
    state: State
    key: str
    numbers: Sequence[str] = ()
    is_here: bool = True


def ordered_messages(messages: Sequence[Message], times: Sequence[datetime]) -> tuple[list[int], bool]:
    """Return the order of messages as indices, and whether it is doubtful because it differs from their times.

    A message whose `previous` is another message's `status` follows that one, whatever the times say; any other is
    ordered by its time. The result is the order with the fewest breaks: messages that do not come directly behind the
    status they name. Of several orders it is the nearest to the times.

    With more than `_MOST_COMPARED` messages not all orders can be compared: messages are moved one by one, and the
    order is doubtful too if breaks remain that another order may not have.

    Args:
        messages: messages of one visit, by arrival.
        times: the time of each message.
    """
    by_time = sorted(range(len(messages)), key=lambda place: (times[place], place))
    links = _Chain(messages)
    if links.breaks(by_time) <= links.fewest:
        return by_time, False
    if len(messages) > _MOST_COMPARED:
        order = links.moved_one_by_one(by_time)
        return order, order != by_time or links.breaks(order) > links.fewest
    best = min(permutations(by_time), key=lambda order: (links.breaks(order), _inversions(by_time, order)))
    return list(best), list(best) != by_time


def statements(visit: Visit, *, by_arrival: bool) -> tuple[list[Statement], bool]:
    """Return a visit's statements, oldest first, and whether the order of its messages is doubtful.

    Args:
        visit: the visit with its messages.
        by_arrival: whether to order by arrival instead of timestamp.
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
        at = times[place] if not said else max(times[place], said[-1].at)  # not before its predecessor
        numbers = message.numbers or numbers
        named = numbers or ((message.reference,) if message.reference else said[-1].numbers if said else ())
        said.append(Statement(at, visit.id, message.state, message.key, named))
    return said, is_doubtful


class _Chain:
    """The messages of a visit, each with the status that it names as previous if another message has that.

    Attributes:
        fewest: a lower bound of the breaks in any order: the first message follows nothing.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        count = Counter(one.status for one in messages)
        self._status = [one.status for one in messages]
        self._wanted = [
            one.previous if one.previous and count[one.previous] > (one.previous == one.status) else None
            for one in messages
        ]
        self.fewest = int(all(self._wanted))

    def breaks(self, order: Sequence[int]) -> int:
        """Count the breaks of an order."""
        return sum(self._is_break(before, place) for before, place in zip((None, *order), order, strict=False))

    def moved_one_by_one(self, by_time: Sequence[int]) -> list[int]:
        """Return an order with fewer breaks, if moving single messages finds one; takes quadratic time.

        Each message behind one that it should not follow, in time order, then each message, moves to where it follows
        what it names, if that leaves fewer breaks: to the position with the fewest breaks, of these the nearest, of two
        equally near the earlier.
        """
        order = list(by_time)
        for is_any, moved in product((False, True), by_time):
            at = order.index(moved)
            if not (is_any or (at and self._is_break(order[at - 1], moved))):
                continue
            rest = [*order[:at], *order[at + 1 :]]
            added = self._added_breaks(rest, moved)
            fitting = [
                gap
                for gap, breaks in enumerate(added)
                if breaks < added[at] and not self._is_break(rest[gap - 1] if gap else None, moved)
            ]
            if fitting:
                rest.insert(min(fitting, key=lambda gap: (added[gap], abs(gap - at), gap)), moved)
                order = rest
        return order

    def _added_breaks(self, order: Sequence[int], added: int) -> list[int]:
        """Return how many breaks are added by inserting a message at each position of an order, the ends included."""
        there = [self._is_break(before, place) for before, place in zip((None, *order), order, strict=False)]
        own = [self._is_break(before, added) for before in (None, *order)]
        behind = [self._is_break(added, place) for place in order]
        return [one + other - gone for one, other, gone in zip(own, (*behind, 0), (*there, 0), strict=True)]

    def _is_break(self, before: int | None, place: int) -> bool:
        """Whether a message does not come directly behind the status it names; `before` is None for the first one."""
        wanted = self._wanted[place]
        return wanted is not None and (before is None or self._status[before] != wanted)


def _inversions(by_time: Sequence[int], order: Sequence[int]) -> int:
    """Count the pairs in the opposite order to that of their times."""
    rank = {place: nth for nth, place in enumerate(by_time)}
    ranks = [rank[place] for place in order]
    return sum(ranks[one] > ranks[other] for one in range(len(ranks)) for other in range(one + 1, len(ranks)))
