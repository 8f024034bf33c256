"""Which event leads from which state of reception to which, and what each state means for those who read it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.reception.gaps import GAP_TEXTS, GapCause
from app.domain.reception.reception_state import TRANSITIONS, ReceptionEvent, ReceptionState

S, E = ReceptionState, ReceptionEvent
FOUND = {
    E.OPENED: S.STARTING,
    E.HEARTBEAT_SAVED: S.LISTENING,
    E.TOKEN_MISSING: S.NO_TOKEN,
    E.CLOSED: S.STOPPED,
    E.PORT_TAKEN: S.TAKEN,
    E.PORT_SHARED: S.ELSEWHERE,
    E.FAILED: S.FAILED,
    E.BLOCKED: S.STALLED,
    E.SAVING_FAILED: S.NOT_SAVING,
}
"""What a look at the server finds, in any state."""
KNOWN = [event for event in E if event not in FOUND]
"""What else is known, which changes a state found by a look."""


@pytest.mark.parametrize("before", S)
@pytest.mark.parametrize("event", FOUND)
def test_what_a_look_finds_counts_whatever_was_before(before: ReceptionState, event: ReceptionEvent) -> None:
    assert before.after(event) is FOUND[event]


@pytest.mark.parametrize(
    ("before", "events", "after"),
    [
        (S.LISTENING, [E.NOTHING_ARRIVED], S.UNPROVEN),
        (S.LISTENING, [E.ADDRESS_FAILED, E.NOTHING_ARRIVED], S.UNREACHABLE),
        (S.LISTENING, [E.TOKENS_REFUSED, E.ADDRESS_FAILED, E.NOTHING_ARRIVED], S.REFUSED),
        (S.ELSEWHERE, [E.TOKENS_REFUSED, E.ADDRESS_FAILED], S.REFUSED),  # the other process saved it
        (S.STARTING, [E.TOKENS_REFUSED], S.REFUSED),  # so did the process before
        (S.STARTING, [E.ADDRESS_FAILED, E.NOTHING_ARRIVED, E.NEVER_WANTED], S.STARTING),
        (S.NO_TOKEN, [E.TOKENS_REFUSED, E.ADDRESS_FAILED, E.NOTHING_ARRIVED], S.NO_TOKEN),
        (S.TAKEN, [E.TOKENS_REFUSED], S.TAKEN),
        (S.NO_TOKEN, [E.NEVER_WANTED], S.NOT_SET_UP),
        (S.STOPPED, [E.NEVER_WANTED], S.NOT_SET_UP),
        (S.TAKEN, [E.NEVER_WANTED], S.NOT_SET_UP),
        (S.FAILED, [E.NEVER_WANTED], S.NOT_SET_UP),
        (S.REFUSED, [E.NEVER_WANTED], S.REFUSED),
        (S.NOT_SET_UP, [E.HEARTBEAT_SAVED], S.LISTENING),
        (S.REFUSED, [E.HEARTBEAT_SAVED], S.LISTENING),
    ],
)
def test_what_else_is_known_changes_it(
    before: ReceptionState, events: list[ReceptionEvent], after: ReceptionState
) -> None:
    assert before.after(*events) is after


@given(st.lists(st.sampled_from(E)), st.sampled_from(list(FOUND)), st.lists(st.sampled_from(KNOWN)), st.randoms())
def test_the_last_look_and_what_is_known_since_decide_in_any_order(
    earlier: list[ReceptionEvent], look: ReceptionEvent, known: list[ReceptionEvent], random: object
) -> None:
    state = S.STARTING.after(*earlier, look, *known)
    shuffled = list(known)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert state is FOUND[look].after(*shuffled)
    assert state.after(*known) is state


@given(st.lists(st.sampled_from(E)))
def test_no_history_makes_a_down_receiver_listen_or_a_listening_one_be_down_without_a_look(
    events: list[ReceptionEvent],
) -> None:
    state = S.STARTING
    for event in events:
        before, state = state, state.after(event)
        if event not in FOUND:
            assert not (before.is_down and state.is_listening)
            assert not (before.is_listening and not state.is_listening)
            assert not (state.is_down and not before.is_down)


@pytest.mark.parametrize(
    ("state", "is_listening", "is_down", "is_fault", "gap"),
    [
        (S.STARTING, False, False, False, None),
        (S.LISTENING, True, False, False, None),
        (S.UNPROVEN, True, False, False, None),
        (S.UNREACHABLE, True, False, True, GapCause.UNREACHABLE),
        (S.REFUSED, True, False, True, GapCause.TOKEN_REFUSED),
        (S.ELSEWHERE, False, False, False, None),
        (S.NOT_SET_UP, False, False, False, None),
        (S.NO_TOKEN, False, True, True, GapCause.NO_TOKEN),
        (S.STOPPED, False, True, False, GapCause.NOT_LISTENING),
        (S.TAKEN, False, True, True, GapCause.NOT_LISTENING),
        (S.STALLED, False, True, True, GapCause.STALLED),
        (S.NOT_SAVING, False, True, True, GapCause.STORE),
        (S.FAILED, False, True, True, GapCause.NOT_LISTENING),
    ],
)
def test_each_state_means_one_thing_for_all_who_read_it(
    state: ReceptionState, *, is_listening: bool, is_down: bool, is_fault: bool, gap: GapCause | None
) -> None:
    assert (state.is_listening, state.is_down, state.is_fault) == (is_listening, is_down, is_fault)
    assert state.meaning.gap is gap
    assert gap is None or gap in GAP_TEXTS


def test_every_state_can_be_reached_and_every_event_leads_somewhere() -> None:
    assert {after for (_, _), after in TRANSITIONS.items()} == set(S)
    assert {event for _, event in TRANSITIONS} == set(E)


def test_what_is_known_decides_in_any_order() -> None:
    for state in FOUND.values():
        assert len({state.after(*known) for known in permutations(KNOWN)}) == 1
