"""After a power cut at any moment every notification answered 200 is in the file, and the file is intact.

All disk operations of a real desk are recorded below SQLite. A cut is simulated after any of them: everything synced by
then is there, and a random part of the rest, in sectors, some of them torn.
"""

import pickle
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from app.domain.errors import StoreError
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME
from app.store.writer import Writer
from tests.facts.next_version import be_next_version
from tests.faults.figures import Figures, Length
from tests.faults.recording_vfs import Op, Step, is_vfs_supported
from tests.faults.simulated_disk import Disk
from tests.faults.traced_process import KEPT, LOADED, LOADING, SHIPMENTS, notification

FAULT = "power cut"
ROOT = Path(__file__).parents[2]
LOST, LOST_LOAD, CORRUPT = "lost", "lost a load", "corrupt"
MIGRATED = 3
"""A seed whose desk migrates its database; that of an even one does not."""

pytestmark = pytest.mark.skipif(
    not is_vfs_supported(), reason="SQLite is hidden inside Python, or the system's file layer is not Unix's"
)


class Recording:
    """What a desk did, and which notifications it acknowledged.

    Args:
        folder: for its data and for what is left of them after each cut.
    """

    def __init__(self, folder: Path, seed: int, visits: int, synchronous: str = "") -> None:
        self._folder, self._rng = folder, Random(seed)
        folder.mkdir(exist_ok=True)
        trace = folder / "trace"
        arguments = [str(one) for one in (folder / "recorded", trace, seed, visits, synchronous)]
        subprocess.run([sys.executable, "-m", "tests.faults.traced_process", *arguments], cwd=ROOT, check=True)
        self.steps: list[Step] = pickle.loads(trace.read_bytes())
        trace.unlink()

    @property
    def checkpoints(self) -> int:
        """How often the WAL was begun anew, beside each time that the desk was closed."""
        wals = {step.file for step in self.steps if step.op is Op.CREATE and step.name.endswith("-wal")}
        return sum(step.op is Op.WRITE and step.file in wals and step.at == 0 for step in self.steps) - len(wals)

    def cut(self, times: int, *, keeps_syncs: bool = True) -> Counter[str]:
        """Cut the power so many times, half of them just after an acknowledgement, and count what is wrong then."""
        found: Counter[str] = Counter()
        disk = Disk(keeps_syncs=keeps_syncs)
        kept: set[int] = set()
        loading = loaded = 0
        reported = [place for place, step in enumerate(self.steps) if step.op is Op.TELL]
        anywhere = self._rng.choices(range(len(self.steps)), k=times // 2)
        cuts = Counter([*anywhere, *self._rng.choices(reported, k=times - times // 2)])
        for place, step in enumerate(self.steps):
            disk.do(step)
            if step.name == KEPT:
                kept.add(step.at)
            elif step.name == LOADING:
                loading = step.at
            elif step.name == LOADED:
                loaded = step.at
            for _ in range(cuts[place]):
                found.update(self._what_is_wrong(disk, kept, range(loaded, loading + 1)))
        return found

    def _what_is_wrong(self, disk: Disk, kept: set[int], loads: range) -> Iterator[str]:
        """Start the program on what is left."""
        folder = self._folder / "left"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in disk.cut(self._rng).items():
            (folder / Path(name).name).write_bytes(content)
        try:
            with Writer(folder / FILE_NAME) as writer:
                writer.read(lambda db: db.execute("PRAGMA integrity_check").fetchall()).result()
                yield from writer.board.read(lambda db: list(_wrong(db, kept, loads))).result()
        except (StoreError, sqlite3.DatabaseError):
            yield CORRUPT
        if newest_file(folder / FILE_NAME).name != FILE_NAME:  # it was set aside for a copy
            yield CORRUPT


def _wrong(db: sqlite3.Connection, kept: set[int], loads: range) -> Iterator[str]:
    """Say what is wrong with a database that must hold these visits and one of these loads, whole."""
    if (
        db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
        or db.execute("PRAGMA foreign_key_check").fetchall()
    ):
        yield CORRUPT
    bodies = dict(db.execute("SELECT visit_id, body FROM notification").fetchall())
    if any(bodies.get(visit) != notification(visit) for visit in kept):
        yield LOST
    shown = db.execute(
        "SELECT recipient, count(*) FROM shipment JOIN day ON day.id = day_id"
        " WHERE loaded_at IS NOT NULL AND gone_at IS NULL GROUP BY recipient"
    ).fetchall()
    if shown not in [[(f"load {number}", SHIPMENTS)] if number else [] for number in loads]:
        yield LOST_LOAD


def test_a_power_cut_loses_nothing_acknowledged_and_damages_nothing(
    tmp_path: Path, length: Length, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_next_version(monkeypatch.setattr)
    cuts, found, checkpoints = length.of(20, 2000), Counter[str](), 0
    seeds = length.of((MIGRATED,), range(8))
    for seed in seeds:
        recording = Recording(tmp_path / str(seed), seed, visits=length.of(300, 500))
        found += recording.cut(cuts // len(seeds))
        checkpoints += recording.checkpoints
    figures.at_least("cuts", cuts // len(seeds) * len(seeds), cuts)
    figures.at_most("cuts that lost an answered notification", found.pop(LOST, 0), 0)
    figures.at_most("cuts that lost a load", found.pop(LOST_LOAD, 0), 0)
    figures.at_most("cuts that left the file corrupt", found.pop(CORRUPT, 0), 0)
    assert checkpoints >= len(seeds), "a checkpoint should have been among what was cut"
    with pytest.MonkeyPatch.context() as patch:
        for module in ("app.board.projecting.apply_facts", "app.facts.file.failures"):
            patch.setattr(f"{module}.report_unhandled", lambda _bug: None)  # of bodies and links that such a disk tears
        lost = recording.cut(length.of(10, 250), keeps_syncs=False)[LOST]
    assert lost, "a disk that keeps no sync should lose something"


def test_with_weaker_syncs_the_same_power_cuts_lose_data(
    tmp_path: Path, length: Length, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_next_version(monkeypatch.setattr)
    found = Recording(tmp_path, MIGRATED, visits=length.of(100, 200), synchronous="NORMAL").cut(
        cuts := length.of(20, 250)
    )
    figures.at_least(f"of {cuts} cuts with synchronous=NORMAL, those that lost", found[LOST], 1)
    assert found[CORRUPT] == 0
