"""Another desk's acknowledgement covers a failure of this desk only where it is the same one for sure."""

import pytest

from app.domain.board.acknowledged_elsewhere import is_covered

AT = "2026-11-20T12:40:00.000000Z"
VISIT, OTHER_VISIT = "7_2026-11-20T07:20:00", "8_2026-11-20T07:36:00"


def seen(minute: int) -> str:
    return f"carrier@2026-11-20T12:{minute}:00+00:00"


def at(minute: int) -> str:
    return f"2026-11-20T12:{minute}:00.000000Z"


@pytest.mark.parametrize(
    ("acknowledged", "failure", "failed_after", "is_same"),
    [
        ((VISIT,), VISIT, at(20), True),
        ((VISIT, seen(30)), OTHER_VISIT, at(36), False),  # both desks name the visit
        ((seen(30),), VISIT, at(20), True),  # they heard of it by a load
        ((seen(30),), OTHER_VISIT, at(36), False),  # the visit came after what they saw
        ((VISIT,), seen(45), at(35), True),  # our carrier lagged behind the visit
        ((VISIT,), seen(50), at(45), False),  # it was open after they acknowledged
        ((VISIT,), seen(35), None, True),  # our first load, before they acknowledged
        ((VISIT,), seen(50), None, False),  # our first load, after it: it may have failed again
        ((seen(30),), seen(35), None, True),
        ((seen(30),), seen(45), at(25), True),
        ((seen(30),), seen(38), at(35), False),  # we saw it open after they saw it fail
        ((seen(20), seen(30)), seen(38), at(25), True),  # two copies of the number
        ((), seen(35), at(30), False),  # they acknowledged before they saw a failure
        (("carrier@damaged",), seen(35), at(30), False),
    ],
)
def test_an_acknowledgement_covers_what_is_the_same_failure_for_sure(
    acknowledged: tuple[str, ...], failure: str, failed_after: str | None, *, is_same: bool
) -> None:
    names = "\n".join(("", *acknowledged, "elsewhere", ""))
    assert is_covered(names, AT, failure, failed_after) is is_same
