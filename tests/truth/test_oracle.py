import pytest

from tests.truth.examples import EXAMPLES
from tests.truth.history_steps import CARRIER, DAY, Example
from tests.truth.oracle import cases, figures, rows

NAMES = [one.name for one in EXAMPLES]


@pytest.mark.parametrize("example", EXAMPLES, ids=NAMES)
def test_the_oracle_says_what_the_page_says(example: Example) -> None:
    found = rows(example.site, example.events)
    assert {key: found[key] for key in example.expected} == dict(example.expected)
    if example.case:
        assert cases(example.site, example.events)[next(iter(example.expected))] == example.case


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.figures], ids=lambda one: one.name)
def test_the_oracle_counts_what_the_page_counts(example: Example) -> None:
    found = figures(example.site, example.events, CARRIER, DAY)
    assert {label: found[label] for label in example.figures} == dict(example.figures)


def test_no_two_examples_have_one_name() -> None:
    assert len(set(NAMES)) == len(NAMES)
