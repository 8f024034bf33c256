"""Detection of a wrong identifier, with example numbers."""

import pytest

from app.domain.views.day_warnings import examples, is_mismatch


@pytest.mark.parametrize(
    ("visits", "unmatched", "is_so"), [(2, 2, True), (3, 1, False), (3, 2, True), (4, 2, False), (100, 51, True)]
)
def test_most_visits_are_a_mismatch(visits: int, unmatched: int, is_so: bool) -> None:
    assert is_mismatch(visits, unmatched) is is_so


def test_similar_numbers_are_the_first_examples() -> None:
    named = ["X9", "0045", "a-77", "0046"]
    listed = ["1", "45", "A 77", "46"]
    assert examples(named, listed) == (("0045", "45"), ("a-77", "A 77"), ("0046", "46"))
    assert examples(named, ["1", "45"]) == (("0045", "45"), ("X9", "1"))


def test_dissimilar_numbers_are_paired_in_order() -> None:
    assert examples(["a", "a", "b", "c", "d"], ["1", "2", "3", "4"]) == (("a", "1"), ("b", "2"), ("c", "3"))
    assert examples([], ["1"]) == ()
