import os
from collections.abc import Iterator

import pytest

from tests.faults.damage.days import Day
from tests.faults.damage.receivers import Receivers
from tests.faults.figures import Figures, Length, results_folder
from tests.flows.conftest import bench

__all__ = ["bench"]


@pytest.fixture(scope="session")
def length() -> Length:
    """Say how much is to be done; `length.of(30, 1000)` is the number of whatever a test does."""
    return Length.SHORT if results_folder() is None else Length.FULL


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Take the figures of the module's row, whose name is its `FAULT`."""
    folder = results_folder()
    return Figures(request.module.FAULT, None if folder is None else folder / f"{os.getpid()}.jsonl")


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    """Make a day once, to be copied and damaged."""
    return Day.made(tmp_path_factory.mktemp("day") / "data")


@pytest.fixture(scope="module")
def receivers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receivers]:
    """Have a receiver that is begun again on each damaged day."""
    folder = tmp_path_factory.mktemp("receivers")
    receivers = Receivers(folder / "data", folder / "said")
    yield receivers
    receivers.stop()
