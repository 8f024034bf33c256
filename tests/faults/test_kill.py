"""Every notification answered 200 is in the file, at whatever moment the process is killed.

A kill during a load is tested in tests/board/test_large_days.py.
"""

import http.client
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Event, Lock
from urllib.parse import urlsplit

import pytest

from app.domain.contract.notifications import Received
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME, is_current
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer
from tests.database import connected
from tests.facts.next_version import be_next_version
from tests.faults.figures import Figures, Length
from tests.faults.recording_vfs import is_vfs_supported
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

FAULT = "kill -9 at any moment under load"
PARTS = 2
SENDERS = 6
ROOT = Path(__file__).parents[2]
VISITS_BEFORE = {"none": range(0), "this": range(1, 31)}
"""The visits that each version before the next one has kept."""
TOKEN = "a-token-of-the-test"


class Receivers:
    """Receivers on one data folder, one after the other."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "DESPACHO_RECEIVER_TOKEN": TOKEN, "DESPACHO_TIME_ZONE": "America/Bogota"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.receiver_forks", str(folder)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self) -> int:
        """Start the next one, and return its process id at once."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        while not (line := self._line()).isdigit():  # the URL of one that was killed
            pass
        return int(line)

    def url(self) -> str:
        """Return the URL of the one that was started, once it listens."""
        return self._line()

    def stop(self) -> None:
        """End."""
        self._process.communicate(timeout=PATIENCE)

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line, "the receivers have ended"
        return line


@pytest.fixture
def receivers(tmp_path: Path) -> Iterator[Receivers]:
    receivers = Receivers(tmp_path / "data")
    yield receivers
    receivers.stop()


class Load:
    """Sends notifications until it is stopped, and keeps what was answered 200."""

    def __init__(self, url: str, visits: Iterator[int], enough: int) -> None:
        self._url = urlsplit(url)
        self._visits = visits
        self._enough = enough
        self._lock = Lock()
        self.kept: list[int] = []
        self.had_enough = Event()
        self.stopped = Event()

    def send(self) -> None:
        """Send one after the other."""
        while not self.stopped.is_set():
            with self._lock:
                visit = next(self._visits)
            try:
                with closing(http.client.HTTPConnection(str(self._url.hostname), self._url.port, timeout=30)) as line:
                    line.request("POST", self._url.path, notification(visit), {"Authorization": f"Bearer {TOKEN}"})
                    if line.getresponse().status == 200:
                        self._keep(visit)
            except (OSError, http.client.HTTPException):
                return  # it was killed

    def _keep(self, visit: int) -> None:
        with self._lock:
            self.kept.append(visit)
            if len(self.kept) >= self._enough:
                self.had_enough.set()


def notification(visit: int) -> bytes:
    data = {"visita_id": visit, "estado_nuevo": "completada", "numero_seguimientos": [str(visit)]}
    return json.dumps({"timestamp": "2026-11-20T12:00:05.000000", "data": data}).encode()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_notification_answered_200_is_there_after_many_kills(
    receivers: Receivers, tmp_path: Path, part: int, length: Length, figures: Figures
) -> None:
    cycles, rng = length.of(12, 1000) // PARTS, random.Random(part)
    visits = count(1)
    answered: list[int] = []
    with ThreadPoolExecutor(SENDERS) as pool:
        for cycle in range(1, cycles + 1):
            process = receivers.start()
            if cycle % 5 == 0:  # before it listens, or hardly after
                Event().wait(rng.uniform(0, 0.15))
                os.kill(process, signal.SIGKILL)
                continue
            load = Load(receivers.url(), visits, enough=rng.randint(1, 40))
            sending = [pool.submit(load.send) for _ in range(SENDERS)]
            assert load.had_enough.wait(60)
            os.kill(process, signal.SIGKILL)
            load.stopped.set()
            for sender in sending:
                sender.result()
            answered += load.kept
    with Writer(tmp_path / "data" / FILE_NAME):
        pass  # as the next start does
    with connected(tmp_path / "data" / FILE_NAME) as db:
        kept = {row[0] for row in db.execute("SELECT visit_id FROM notification JOIN visit ON visit.id = visit_id")}
        wrong = what_is_wrong(db)
    assert len(answered) > cycles // 2
    figures.at_least(f"kills, part {part + 1} of {PARTS}", cycles, cycles)
    figures.at_most(f"of {len(answered)} answered 200, lost", sum(visit not in kept for visit in answered), 0)
    figures.at_most("what is wrong with the file", len(wrong), 0)


def what_is_wrong(db: sqlite3.Connection) -> list[object]:
    found = db.execute("PRAGMA integrity_check").fetchall()
    return [one for one in found if one != ("ok",)] + db.execute("PRAGMA foreign_key_check").fetchall()


def make_before(path: Path, visits: Sequence[int]) -> None:
    """Make a database as this version leaves it; none without visits."""
    path.parent.mkdir()
    if visits:
        with Writer(path) as writer:
            intake = NotificationIngest(writer)
            for visit in visits:
                intake.save(Received.read(notification(visit), datetime.now(UTC))).result()


@pytest.mark.skipif(
    not is_vfs_supported(), reason="SQLite is hidden inside Python, so that its steps cannot be counted"
)
def test_a_kill_at_any_step_of_a_migration_is_completed_by_the_next_start(
    tmp_path: Path, length: Length, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills, wrong, rng = 0, 0, random.Random(5)
    command = [sys.executable, "-m", "tests.faults.killed_migrations"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as updates:
        assert updates.stdin is not None
        assert updates.stdout is not None
        for version, visits in VISITS_BEFORE.items():
            make_before(tmp_path / version / FILE_NAME, visits)
        be_next_version(monkeypatch.setattr)
        for version, visits in VISITS_BEFORE.items():
            step, code = rng.randint(0, 5), -signal.SIGKILL
            while code:
                path = tmp_path / "killed" / FILE_NAME
                shutil.rmtree(path.parent, ignore_errors=True)
                shutil.copytree(tmp_path / version, path.parent)
                updates.stdin.write(f"{path.resolve()} {step}\n")
                updates.stdin.flush()
                code = int(updates.stdout.readline())
                assert code in (0, -signal.SIGKILL)
                with Writer(path):
                    assert newest_file(path) == path
                with connected(path) as db:
                    bodies = [row[0] for row in db.execute("SELECT body FROM notification ORDER BY visit_id")]
                    is_whole = bodies == [notification(visit) for visit in visits] and is_current(path)
                    wrong += not is_whole or bool(what_is_wrong(db))
                kills += code != 0
                step += rng.randint(1, length.of(60, 2))
        updates.stdin.close()
    figures.at_least("kills at a step of an update", kills, length.of(5, 300))
    figures.at_most("updates that lost something or stayed undone", wrong, 0)
