import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, good_day


@pytest.fixture
def despacho(tmp_path: Path) -> Despacho:
    """`despacho` on a data folder that does not exist yet."""
    return Despacho(tmp_path / "data")


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Despacho:
    """`despacho` with a good day in its cache, for tests that do not change it."""
    despacho = Despacho(tmp_path_factory.mktemp("loaded") / "data")
    with ScriptedCarrier(says(200, good_day())) as carrier:
        ended = despacho.asking(carrier.url).run("fetch", "--carrier", "ACME", "--date", DATE)
    assert ended.code == 0
    return despacho


@pytest.fixture
def copied(loaded: Despacho, tmp_path: Path) -> Despacho:
    """A copy of the good day that a test may damage."""
    shutil.copytree(loaded.folder, tmp_path / "data")
    return replace(loaded, folder=tmp_path / "data")
