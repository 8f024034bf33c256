"""Data damaged under an open window: the window says so, recovers automatically, and reports the result."""

import os
import random
from pathlib import Path

import pytest

from app.domain.errors import StoreDamagedError
from app.domain.reception.alerts import AlertKind
from app.facts.file.generations import newest_file
from app.facts.recovery.backups import back_up
from app.store.writer import Writer
from tests.faults.damage.ways import PAGE
from tests.flows.conftest import NOW, Bench

MOST = 40
"""The most reads after a recovery: one for each observer. Reads for each painted cell would be hundreds."""


def damage_all_rows(writer: Writer) -> None:
    """Overwrite all but the schema's pages of the file that a writer has open."""
    writer.read(lambda db: db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()).result()
    file = newest_file(writer.path)
    with file.open("r+b") as bytes_of_it:
        bytes_of_it.seek(8 * PAGE)
        bytes_of_it.write(random.Random(1).randbytes(file.stat().st_size - 8 * PAGE))


def test_messages_caused_by_the_damage_disappear_once_the_data_is_restored(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.receive()
    bench.load()
    path: Path = bench.writer.path
    back_up(path, NOW)
    loaded = bench.column("number")
    damage_all_rows(bench.writer)
    with bench.qtbot.capture_exceptions() as met:  # which the program's hook says in the banner, too
        bench.window.tabs.page.model.reread()
        bench.qtbot.waitUntil(lambda: bench.says("is damaged"))
        bench.qtbot.waitUntil(lambda: newest_file(path) != path)
        bench.qtbot.waitUntil(lambda: not bench.says("is damaged"))
        bench.qtbot.waitUntil(lambda: bench.column("number") == loaded)
        bench.settle()  # what was asked before may be answered only now
    assert {kind for kind, *_ in met} <= {StoreDamagedError}
    assert len(met) < MOST
    assert "QPainter" not in capfd.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed elsewhere")
def test_a_removed_file_is_saved_again_and_an_alert_says_so(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.receive()
    bench.load()
    path: Path = bench.writer.path
    loaded = bench.column("number")
    bench.qtbot.waitUntil(lambda: bench.window.state.alert_marks is not None)
    alerts = bench.window.alerts.list
    with bench.qtbot.waitSignal(bench.window.current_day.reload_noted):
        for one in path.parent.glob("*.sqlite*"):
            one.unlink()
        bench.qtbot.waitUntil(lambda: [one.kind for one in alerts.kept] == [AlertKind.RESTORED])
    (recovery,) = [one.recovery for one in alerts.kept]
    assert recovery is not None
    assert recovery.is_whole
    assert newest_file(path).exists()
    bench.qtbot.waitUntil(lambda: bench.column("number") == loaded)  # derived anew, and shown
