"""Simulated worlds with all faults, compared with the truth: each row is right, marked, or not yet knowable."""

import logging
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.figures import Figures, Length
from tests.faults.truth.carrier import Carrier
from tests.faults.truth.desk import Desk
from tests.faults.truth.paper import PaperDesk
from tests.faults.truth.plan import Plan
from tests.faults.truth.rates import Regime
from tests.faults.truth.story import Story
from tests.faults.truth.verdict import DOUBTS, Judge, Judged, judge_rows, site_of
from tests.truth.oracle import rows

FAULT = "a whole day of random outages"
_BLOCKS = 10
_FOUND_WITHIN = 60.0  # seconds
_MOST_DOUBTFUL = 1.0  # percent of the rows of a day without faults

_log = logging.getLogger(__name__)


def _played(plan: Plan, folder: Path) -> list[Judged]:
    """Play a plan with the real parts; return what came of each look at its rows."""
    carrier = Carrier(plan, lambda: desk.clock.elapsed)
    with carrier.listening() as url:
        desk = Desk(folder, plan, carrier, url)
        judge = Judge(desk)
        try:
            Story(plan, desk, judge.look).play()
            judge.rebuild()
        finally:
            desk.close()
    assert not desk.bugs
    return judge.looks


def _note(figures: Figures, days: str, whole: Judged) -> None:
    for one in (*whole.silently_wrong[:5], *whole.against_the_rule[:5]):
        _log.error(one)
    figures.at_most(f"{days}: rows silently wrong ({whole})", len(whole.silently_wrong), 0)
    figures.at_most(f"{days}: rows otherwise than the oracle says", len(whole.against_the_rule), 0)
    figures.at_most(f"{days}: absences and rotated tokens without a gap", whole.unnoticed, 0)
    figures.at_most(f"{days}: until a rotated token was found", whole.slowest, _FOUND_WITHIN, "s")


@pytest.mark.parametrize("block", range(_BLOCKS))
def test_no_row_is_wrong_without_a_sign(block: int, length: Length, figures: Figures, tmp_path: Path) -> None:
    seeds, visits, by_http = length.of((0 if block else 1, 70, 0.3), (10, 1_000, 0.02))
    if not seeds:
        pytest.skip("the long run has more days")
    whole = Judged()
    for seed in range(block * seeds, (block + 1) * seeds):
        for look in _played(Plan(seed, visits, by_http), tmp_path / str(seed)):
            whole.add(look)
    _note(figures, f"{seeds} days of {visits:,} visits, seeds {block * seeds} to {(block + 1) * seeds - 1}", whole)


@pytest.mark.parametrize("regime", Regime)
def test_no_row_is_wrong_without_a_sign_on_a_day_without_faults(
    regime: Regime, length: Length, figures: Figures, tmp_path: Path
) -> None:
    days, visits, by_http = length.of((regime is Regime.HOURLY, 70, 0.1), (3, 1_000, 0.02))
    if not days:
        pytest.skip("the long run has the other regimes")
    whole = Judged()
    for seed in _seeds(regime, days):
        for look in _played(Plan(seed, visits, by_http, has_faults=False), tmp_path / str(seed)):
            whole.add(look)
    _note(figures, f"{days} days of {visits:,} visits without faults, loading {regime.value}", whole)


@pytest.mark.parametrize("regime", Regime)
def test_few_rows_are_in_doubt_on_a_day_without_faults(regime: Regime, length: Length, figures: Figures) -> None:
    """By the oracle, as a desk says the same: few days tell the share too roughly, and a desk is slow."""
    days, visits = length.of((3, 300), (60, 1_000))
    found = [_played_on_paper(Plan(seed, visits, 0.0, has_faults=False)) for seed in _seeds(regime, days)]
    whole = Judged()
    for day in found:
        whole.add(day)
    signs = ", ".join(f"{one} {100 * whole.signs[one] / whole.rows.total():.2f} %" for one in sorted(DOUBTS))
    played = f"{days} days of {visits:,} visits on paper without faults, loading {regime.value}"
    figures.at_most(f"{played}: rows silently wrong", len(whole.silently_wrong), 0)
    figures.at_most(
        f"{played}: rows in doubt (standard error {_error_of_share(found):.2f} %; {signs})",
        whole.share, _MOST_DOUBTFUL, "%",
    )  # fmt: skip


def _seeds(regime: Regime, days: int) -> range:
    return range(list(Regime).index(regime), len(Regime) * days, len(Regime))


def _played_on_paper(plan: Plan) -> Judged:
    """Play a plan with a desk on paper; return what came of all looks at its rows, as the oracle says that they are."""
    whole, desk = Judged(), PaperDesk(plan)

    def look(story: Story) -> None:
        whole.add(judge_rows(story, rows(site_of(plan), story.events), desk.noted()))

    Story(plan, desk, look).play()
    return whole


def _error_of_share(days: Sequence[Judged]) -> float:
    """Return the standard error of the share of all rows in doubt, in percent, from how much the days differ."""
    count, shown = len(days), sum(one.rows.total() for one in days)
    share = sum(one.doubtful for one in days) / shown
    squares = sum((one.doubtful - share * one.rows.total()) ** 2 for one in days)
    return 100 * math.sqrt(count / (count - 1) * squares) / shown
