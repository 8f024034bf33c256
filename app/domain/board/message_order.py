"""The intended order of a visit's messages, and their times."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise, permutations
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

    A message whose `previous` is another message's `status` follows that one, whatever the times say. The result is
    the order with the fewest breaks between a status and the `previous` after it; of these, the nearest to the times.

    With more than `_MOST_COMPARED` messages not all orders can be compared: messages are moved one by one, and the
    order is doubtful too if breaks remain that another order may not have.

    Args:
        messages: messages of one visit, by arrival.
        times: the time of each message.
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


def _moved_one_by_one(messages: Sequence[Message], by_time: Sequence[int]) -> list[int]:
    """Return an order with fewer breaks, if moving single messages finds one.

    Each message after a break, in time order, moves behind a message with the status it names, or to the front, if that
    leaves fewer breaks: to the position with the fewest breaks, of these the nearest, of two equally near the earlier.
    Takes quadratic time.
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
    """Return how many breaks are added by inserting a message at each position of an order, the ends included."""
    status, previous = messages[added].status, messages[added].previous
    behind = [previous is not None and previous != messages[place].status for place in order]
    before = [messages[place].previous not in (None, status) for place in order]
    there = [messages[later].previous not in (None, messages[earlier].status) for earlier, later in pairwise(order)]
    return [one + other - gone for one, other, gone in zip((0, *behind), (*before, 0), (0, *there, 0), strict=True)]


def _fewest_breaks(messages: Sequence[Message]) -> int:
    """Return a lower bound of the breaks in any order: messages whose previous status no other message has."""
    count = Counter(one.status for one in messages)
    alone = sum(
        one.previous is not None and count[one.previous] == (one.previous == one.status) for one in messages
    )  # such a message may itself have that status
    return max(alone - 1, 0)  # the first one follows nothing


def _breaks(messages: Sequence[Message], order: Sequence[int]) -> int:
    """Count the messages that do not follow the status they name as previous."""
    return sum(messages[later].previous not in (None, messages[earlier].status) for earlier, later in pairwise(order))


def _inversions(by_time: Sequence[int], order: Sequence[int]) -> int:
    """Count the pairs in the opposite order to that of their times."""
    rank = {place: nth for nth, place in enumerate(by_time)}
    ranks = [rank[place] for place in order]
    return sum(ranks[one] > ranks[other] for one in range(len(ranks)) for other in range(one + 1, len(ranks)))
