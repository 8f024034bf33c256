"""Simulated faults: with the requested frequency, and reproducible by the seed."""

import math
from itertools import groupby

import pytest

from app.demo.world.numbering import random_source_for
from app.demo.world.options import Outages, SendingFaults
from app.domain.errors import SettingsError

VISITS = range(2000)


def delays(faults: SendingFaults, seed: int = 1) -> list[list[float]]:
    return [faults.delays(random_source_for(seed, visit), pace=2.0) for visit in VISITS]


def test_without_faults_each_notification_is_sent_once_and_at_once() -> None:
    assert delays(SendingFaults()) == [[0.0]] * len(VISITS)


def test_a_share_is_sent_again_as_one_to_three_copies() -> None:
    found = delays(SendingFaults(duplicates=0.3))
    assert {len(one) for one in found} == {1, 2, 3, 4}
    assert 0.25 < sum(len(one) > 1 for one in found) / len(VISITS) < 0.35
    assert all(one[0] == 0 <= min(one) and max(one) <= 20 for one in found)


def test_a_share_is_held_back() -> None:
    found = [one for [one] in delays(SendingFaults(late=0.2))]
    assert 0.15 < sum(one > 0 for one in found) / len(VISITS) < 0.25
    assert all(one == 0 or 10 <= one <= 90 for one in found)


def test_a_share_is_overtaken_by_no_more_than_five_later_ones() -> None:
    found = [2.0 * visit + one for visit, [one] in enumerate(delays(SendingFaults(shuffled=0.4)))]
    order = sorted(VISITS, key=found.__getitem__)
    overtaken = [sum(later > visit for later in order[: order.index(visit)]) for visit in VISITS]
    assert 0.2 < sum(by > 0 for by in overtaken) / len(VISITS) < 0.45
    assert max(overtaken) == 5


def test_the_same_seed_gives_the_same_faults_and_another_others() -> None:
    faults = SendingFaults(duplicates=0.3, late=0.3, shuffled=0.3)
    assert delays(faults) == delays(faults)
    assert delays(faults) != delays(faults, seed=2)


def outages(faults: SendingFaults, seed: int = 1) -> list[bool]:
    """Return whether there is an outage in each second of a hundred hours."""
    found = Outages(faults, random_source_for(seed))
    return [found.cover(second) for second in range(360_000)]


def test_outages_have_about_the_requested_frequency_and_duration() -> None:
    covered = outages(SendingFaults(outages=6, outage_seconds=60))
    lengths = [len(list(seconds)) for is_covered, seconds in groupby(covered) if is_covered]
    assert 450 < len(lengths) < 650
    assert 50 < sum(lengths) / len(lengths) < 70
    assert min(lengths) in range(29, 35)
    assert max(lengths) > 85


def test_outages_depend_on_the_seed() -> None:
    faults = SendingFaults(outages=20)
    assert outages(faults) == outages(faults)
    assert outages(faults) != outages(faults, seed=2)
    assert not any(outages(SendingFaults()))


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, math.inf])
@pytest.mark.parametrize("name", ["duplicates", "late", "shuffled"])
def test_a_share_is_from_0_to_1(name: str, share: float) -> None:
    with pytest.raises(SettingsError, match=f"from 0 to 1, not {share}"):
        SendingFaults(**{name: share})


@pytest.mark.parametrize(
    "options",
    [
        {"outages": -1.0},
        {"outages": 61.0},
        {"outages": math.nan},
        {"outage_seconds": 0.0},
        {"outage_seconds": math.inf},
    ],
)
def test_impossible_outages_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(SettingsError, match=str(next(iter(options.values())))):
        SendingFaults(**options)
