"""When the board applies what has arrived."""

from tests.database import wait_until_derived
from tests.temporary_store import Store


def test_a_burst_is_over_with_the_round_after_it(store: Store) -> None:
    """While visits arrive by the dozen the board leaves the time to them; then it applies the rest without pauses."""
    board = store.writer.board
    board.apply_soon(range(1, 41))
    wait_until_derived(store.writer)
    assert not board._is_burst
