"""Which file of a store is the current one."""

import os
import time
from pathlib import Path

import pytest

from app.facts.file.generations import FolderWatch

HOUR = 3_600_000_000_000  # nanoseconds


def age(folder: Path, hours: int) -> None:
    at = time.time_ns() - hours * HOUR
    os.utime(folder, ns=(at, at))


def test_a_folder_is_listed_again_once_its_entries_change(tmp_path: Path) -> None:
    (tmp_path / "facts.sqlite").touch()
    age(tmp_path, 2)
    watch = FolderWatch(tmp_path)
    assert [watch.is_due() for _ in range(3)] == [True, False, False]
    (tmp_path / "facts.generation-2.sqlite").touch()
    assert watch.is_due()


def test_a_folder_that_changed_a_moment_ago_is_listed_each_time(tmp_path: Path) -> None:
    changed_at = time.time_ns()
    os.utime(tmp_path, ns=(changed_at, changed_at))
    watch = FolderWatch(tmp_path)
    # Another entry may leave the same time, as a file system with coarse times has it.
    assert [watch.is_due() for _ in range(3)] == [True, True, True]


def test_a_folder_that_tells_nothing_is_listed_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    age(tmp_path, 2)
    watch = FolderWatch(tmp_path)
    assert [watch.is_due() for _ in range(2)] == [True, False]
    later = time.monotonic() + 3
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert watch.is_due()
