"""Searches for an input on which a target fails: fixed inputs in a short run, new ones in each full run."""

import json
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.faults.figures import Length
from tests.faults.fuzzing.mutating import Mutator, Seed

T = TypeVar("T")

Fuzz = Callable[[bytes], object]
"""A target: takes any bytes, and raises where something is wrong."""

_NOT_CHECKED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
_TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)
_SCALARS = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | _TEXTS
VALUES: st.SearchStrategy[Any] = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4), max_leaves=8
)
"""What JSON can hold, and Python writes as such: NaN, half surrogate pairs and all."""


def explore(target: Callable[[T], object], data: st.SearchStrategy[T], length: Length, short: int, full: int) -> int:
    """Hand a target as many examples, fixed ones in a short run; return how many."""
    examples = length.of(short, full)

    def run(data: T) -> None:
        target(data)

    explored = given(data)(run)
    if length is Length.FULL:
        number = SystemRandom().randrange(2**32)
        print(f"seed {number}")  # noqa: T201 - shown with a failure
        explored = seed(number)(explored)
    settings(
        max_examples=examples,
        derandomize=length is Length.SHORT,
        deadline=None,
        database=None,
        suppress_health_check=_NOT_CHECKED,
    )(explored)()
    return examples


def mutated(seeds: Sequence[Seed]) -> st.SearchStrategy[bytes]:
    """Return good documents that were changed, and any bytes among them."""
    return st.binary(max_size=200) | st.randoms(use_true_random=False).map(lambda random: Mutator(seeds, random).body())


def as_json(documents: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    """Return documents as the bytes that Python makes of them, in one of two ways."""

    def write(document: object, *, ascii_alone: bool) -> bytes:
        return json.dumps(document, ensure_ascii=ascii_alone).encode(errors="surrogatepass")

    return st.builds(write, documents, ascii_alone=st.booleans())
