"""A damaged file is set aside, the newest whole backup takes its place, and the server keeps receiving."""

import os
import random
from pathlib import Path

import pytest

from app.board.board_file import is_board_complete
from app.facts.file.generations import newest_file
from tests.faults.damage import ways
from tests.faults.damage.days import BEFORE, SINCE, Day, body
from tests.faults.damage.load import loaded, looked_on
from tests.faults.damage.receivers import Receivers, Receiving
from tests.faults.figures import Figures, Length, results_folder, seconds_of
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

FAULT = "store locked, disk full, file corrupt"
LONGEST = 60.0
NEW = 900_001
PARTS = 1 if results_folder() is None else 4
WAYS: dict[str, ways.Damage] = {
    one.__name__: one
    for one in (ways.header, ways.pages, ways.cut, ways.schema, ways.names, ways.empty, ways.text, ways.log)
}


@pytest.mark.parametrize("with_backup", [True, False], ids=["backup", "no backup"])
def test_a_file_damaged_while_closed_is_restored(
    with_backup: bool, day: Day, receivers: Receivers, tmp_path: Path, figures: Figures, length: Length
) -> None:
    lost, slowest = 0, 0.0
    for name in length.of(["header", "pages"] if with_backup else ["schema"], list(WAYS)):
        damaged = day.copied(receivers.folder, with_backup=with_backup)
        WAYS[name](damaged.path, random.Random(name))
        readable = _readable(damaged, tmp_path / "copy")
        with receivers.receiving() as one:
            slowest = max(slowest, one.until_kept(body(NEW)))
        must = readable | {NEW} | (set(BEFORE) if with_backup else set())
        lost += len(must - damaged.kept())
        assert damaged.problem() is None, name
        if name != "log":
            assert "damaged" in one.said, name
    said = "with a backup" if with_backup else "without a backup"
    figures.at_most(f"answered, readable, and lost ({said}, damaged while closed)", lost, 0)
    figures.at_most(f"from the first try to the first 200 ({said}, damaged while closed)", slowest, LONGEST, "s")


@pytest.mark.parametrize("part", range(PARTS))
def test_after_any_damage_the_server_receives_again(
    part: int, day: Day, receivers: Receivers, tmp_path: Path, figures: Figures, length: Length
) -> None:
    slowest = 0.0
    for nth in range(part, length.of(2, 200), PARTS):
        damaged = day.copied(receivers.folder, with_backup=nth % 3 > 0)
        rng = random.Random(nth)
        ways.anything(damaged.path, rng)
        with receivers.receiving() as one:
            slowest = max(slowest, one.until_kept(body(NEW)))
            for visit in rng.sample([*BEFORE, *SINCE], 20):  # sent again, they look into what was there
                slowest = max(slowest, one.until_kept(body(visit)))
            assert damaged.kept() >= {NEW}
        assert not list((damaged.folder / "log").glob("*report*")), nth
    figures.at_most("from the first try to the first 200 (200 files damaged at random)", slowest, LONGEST, "s")


def test_a_file_damaged_under_load_is_restored_and_readers_follow(
    day: Day, receivers: Receivers, tmp_path: Path, figures: Figures, length: Length
) -> None:
    lost, slowest = 0, 0.0
    for nth in range(length.of(1, 20)):
        damaged = day.copied(receivers.folder, with_backup=nth % 3 != 1)
        rng = random.Random(nth)
        with receivers.receiving() as one:
            with looked_on(damaged.path) as looking:
                assert looking.seen[0] == str(len(BEFORE) + len(SINCE))
                with loaded(one) as load:
                    load.until(100)
                    slowest = max(slowest, seconds_of(lambda: _damage(damaged, rng, one)))  # noqa: B023 - at once
                    before = set(load.answered)
                    load.until(len(before) + 20)
                wait_until(lambda: is_board_complete(damaged.path, newest_file(damaged.path)), lambda: one.said)  # noqa: B023
            after = set(load.answered) - before
        (aside,) = (damaged.folder / "damaged").glob("*.sqlite")
        kept = damaged.kept()
        lost += len((Day.readable(aside, 5000) | after | {NEW}) - kept)
        assert looking.seen[-1] == str(len(kept))
        assert damaged.problem() is None
    figures.at_most("answered, readable, and lost (damaged under load)", lost, 0)
    figures.at_most("from the damage to the first 200 after it (under load)", slowest, LONGEST, "s")


def _damage(day: Day, rng: random.Random, one: Receiving) -> None:
    """Damage a day under its receiver, and return once that has restored it and keeps what comes."""
    ways.pages(day.path, rng)
    wait_until(lambda: newest_file(day.path) != day.path, lambda: one.said)
    one.until_kept(body(NEW))


def _readable(day: Day, copy: Path) -> set[int]:
    """Return what can be read of a damaged day, by way of a copy."""
    try:
        return Day.readable(day.copied(copy, with_backup=False).path)
    except OSError:
        return set()
