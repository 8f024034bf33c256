"""Every notification that was answered 200 is in the file, whenever the process is killed."""

import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Event, Lock
from urllib.parse import urlsplit

import pytest

from app.store.opening import FILE_NAME

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

CYCLES = 100
SENDERS = 6
TOKEN = "a-token-of-the-test"


class Receivers:
    """Receivers on one data folder, one after the other."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "DESPACHO_RECEIVER_TOKEN": TOKEN, "DESPACHO_TIME_ZONE": "America/Bogota"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.flows.receivers", str(folder)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self) -> tuple[int, str]:
        """Return the next one's process id and URL."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline()), self._process.stdout.readline().strip()

    def stop(self) -> None:
        """End."""
        self._process.communicate(timeout=60)


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


def test_every_answered_200_is_there_after_any_of_a_hundred_kills(receivers: Receivers, tmp_path: Path) -> None:
    dice = random.Random(3)
    visits = count(1)
    answered: list[int] = []
    with ThreadPoolExecutor(SENDERS) as pool:
        for _ in range(CYCLES):
            process, url = receivers.start()
            load = Load(url, visits, enough=dice.randint(1, 40))
            sending = [pool.submit(load.send) for _ in range(SENDERS)]
            assert load.had_enough.wait(60)
            os.kill(process, signal.SIGKILL)
            load.stopped.set()
            for sender in sending:
                sender.result()
            answered += load.kept
    with closing(sqlite3.connect(tmp_path / "data" / FILE_NAME)) as db:
        kept = {row[0] for row in db.execute("SELECT visit_id FROM notification JOIN visit ON visit.id = visit_id")}
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert len(answered) >= CYCLES
    assert [visit for visit in answered if visit not in kept] == []
