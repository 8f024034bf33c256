"""A whole day of random outages beside what truly happened: each row is right, or marked as not known."""

import logging
from pathlib import Path

import pytest

from tests.faults.figures import Figures, Length
from tests.faults.truth.plan import Plan
from tests.faults.truth.story import Story
from tests.faults.truth.verdict import Judged, judge

FAULT = "a whole day of random outages"
_BLOCKS = 10

_log = logging.getLogger(__name__)


@pytest.mark.parametrize("block", range(_BLOCKS))
def test_no_row_is_silently_wrong(block: int, length: Length, figures: Figures, tmp_path: Path) -> None:
    seeds, visits, by_door = length.of((1 if block < 3 else 0, 150, 0.5), (10, 10_000, 0.02))
    if not seeds:
        pytest.skip("the long run has more days")
    whole = Judged()
    for seed in range(block * seeds, (block + 1) * seeds):
        story = Story(Plan(seed, visits, by_door), tmp_path / str(seed))
        desk = story.play()
        whole.add(judge(story, desk))
        desk.close()
        assert not desk.bugs
    for one in (*whole.silently_wrong[:5], *whole.against_the_rule[:5]):
        _log.error(one)
    days = f"{seeds} days of {visits:,} visits, seeds {block * seeds} to {(block + 1) * seeds - 1}"
    figures.at_most(f"{days}: rows silently wrong ({whole})", len(whole.silently_wrong), 0)
    figures.at_most(f"{days}: rows otherwise than by the rule", len(whole.against_the_rule), 0)
    figures.at_most(f"{days}: absences of 20 s without a gap", whole.unnoticed, 0)
