from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.writer import Writer


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    """An open cache of the test's own."""
    with Writer(tmp_path / "data" / "despacho.sqlite") as writer:
        yield writer
