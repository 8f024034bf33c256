"""Every example, played into the real store: what the sheet of its days counts is what the page counts."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.texts import say_in_english
from app.domain.views.report import Figures
from app.facts.file.opening import FILE_NAME
from app.services.exporting.summary_sheet import FIGURES
from app.services.exporting.totals import figure_lines
from tests.truth.events import Load
from tests.truth.examples import EXAMPLES
from tests.truth.history_steps import Example
from tests.truth.oracle import figures
from tests.truth.player import play


def labelled(counted: Figures) -> dict[object, object]:
    lines: Sequence[tuple[object, ...]] = [line.cells for line in figure_lines(counted, FIGURES, say_in_english)]
    return {cells[0]: cells[1] for cells in lines}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_a_day_is_counted_as_the_page_counts(example: Example, tmp_path: Path) -> None:
    play(tmp_path, example.site, example.events)
    days = {(one.carrier, one.day) for one in example.events if isinstance(one, Load)}
    with Reader.opened(tmp_path / FILE_NAME) as reader:
        for carrier, day in days:
            expected = figures(example.site, example.events, carrier, day)
            found = labelled(reader.figures(day, carrier))
            assert {label: found.get(label) for label in expected} == expected, (carrier, day)
