"""What a case says once desks that did not know of each other wrote about it."""

import pytest

from app.domain.handover.saved_follow_up import Case, SavedFollowUp, merged, says_more

State = dict[str, str | int]
ACK: State = {"acknowledged_at": "t1", "acknowledged_by": "ana", "failures": "\n7_a\n"}
ACK_OF_SOUTH: State = {"acknowledged_at": "t2", "acknowledged_by": "eva", "failures": "\n8_b\nelsewhere\n"}
BOTH: State = {"acknowledged_at": "t2", "acknowledged_by": "eva", "failures": "\n7_a\n8_b\nelsewhere\n"}
AT_SIX: State = {"remind_at": "t6", "next_step": "call"}
Written = tuple[str, State, str]


def entries(*written: Written) -> list[SavedFollowUp]:
    case = Case("ANDINA-BOG", "2026-11-20", "a", None)
    return [
        SavedFollowUp(case, "", "", None, "", origin, place, 1, state, tuple(sets.split()))
        for place, (origin, state, sets) in enumerate(written)
    ]


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ([("n", AT_SIX, "remind_at next_step"), ("s", {"note": "x"}, "note")], AT_SIX | {"note": "x"}),
        ([("n", ACK, "acknowledged_at remind_at"), ("s", {"note": "x"}, "note")], ACK | {"note": "x"}),
        # South knew of the note and did not write it again, so that what North made of it counts
        ([("n", {"note": "x"}, "note"), ("n", {"note": "y"}, "note"), ("s", {"note": "x"} | ACK, "acknowledged_at")],
         {"note": "y"} | ACK),
        # of the same field the last one, also where it was emptied
        ([("n", {"note": "x"}, "note"), ("s", {"note": "y"}, "note"), ("n", {}, "note")], {}),
        # what neither set was written about the visit while it had no shipment
        ([("n", {"note": "v", "failure": "zone"}, "failure"), ("s", {"called_at": "t"}, "called_at")],
         {"note": "v", "failure": "zone", "called_at": "t"}),
        ([("s", ACK, "acknowledged_at remind_at"), ("n", AT_SIX, "remind_at next_step")], AT_SIX),
        ([("s", ACK, "acknowledged_at remind_at"), ("n", ACK | AT_SIX, "remind_at next_step")], ACK | AT_SIX),
        ([("n", AT_SIX, "remind_at next_step"), ("s", ACK, "acknowledged_at remind_at")], ACK | {"next_step": "call"}),
        ([("n", ACK, "acknowledged_at"), ("s", ACK_OF_SOUTH, "acknowledged_at")], BOTH),
        ([("n", ACK, "acknowledged_at"), ("n", {}, "acknowledged_at"), ("s", ACK_OF_SOUTH, "acknowledged_at")],
         ACK_OF_SOUTH),
        ([("n", {"locker": 4}, "locker"), ("s", {"note": "x"}, "note")], {"locker": 4, "note": "x"}),
    ],
)  # fmt: skip
def test_of_each_field_the_last_word_counts(written: list[Written], state: State) -> None:
    assert merged(entries(*written)) == state


def test_what_was_merged_is_merged_once() -> None:
    written: list[Written] = [("n", AT_SIX, "remind_at next_step"), ("s", {"note": "x"}, "note")]
    state = merged(entries(*written))
    assert says_more(state, written[-1][1])
    again = merged(entries(*written, ("n", state, "")))
    assert again == state
    assert not says_more(again, state)


def test_an_acknowledgement_of_one_more_failure_is_something_new() -> None:
    assert says_more(BOTH, ACK_OF_SOUTH)
    assert not says_more(ACK_OF_SOUTH, BOTH)
