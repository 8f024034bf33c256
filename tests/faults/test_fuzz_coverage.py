"""Inputs found by a coverage-guided search never fail."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.faults.figures import Figures, Length

FAULT = "malformed JSON and hostile values"

pytestmark = pytest.mark.skipif(
    find_spec("atheris") is None, reason="atheris is there for Linux on x86-64 and Python before 3.14"
)

_QUICK = ("notifications",)
_OTHERS = ("answers", "provider data", "settings", "views", "heads", "probes", "addresses", "lists")
_DONE = re.compile(r"^Done (\d+) runs", re.MULTILINE)


@pytest.mark.parametrize("target", [*_QUICK, *_OTHERS])
def test_a_guided_search_finds_no_failing_input(tmp_path: Path, length: Length, figures: Figures, target: str) -> None:
    if length is Length.SHORT and target not in _QUICK:
        pytest.skip("each target takes seconds to begin: one of them is enough among all other tests")
    runs, seconds = length.of((1000, 0), (100_000_000, 30))  # without a limit of time, or of runs
    command = [
        sys.executable,
        "-m",
        "tests.faults.fuzzing.coverage_guided",
        target,
        str(tmp_path),
        str(runs),
        str(seconds),
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    ended = subprocess.run(
        command, capture_output=True, text=True, errors="replace", check=False, timeout=900, env=environment
    )
    found = [(path.name, path.read_bytes()) for path in tmp_path.glob("*-*") if path.is_file()]
    assert (ended.returncode, found) == (0, []), (ended.stdout + ended.stderr)[-5000:]
    done = _DONE.search(ended.stderr)
    assert done is not None
    figures.at_least(f"inputs that a guided search tried, {target}", int(done[1]), 1000)
