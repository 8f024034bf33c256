"""Daily backups are complete, do not delay the receiver, and can be restored."""

import os
import random
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from app.domain.errors import StoreUnusableError
from app.facts.file.generations import newest_file
from app.facts.recovery import backups as backing_up
from app.facts.recovery.backups import MAX_COPIES, back_up, backups, find_problem, taken_at
from app.store.writer import Writer
from tests.faults.damage import ways
from tests.faults.damage.days import BEFORE, SINCE, Day
from tests.faults.damage.load import loaded
from tests.faults.damage.receivers import Receivers
from tests.faults.damage.stores import filled, small_disk
from tests.faults.figures import Figures, Length

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

FAULT = "backups"
NOW = datetime(2026, 6, 21, 3, tzinfo=UTC)  # and no copy of the future, whenever this runs


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    return Day.made(tmp_path_factory.mktemp("day") / "data")


def content(file: Path) -> list[str]:
    """Return all facts that a file holds, as statements; but for what says which file it is."""
    own = _inserts(("store", "journal", "sqlite_sequence"))
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return sorted(line for line in db.iterdump() if not line.startswith(own))


def test_a_backup_is_complete_and_equals_the_day(day: Day, tmp_path: Path, figures: Figures, length: Length) -> None:
    different = 0
    copied = day.copied(tmp_path / "data", with_backup=False)
    with Writer(copied.path) as writer:
        for nth in range(length.of(3, 50)):
            writer.write(partial(_forget_one, nth))
            copy = back_up(copied.path, NOW + timedelta(days=nth))
            different += content(copy) != content(copied.path) or find_problem(copy) is not None
            assert taken_at(copied.path, copy) == NOW + timedelta(days=nth)
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    figures.at_most("copies that do not equal the day", different, 0)


def test_the_newest_two_are_kept(day: Day, tmp_path: Path, figures: Figures) -> None:
    copied = day.copied(tmp_path / "data", with_backup=False)
    made = [back_up(copied.path, NOW + timedelta(days=nth), "create_gaps" if nth % 2 else "") for nth in range(5)]
    assert backups(copied.path) == made[: -MAX_COPIES - 1 : -1]
    assert sorted(copied.folder.joinpath("backups").iterdir()) == sorted(made[-MAX_COPIES:])
    figures.at_most("copies kept", len(backups(copied.path)), 2)


def test_many_backups_of_one_day_do_not_displace_another_day(day: Day, tmp_path: Path) -> None:
    copied = day.copied(tmp_path / "data", with_backup=False)
    before = back_up(copied.path, NOW)
    last = [back_up(copied.path, NOW + timedelta(days=1, minutes=nth)) for nth in range(5)]
    assert backups(copied.path, NOW + timedelta(days=2)) == [last[-1], before]


@pytest.mark.parametrize(("more", "kept"), [(0, 2), (-1, 1)])
def test_of_large_facts_one_backup_is_kept(
    day: Day, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int, kept: int
) -> None:
    assert backing_up.LARGE_BYTES == 5_000_000_000
    copied = day.copied(tmp_path / "data", with_backup=False)
    monkeypatch.setattr(backing_up, "LARGE_BYTES", copied.path.stat().st_size + more)
    made = [back_up(copied.path, NOW + timedelta(days=nth)) for nth in range(4)]
    assert backups(copied.path) == made[: -kept - 1 : -1]


def test_backups_are_taken_under_load_and_the_receiver_keeps_answering(
    day: Day, tmp_path: Path, figures: Figures, length: Length
) -> None:
    copied = day.copied(tmp_path / "data", with_backup=False)
    receivers = Receivers(copied.folder, tmp_path / "said")
    broken, missing = 0, 0
    with receivers.receiving() as one, loaded(one) as load:
        for nth in range(length.of(3, 100)):
            load.until(len(load.answered) + 5)
            before = set(load.answered)
            copy = back_up(copied.path, NOW + timedelta(days=nth))
            broken += find_problem(copy) is not None
            missing += len(before - Day.visits_in(copy))
    receivers.stop()
    figures.at_most("copies taken under load that are not whole", broken, 0)
    figures.at_most("answered before a copy and not in it", missing, 0)
    figures.at_most("answered 503 while copies were taken", load.refused, 0)


def test_a_full_disk_leaves_no_partial_backup(day: Day, tmp_path: Path, figures: Figures) -> None:
    with small_disk(tmp_path / "disk") as is_own:
        if not is_own:
            pytest.skip("no disk of its own")
        copied = day.copied(tmp_path / "disk" / "data", with_backup=True)
        (old,) = backups(copied.path)
        with filled(tmp_path / "disk"), pytest.raises(StoreUnusableError, match="A copy of the data needs"):
            back_up(copied.path, NOW)
        left = list((copied.folder / "backups").iterdir())
        assert find_problem(old) is None
        back_up(copied.path, NOW)
    figures.at_most("files left of copies for which there was no room", len(left) - 1, 0)


def test_a_day_is_restored_from_its_backup(day: Day, tmp_path: Path, figures: Figures, length: Length) -> None:
    lost = 0
    for nth in range(length.of(2, 30)):
        copied = day.copied(tmp_path / "data", with_backup=True)
        copy = back_up(copied.path, datetime.now(UTC))
        before = content(copy)
        ways.empty(copied.path, random.Random(nth))
        with Writer(copied.path):
            pass
        reported = ("recovery", "gap", "heartbeat")
        after = [line for line in content(newest_file(copied.path)) if not line.startswith(_inserts(reported))]
        lost += len(set(before) - set(after))
        assert copied.kept() == {*BEFORE, *SINCE}
    figures.at_most("lines of a day that did not come back out of its copy", lost, 0)


def test_if_the_newest_backups_are_damaged_an_older_one_is_restored(day: Day, tmp_path: Path) -> None:
    copied = day.copied(tmp_path / "data", with_backup=True)
    (whole,) = backups(copied.path)
    for nth, damage in enumerate((ways.pages, ways.text)):
        damaged = whole.with_name(f"facts-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite")
        damage(shutil.copyfile(copied.path, damaged), random.Random(nth))
    ways.empty(copied.path, random.Random(0))
    with Writer(copied.path):
        pass
    assert copied.kept() == set(BEFORE)


def _forget_one(nth: int, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM follow_up WHERE id = ?", (nth,))


def _inserts(tables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f'INSERT INTO "{one}"' for one in tables)
