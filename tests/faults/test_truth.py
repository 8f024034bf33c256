"""Simulated worlds with all faults, compared with the truth: each row is right, marked, or not yet knowable."""

import logging
from pathlib import Path

import pytest

from tests.faults.figures import Figures, Length
from tests.faults.truth.carrier import Carrier
from tests.faults.truth.desk import Desk
from tests.faults.truth.plan import Plan
from tests.faults.truth.rates import Regime
from tests.faults.truth.story import Story
from tests.faults.truth.verdict import Judge, Judged

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
    seeds, visits, by_http = length.of((0 if block else 1, 90, 0.5), (10, 1_000, 0.02))
    if not seeds:
        pytest.skip("the long run has more days")
    whole = Judged()
    for seed in range(block * seeds, (block + 1) * seeds):
        for look in _played(Plan(seed, visits, by_http), tmp_path / str(seed)):
            whole.add(look)
    _note(figures, f"{seeds} days of {visits:,} visits, seeds {block * seeds} to {(block + 1) * seeds - 1}", whole)


@pytest.mark.parametrize("regime", Regime)
def test_few_rows_are_in_doubt_on_a_day_without_faults(
    regime: Regime, length: Length, figures: Figures, tmp_path: Path
) -> None:
    seeds, visits, by_http = length.of((regime is Regime.HOURLY, 90, 0.1), (3, 1_000, 0.02))
    if not seeds:
        pytest.skip("the long run has the other regimes")
    whole = Judged()
    for seed in range(list(Regime).index(regime), len(Regime) * seeds, len(Regime)):
        for look in _played(Plan(seed, visits, by_http, has_faults=False), tmp_path / str(seed)):
            whole.add(look)
    days = f"{seeds} days of {visits:,} visits without faults, loading {regime.value}"
    _note(figures, days, whole)
    figures.at_most(f"{days}: rows in doubt", whole.share, _MOST_DOUBTFUL, "%")
