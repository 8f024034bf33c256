"""`despacho receive` on damaged data: its messages, and the recovered facts."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx
import pytest

from app.board.board_file import is_board_complete
from app.board.reading.reader import Reader
from app.domain.days import Day
from app.facts.file.corruption import DamageMark
from app.facts.file.generations import newest_file
from app.facts.gaps import Heartbeat
from app.facts.recovery.backups import back_up, backups, taken_at
from app.services.receiving.heartbeat import BEAT_SECONDS
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.cli.wire import DATE, good_day
from tests.temporary_store import aviso, damage
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

RECEIVER_TOKEN = "a-receiver-token"
LATER = "2026-06-16"


class Receiving:
    """A receiver, and its output so far."""

    def __init__(self, url: str, said: Path) -> None:
        self.url, self._said = url, said

    @property
    def said(self) -> str:
        return self._said.read_text(encoding="utf-8")

    def post(self, body: bytes) -> int:
        headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}"}
        with httpx.Client(headers=headers, trust_env=False, timeout=PATIENCE, verify=False) as client:
            return client.post(self.url, content=body).status_code


@contextmanager
def receiving(despacho: Despacho, beat: float = BEAT_SECONDS) -> Iterator[Receiving]:
    """Run a receiver with this heartbeat interval, and the same interval between attempts to load a day."""
    said = despacho.folder.parent / "said"
    knowing = despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN, DESPACHO_TIME_ZONE="America/Bogota")
    command = [sys.executable, "-m", "tests.faults.short_heartbeat", str(beat), "20", "receive", "--port", "0"]
    with (
        said.open("wb") as errors,
        subprocess.Popen(command, env=knowing.environment, stdout=subprocess.PIPE, stderr=errors) as process,
    ):
        assert process.stdout is not None
        try:
            yield Receiving(process.stdout.readline().decode().strip(), said)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert "Traceback" not in said.read_text(encoding="utf-8")


def copied(despacho: Despacho) -> Path:
    """Back up the data now, and return the path of the backup."""
    path = despacho.folder / "facts.sqlite"
    with Writer(path):
        back_up(path, datetime.now(UTC))
    return path


def beat_of(path: Path) -> Heartbeat | None:
    """Return the receiver's last heartbeat."""
    with Reader.opened(path) as reader:
        return reader.heartbeat()


def damage_and_mark(path: Path, *names: str) -> None:
    """Damage these tables or indexes of the data file, and make a process find the damage."""
    for name in names:
        damage(newest_file(path), name)
    damage(newest_file(path))
    DamageMark(path).set("of the test", newest_file(path))


def test_a_day_loaded_after_the_backup_is_loaded_again_if_its_facts_are_lost(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota")
        assert asking.run("fetch", "--carrier", "ACME", "--date", DATE).code == 0
        path = copied(despacho)
        assert asking.run("fetch", "--carrier", "ACME", "--date", LATER).code == 0
        damage_and_mark(path, "content")
        with receiving(asking) as one:
            wait_until(lambda: f"Loaded ACME {LATER} again." in one.said)
            assert "The data was damaged and was restored from the copy of " in one.said
            assert "The days are loaded again automatically." in one.said
            assert f"Loaded ACME {DATE}" not in one.said
    with Reader.opened(path) as reader:
        state = reader.day_state(Day("ACME", datetime.fromisoformat(LATER).date()))
    assert state is not None
    assert state.shipments > 0


def test_after_a_recovery_it_does_not_report_that_nothing_can_be_saved(despacho: Despacho) -> None:
    path = copied(despacho)
    with receiving(despacho) as one:
        assert one.post(aviso(1)) == 200
        wait_until(lambda: is_board_complete(path, newest_file(path)))  # else that meets the damage first
        damage(path)
        with closing(sqlite3.connect(path)) as db, db:  # which makes the receiver read the file anew
            db.execute("UPDATE site SET far_metres = far_metres")
        assert one.post(aviso(2)) in (503, 200)  # the reader may have found the damage first
        wait_until(lambda: "was restored from the copy" in one.said)
        for _ in range(2):  # it would have been reported by then
            wait_until(partial(lambda before: beat_of(path) != before, beat_of(path)))
        said = one.said
        assert one.post(aviso(2)) == 200
    for no_longer in ("Nothing can be saved", "is being restored", "start Despacho"):
        assert no_longer not in said[said.index("was restored from the copy") :]


def test_a_failed_automatic_load_is_reported_once_per_day(despacho: Despacho) -> None:
    with ScriptedCarrier(says(200, good_day())) as carrier:
        path = copied(despacho)
        for date in (DATE, LATER):
            assert (
                despacho.asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota")
                .run("fetch", "--carrier", "ACME", "--date", date)
                .code
                == 0
            )
        damage_and_mark(path, "content")
        with receiving(despacho.knowing(DESPACHO_BASE_URL=carrier.url), beat=0.5) as one:
            failed = "ACME {} could not be loaded again; Despacho will try again later. No keyring"
            for date in (DATE, LATER):
                wait_until(lambda date=date: failed.format(date) in one.said)  # type: ignore[misc]
            log = despacho.folder / "log" / "receive.log"
            wait_until(lambda: log.read_text(encoding="utf-8").count("KeyringUnavailableError") >= 4)  # tried again
            assert one.said.count("No keyring") == 2


def test_the_next_recovery_does_not_go_back_before_the_last_one(despacho: Despacho) -> None:
    path = copied(despacho)
    (first,) = backups(path)
    with receiving(despacho) as one:
        for nth in (2, 3):
            assert one.post(aviso(nth)) == 200
            last = backups(path)[0]
            damage_and_mark(path)
            assert one.post(aviso(10 * nth)) == 200
            wait_until(lambda last=last: backups(path)[0] != last)  # type: ignore[misc]
    with Reader.opened(path) as reader:
        recovery = reader.recovery()
    assert recovery is not None
    assert recovery.backup_at is not None
    assert recovery.backup_at == taken_at(path, backups(path)[1])
    assert recovery.backup_at != taken_at(path, first)
