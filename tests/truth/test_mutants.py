"""The power of the histories: the examples and the random ones tell every broken oracle from the right one."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings

from tests.faults.figures import results_folder
from tests.truth.examples import EXAMPLES
from tests.truth.histories import History, histories
from tests.truth.mutants import MUTANTS, Mutant, survivors


def test_the_examples_tell_every_mutant_from_the_oracle() -> None:
    left: Sequence[Mutant] = MUTANTS
    for example in reversed(EXAMPLES):  # the last ones tell the most
        left = survivors(example.site, example.events, left)
    assert _names(left) == []


@pytest.mark.skipif(results_folder() is None, reason="the long run has as many histories as that takes")
def test_random_histories_tell_every_mutant_from_the_oracle() -> None:
    left: list[Mutant] = list(MUTANTS)

    @settings(
        max_examples=20_000, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(histories())
    def play(history: History) -> None:
        if left:
            left[:] = survivors(history.site, history.events, left)

    play()
    assert _names(left) == []


def test_no_two_mutants_have_one_name() -> None:
    assert len(set(_names(MUTANTS))) == len(MUTANTS)


def _names(mutants: Iterable[Mutant]) -> list[str]:
    return [one.name for one in mutants]
