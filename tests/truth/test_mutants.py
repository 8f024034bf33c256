"""The power of the random histories: they tell every broken oracle from the right one."""

from hypothesis import HealthCheck, given, settings

from tests.faults.figures import Length, results_folder
from tests.truth.histories import History, histories
from tests.truth.mutants import MUTANTS, Mutant, survivors

_LENGTH = Length.SHORT if results_folder() is None else Length.FULL
_MOST_LEFT = _LENGTH.of(len(MUTANTS) // 2, 0)  # of a minute; the long run leaves none


def test_random_histories_tell_every_mutant_from_the_oracle() -> None:
    left: list[Mutant] = list(MUTANTS)

    @settings(
        max_examples=_LENGTH.of(60, 20_000),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(histories())
    def play(history: History) -> None:
        if left:
            left[:] = survivors(history.site, history.events, left)

    play()
    assert len(left) <= _MOST_LEFT, [one.name for one in left]


def test_no_two_mutants_have_one_name() -> None:
    assert len({one.name for one in MUTANTS}) == len(MUTANTS)
