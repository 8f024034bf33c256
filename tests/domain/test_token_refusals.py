"""Three wrong tokens within ten minutes, without a right one in between, mean that all notifications are refused."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.reception.refusals import WrongTokens

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
RIGHT = "right"


def after(*requests: float | str) -> WrongTokens:
    """Return the state after wrong tokens at these minutes, and right ones."""
    wrong = WrongTokens()
    for one in requests:
        wrong = WrongTokens() if isinstance(one, str) else wrong.and_at(NOON + timedelta(minutes=one))
    return wrong


@pytest.mark.parametrize(
    ("requests", "since"),
    [
        ([], None),
        ([0], None),
        ([0, 1], None),
        ([0, 1, 2], 0),
        ([0, 0, 0], 0),
        ([0, 5, 10], 0),
        ([0, 5, 10.01], None),
        ([0, 5, 10.01, 11], 5),
        ([0, 11, 22, 33, 44], None),
        ([0, 1, 2, 3, 500], 0),
        ([0, 1, 2, 500, 501, 502], 0),
        ([0, 1, RIGHT, 2], None),
        ([0, 1, RIGHT, 2, 3, 4], 2),
        ([0, 1, 2, RIGHT], None),
        ([0, 1, 2, RIGHT, 3], None),
        ([0, 1, 2, RIGHT, 3, 4, 5], 3),
        ([3, 2, 1], 1),  # the clock was set back: the gap must hold all of them
        ([10, 11, 12, 1, 2], 1),
    ],
)
def test_three_wrong_tokens_within_ten_minutes_are_a_refusal_until_a_right_one_comes(
    requests: list[float | str], since: float | None
) -> None:
    expected = None if since is None else NOON + timedelta(minutes=since)
    assert after(*requests).refused_since == expected


def test_a_state_is_true_only_if_a_right_token_would_reset_it() -> None:
    assert not after()
    assert after(0)
    assert after(0, 1, 2)
