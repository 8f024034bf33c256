import os

import pytest

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
