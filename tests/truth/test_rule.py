"""Every example, played into the real store: its export says, and the sheet of its days counts, what the page says."""

from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.facts.file.opening import FILE_NAME
from tests.stories.truth_table import HEAD, landed, lines_of
from tests.truth.events import Load
from tests.truth.examples import EXAMPLES
from tests.truth.oracle import figures
from tests.truth.player import differences, labelled_figures, play

BEGINNING, LANDED = landed()
AGAIN = "write the table again: python -m tests.stories.truth_table"


def test_the_table_of_what_rows_say_has_every_example() -> None:
    assert (BEGINNING, len(LANDED)) == (HEAD, len(EXAMPLES)), AGAIN


@pytest.mark.parametrize("nth", range(len(EXAMPLES)), ids=lambda nth: EXAMPLES[nth].name)
def test_rows_say_and_a_day_counts_what_the_page_and_the_table_say(nth: int, tmp_path: Path) -> None:
    example = EXAMPLES[nth]
    found = play(tmp_path, example.site, example.events)
    assert differences(example.expected, found) == {}
    assert list(lines_of(nth + 1, example, found)) == LANDED[nth], AGAIN
    days = {(one.carrier, one.day) for one in example.events if isinstance(one, Load)}
    with Reader.opened(tmp_path / FILE_NAME) as reader:
        for carrier, day in days:
            expected = figures(example.site, example.events, carrier, day)
            counted = labelled_figures(reader, carrier, day)
            assert {label: counted.get(label) for label in expected} == expected, (carrier, day)
