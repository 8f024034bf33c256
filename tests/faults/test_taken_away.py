"""Whatever file is removed under a running receiver, nothing that it answered is lost when it is killed afterwards."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME
from app.facts.recovery.backups import back_up
from tests.faults.damage.days import BEFORE, SINCE, Day, body
from tests.faults.damage.load import loaded
from tests.faults.damage.receivers import Receivers
from tests.faults.figures import Figures, Length, seconds_of
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

FAULT = "store locked, disk full, file corrupt"
LONGEST = 60.0
NEW = 900_001
IDLE = 900_002


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def file(path: Path) -> None:
    """Remove the file alone."""
    path.unlink()


def everything(path: Path) -> None:
    """Remove the file and what is beside it."""
    for one in path.parent.glob("facts.sqlite*"):
        one.unlink()


def old_file(path: Path) -> None:
    """Put an old copy in the file's place."""
    (copy,) = (path.parent / "backups").glob("*.sqlite")
    path.with_name("old").write_bytes(copy.read_bytes())
    path.with_name("old").replace(path)


def log(path: Path) -> None:
    """Remove the log."""
    _log(path).unlink()


def content_of_log(path: Path) -> None:
    """Empty the log."""
    os.truncate(_log(path), 0)


def content(path: Path) -> None:
    """Empty the file."""
    os.truncate(path, 0)


def half(path: Path) -> None:
    """Cut the file in half."""
    os.truncate(path, path.stat().st_size // 2)


WAYS: dict[str, Callable[[Path], None]] = {
    one.__name__: one for one in (log, content, file, content_of_log, half, old_file, everything)
}


CUT = ("content", "half")


def test_acknowledged_notifications_survive_a_kill_after_their_file_was_removed(
    day: Day, receivers: Receivers, figures: Figures, length: Length
) -> None:
    lost, slowest = 0, 0.0
    for name in length.of(["log", "content", "file"], list(WAYS)):
        taken = day.copied(receivers.folder, with_backup=True)
        with receivers.receiving() as one:
            with loaded(one) as load:
                load.until(50)
                WAYS[name](taken.path)
                load.until(len(load.answered) + 50)
            slowest = max(slowest, one.until_kept(body(NEW)))
            one.kill()
        with receivers.receiving() as one:
            one.until_kept(body(IDLE))
            held = set() if name in CUT else set(SINCE)  # of what was cut off, the copy has but what came before
            missing = {*BEFORE, *held, *load.answered, NEW, IDLE} - taken.kept()
        assert not missing, (name, len(missing))
        lost += len(missing)
        assert taken.problem() is None, name
    figures.at_most("answered and lost (file or log taken away, then killed)", lost, 0)
    figures.at_most("from there to a 200 (file or log taken away)", slowest, LONGEST, "s")


def test_facts_that_are_gone_at_a_start_are_missed_whatever_else_went_with_them(
    receivers: Receivers, figures: Figures, length: Length
) -> None:
    chance, removals, unsaid = random.Random(11), length.of(4, 100), 0
    for _ in range(removals):
        shutil.rmtree(receivers.folder, ignore_errors=True)
        path = receivers.folder / FILE_NAME
        with receivers.receiving() as one:
            one.until_kept(body(IDLE))
            with closing(sqlite3.connect(path)) as db:  # this is a first start
                assert db.execute("SELECT count(*) FROM gap").fetchone() == (0,)
            for visit in range(chance.choice((0, 1, 20))):
                one.until_kept(body(visit + 1))
            is_copied = chance.random() < 0.5
            if is_copied:
                back_up(path, datetime.now(UTC))
            one.kill()
        before = len(one.said)
        other = [found for found in receivers.folder.iterdir() if not found.name.startswith(("facts.sqlite", "log"))]
        signs = [found for found in other if found.name.startswith(("board-", "board.lock", "backups"))]
        kept = chance.choice(signs)
        for found in path.parent.glob("facts.sqlite*"):
            found.unlink()
        for found in other:
            if found != kept and chance.random() < 0.5:
                shutil.rmtree(found) if found.is_dir() else found.unlink()
        with receivers.receiving() as one:
            one.until_kept(body(NEW))
            unsaid += "The data was missing" not in one.said[before:]
        with closing(sqlite3.connect(newest_file(path))) as db:
            unsaid += db.execute("SELECT count(*) FROM gap WHERE cause = 'damage'").fetchone() != (1,)
    figures.at_most(f"facts gone at a start, {removals} times: not said, or no gap", unsaid, 0)


def test_a_removed_file_is_noticed_without_traffic(day: Day, receivers: Receivers, figures: Figures) -> None:
    taken = day.copied(receivers.folder, with_backup=False)
    with receivers.receiving() as one:
        one.until_kept(body(NEW))
        everything(taken.path)
        took = seconds_of(lambda: wait_until(lambda: newest_file(taken.path).exists(), lambda: one.said))
        wait_until(lambda: "nothing is missing" in one.said, lambda: one.said)  # it is said once the file is there
        one.kill()
    assert taken.kept() == {*BEFORE, *SINCE, NEW}
    with closing(sqlite3.connect(newest_file(taken.path))) as db:
        assert db.execute("SELECT cause FROM gap WHERE cause = 'damage'").fetchall() == []
    figures.at_most("until a file that was taken away is missed", took, 10, "s")
