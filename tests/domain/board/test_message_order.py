"""The order of messages: few by comparing all orders, many by their times."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.board.facts import Message
from app.domain.board.message_order import ordered_messages
from app.domain.contract.statuses import visit_state

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
WORDS = {"c": "completada", "f": "falso_flete", "p": "pendiente", "x": "en_camino"}

Messages = Sequence[tuple[str | None, str]]
"""Status before and after of each message, in the order of their times."""


def chain(text: str) -> Messages:
    """Return messages written as `pf fc -c`: previous and new status; `-` for a missing previous status."""
    return [(WORDS.get(one[0]), WORDS[one[1]]) for one in text.split()]


def order(reported: Messages) -> tuple[list[int], bool]:
    times = [NOON + timedelta(minutes=nth) for nth in range(len(reported))]
    made = [
        Message(f"7_{at}", at, at, status, previous, visit_state(status))
        for at, (previous, status) in zip(times, reported, strict=True)
    ]
    return ordered_messages(made, times)


def names_another(reported: Messages, place: int) -> bool:
    return reported[place][0] in {status for nth, (_, status) in enumerate(reported) if nth != place}


def breaks(reported: Messages, places: Sequence[int]) -> int:
    """Count the messages that do not come right behind the status they name, which another message has."""
    said = [None, *(reported[place][1] for place in places)]
    return sum(names_another(reported, place) and reported[place][0] != said[nth] for nth, place in enumerate(places))


def turned(places: Sequence[int]) -> int:
    return sum(one > other for nth, one in enumerate(places) for other in places[nth + 1 :])


_MESSAGES = st.tuples(
    st.sampled_from(["completada", "falso_flete", "pendiente", None]), st.sampled_from("cfx").map(WORDS.get)
)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.lists(_MESSAGES, min_size=1, max_size=6))
def test_few_messages_get_the_order_with_fewest_breaks_nearest_to_their_times(reported: Messages) -> None:
    found, is_doubtful = order(reported)
    best = min((breaks(reported, one), turned(one)) for one in permutations(range(len(reported))))
    assert (breaks(reported, found), turned(found)) == best
    assert is_doubtful == (found != sorted(found))


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.lists(_MESSAGES, min_size=11, max_size=30))
def test_many_messages_stay_in_the_order_of_their_times_which_is_doubtful_if_it_has_avoidable_breaks(
    reported: Messages,
) -> None:
    found, is_doubtful = order(reported)
    assert found == sorted(found)
    fewest = all(names_another(reported, place) for place in range(len(reported)))
    assert is_doubtful == (breaks(reported, found) > fewest)


@pytest.mark.parametrize(
    ("messages", "places"),
    [
        ("cf -c", [1, 0]),  # the first of them does not say what was before it
        ("-c pf", [0, 1]),  # what the second one names was said by none: times alone order them
        ("pc pf", [0, 1]),
        ("pf -c xf", [0, 1, 2]),
        ("cf fc", [0, 1]),  # each follows the other
        ("xf cx -c", [2, 1, 0]),
    ],
)
def test_a_message_follows_the_one_whose_status_it_names_and_times_order_the_others(
    messages: str, places: list[int]
) -> None:
    assert order(chain(messages)) == (places, places != sorted(places))


@pytest.mark.parametrize(
    ("messages", "places", "is_doubtful"),
    [
        ("pf fc cf fc cf fc cf fc", [0, 1, 2, 3, 4, 5, 6, 7], False),
        ("pf fc cf fc cx -x -c", [0, 1, 2, 3, 4, 5, 6], False),
        ("pf fc cf fc cf fc xf cx", [0, 1, 2, 3, 4, 5, 7, 6], True),  # the last two have swapped timestamps
        ("pf fx xx xc xf cx fx", [0, 1, 2, 3, 5, 4, 6], True),  # two in the middle have
        ("fc cf fc cf fc cx pf", [6, 0, 1, 2, 3, 4, 5], True),  # the first has the last timestamp
        ("pf fc cf fc cf fc fc", [0, 1, 2, 3, 4, 5, 6], False),  # a message is lost
        ("pf pf pf pf pf pf pc", [0, 1, 2, 3, 4, 5, 6], False),  # the sender does not know the previous status
    ],
)
def test_many_messages_follow_their_previous_status(messages: str, places: list[int], is_doubtful: bool) -> None:
    assert order(chain(messages)) == (places, is_doubtful)
