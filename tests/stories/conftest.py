import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.conftest import Bench, bench
from tests.stories.person import Person

__all__ = ["bench"]


@pytest.fixture
def person(bench: Bench) -> Person:
    return Person(bench)


@pytest.fixture
def temporary_files(tmp_path: Path) -> Iterator[Path]:
    """Where other processes that the desk starts keep what they delete when they end."""
    folder, before = tmp_path / "temporary", os.environ.get("TMPDIR")
    folder.mkdir()
    os.environ["TMPDIR"] = str(folder)
    yield folder
    if before is None:
        del os.environ["TMPDIR"]
    else:
        os.environ["TMPDIR"] = before
