"""Every example, played into the real store: what its export says is what the page says."""

from pathlib import Path

import pytest

from tests.truth.examples import EXAMPLES
from tests.truth.history_steps import Example
from tests.truth.player import differences, play


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_a_row_says_what_the_page_says(example: Example, tmp_path: Path) -> None:
    assert differences(example.expected, play(tmp_path, example.site, example.events)) == {}
