"""packaging/windows_python.py: making the environment anew disturbs no run in it, and loses no report."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl", reason="the environment is made on Debian")
WindowsPython = pytest.importorskip("windows_python").WindowsPython


class Outdated(WindowsPython):  # type: ignore[misc,valid-type]
    """One that was made of other packages."""

    def _fingerprint(self, pip: Sequence[str]) -> str:  # noqa: ARG002 - without asking pip
        return "of these packages"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of an environment in which tests were run."""
    for name in ("py", "prefix", "results"):
        (tmp_path / name).mkdir()
    (tmp_path / "results" / "net 0a1b2c3d.xml").touch()
    (tmp_path / "made.txt").write_text("of other packages", encoding="ascii")
    return tmp_path


def test_reports_of_tests_stay_where_the_environment_is_made_anew(folder: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        Outdated(folder).make("false")  # nothing can be downloaded by it
    assert {one.name for one in folder.iterdir()} == {"results", "run.lock"}
    assert [one.name for one in (folder / "results").iterdir()] == ["net 0a1b2c3d.xml"]


def test_nothing_runs_in_an_environment_while_it_is_made(folder: Path) -> None:
    class Making(Outdated):
        def _make(self, *_: object) -> None:
            with (folder / "run.lock").open("w") as turn, pytest.raises(BlockingIOError):
                fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)

    for _ in range(2):  # once it is made, it is not made again
        Making(folder).make("false")
    assert (folder / "made.txt").read_text(encoding="ascii") == "of these packages"
