"""Which file of a store is the current one."""

import os
import time
from pathlib import Path

import pytest

from app.facts.file import generations
from app.facts.file.generations import NewestFile

HOUR = 3_600_000_000_000  # nanoseconds


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Count how often the folder is listed."""
    found: list[Path] = []
    real = generations.newest_file

    def newest_file(path: Path) -> Path:
        found.append(path)
        return real(path)

    monkeypatch.setattr(generations, "newest_file", newest_file)
    return found


def age(folder: Path, hours: int) -> None:
    at = time.time_ns() - hours * HOUR
    os.utime(folder, ns=(at, at))


def test_a_folder_is_listed_again_once_its_entries_change(tmp_path: Path, listed: list[Path]) -> None:
    path = tmp_path / "facts.sqlite"
    path.touch()
    age(tmp_path, 2)
    newest = NewestFile(path)
    assert [newest.find() for _ in range(3)] == [path] * 3
    assert len(listed) == 1
    (tmp_path / "facts.generation-2.sqlite").touch()
    assert newest.find() == tmp_path / "facts.generation-2.sqlite"


def test_a_folder_that_changed_a_moment_ago_is_listed_each_time(tmp_path: Path, listed: list[Path]) -> None:
    path, changed_at = tmp_path / "facts.sqlite", time.time_ns()
    path.touch()
    os.utime(tmp_path, ns=(changed_at, changed_at))
    newest = NewestFile(path)
    assert newest.find() == path
    (tmp_path / "facts.generation-2.sqlite").touch()
    os.utime(tmp_path, ns=(changed_at, changed_at))  # the same time, as a file system with coarse times has it
    assert newest.find() == tmp_path / "facts.generation-2.sqlite"
    assert len(listed) == 2
