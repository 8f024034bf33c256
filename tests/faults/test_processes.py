"""A desk, a receiver, loads, exports and backups on the same data at once take turns without errors."""

import http.client
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count, cycle
from pathlib import Path
from threading import Event
from zoneinfo import ZoneInfo

from app.domain.views.columns import EXPORTED_TABLES
from app.facts.file.connect import write_lock
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME, opened_for_reading
from app.facts.recovery.backups import back_up
from tests.cli.ending import ask, started
from tests.cli.process import DEADLINE, Despacho
from tests.database import connected
from tests.faults.figures import Figures, Length
from tests.proxies.programs import free_port
from tests.waiting import wait_until

FAULT = "several processes on the same data"
CARRIER, TOKEN, ZONE = "ANDINA-BOG", "a-token-of-the-test", "America/Bogota"
SENDERS = 3
PAUSE = 0.05
"""Seconds between two notifications of a sender: what a receiver can take is measured elsewhere."""
SECOND = "Another Despacho with this data already listens there."
"""The error with which a second receiver at the same port ends."""

_FIRST_VISIT = 2_000_000_000  # beyond those of the simulated carrier
_WRONG_LINE = re.compile(r"\S+Z (ERROR|CRITICAL) |Traceback|Error:")


class Site:
    """One data folder, the processes that share it, and the notifications that reach it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._said = folder, folder.parent
        self.port = free_port()
        self.path = folder / FILE_NAME
        self.codes: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self.turns: Counter[bool] = Counter()
        self.kept: list[int] = []
        self.stopped = Event()
        self._visits = count(_FIRST_VISIT)
        self.despacho = Despacho(folder).knowing(
            DESPACHO_TIME_ZONE=ZONE,
            DESPACHO_CARRIER=CARRIER,
            DESPACHO_RECEIVER_PORT=str(self.port),
            DESPACHO_RECEIVER_TOKEN=TOKEN,
            DESPACHO_REFRESH_MINUTES="1",
            DESPACHO_LANGUAGE="en",
            QT_QPA_PLATFORM="offscreen",
        )

    @contextmanager
    def running(self, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Have a process run, which says what it says into files, and ends when it is asked to."""
        name = arguments[0] if arguments else "desk"
        with self._file(name, "out").open("wb") as out, self._file(name, "err").open("wb") as err:
            process = started(self.despacho, *arguments, stdout=out.fileno(), stderr=err.fileno())
        try:
            yield process
            assert process.poll() is None, f"{name} has ended: {self.said(name)}"
            ask(process)
            self.codes[f"{name}: {process.wait(DEADLINE)}"] += 1
        finally:
            process.kill()
            process.communicate()

    def url(self, name: str) -> str:
        """Return the line that a process prints once it listens."""
        wait_until(lambda: self._file(name, "out").read_bytes().endswith(b"\n"))
        return self._file(name, "out").read_text(encoding="utf-8").strip()

    def said(self, name: str) -> str:
        """Return what a process wrote to its standard error."""
        return self._file(name, "err").read_text(encoding="utf-8")

    def everything_said(self) -> list[str]:
        """Return the lines of all logs, crash reports and messages."""
        files = [*(self.folder / "log").glob("*.log*"), *self._said.glob("*.err")]
        return [line for one in files if one.suffix != ".lock" for line in self._lines(one)]

    def send(self) -> None:
        """Send notifications one after the other until it is stopped; what is answered 503 comes again."""
        while not self.stopped.wait(PAUSE):
            visit, status = next(self._visits), 503
            while status == 503 and not self.stopped.is_set():
                status = self._post(visit)
                self.answers[status] += 1
            if status == 200:
                self.kept.append(visit)

    def run(self, *arguments: str) -> str:
        """Run a command to its end, and return what it printed."""
        ended = self.despacho.run(*arguments)
        self.codes[f"{arguments[0]}: {ended.code}"] += 1
        assert not _WRONG_LINE.search(ended.said), ended.said
        return ended.text

    def load_and_export(self) -> None:
        """Load the day, and export all, again and again until it is stopped; at least once."""
        for table, ending in zip(cycle(EXPORTED_TABLES), cycle(("csv", "xlsx", "json")), strict=False):
            assert json.loads(self.run("fetch", "--carrier", CARRIER, "--json"))["shipments"] > 0
            self.run("export", table.value, "--output", str(self._said / f"table.{ending}"))
            if self.stopped.is_set():
                break

    def copy(self) -> None:
        """Take copies again and again until it is stopped; at least one."""
        back_up(self.path, datetime.now(UTC))
        while not self.stopped.wait(1):
            back_up(self.path, datetime.now(UTC))

    def take_turns(self) -> None:
        """Take the turn to write again and again until it is stopped; a writer outside its turn is noted."""
        lock = write_lock(self.path)
        with opened_for_reading(newest_file(self.path)) as db:
            while not self.stopped.wait(0.2):
                with lock.acquire(timeout=DEADLINE):
                    before = db.execute("PRAGMA data_version").fetchone()
                    self.stopped.wait(0.2)
                    self.turns[db.execute("PRAGMA data_version").fetchone() == before] += 1

    def _post(self, visit: int) -> int:
        now = datetime.now(ZoneInfo(ZONE))
        data = {"visita_id": visit, "estado_nuevo": "completada", "numero_seguimientos": [str(visit)]}
        body = json.dumps({"event": "visita_estado_cambio", "timestamp": f"{now:%Y-%m-%dT%H:%M:%S.%f}", "data": data})
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)) as line:
            line.request("POST", "/visitas", body, {"Authorization": f"Bearer {TOKEN}"})
            return line.getresponse().status

    def _lines(self, path: Path) -> list[str]:
        with suppress(FileNotFoundError):  # a log moves on to its next file meanwhile
            return path.read_text(encoding="utf-8").splitlines()
        return []

    def _file(self, name: str, ending: str) -> Path:
        return self._said / f"{name}.{ending}"


def what_is_wrong(path: Path, kept: list[int]) -> tuple[int, int]:
    """Return how much is wrong with the file, and how many of the visits it does not have."""
    with connected(path) as db:
        found = db.execute("PRAGMA integrity_check").fetchall() + db.execute("PRAGMA foreign_key_check").fetchall()
        there = {row[0] for row in db.execute("SELECT visit.id FROM visit JOIN notification ON visit_id = visit.id")}
    return len(found) - 1, sum(visit not in there for visit in kept)


def test_processes_that_share_a_folder_take_turns(tmp_path: Path, length: Length, figures: Figures) -> None:
    site, seconds = Site(tmp_path / "data"), length.of(0.0, 600.0)
    simulate = ["--port", "0", "--shipments", length.of("300", "3000"), "--per-minute", "300", "--carrier", CARRIER]
    notify = ["--notify", f"http://127.0.0.1:{site.port}/visitas", "--token", TOKEN]
    with site.running("simulate", *simulate, *notify):
        site.despacho = site.despacho.asking(site.url("simulate"))
        with site.running("receive"), ThreadPoolExecutor(SENDERS + 3) as pool:
            site.url("receive")
            with site.running():
                jobs = [site.load_and_export, site.copy, site.take_turns, *[site.send] * SENDERS]
                running = [pool.submit(job) for job in jobs]
                try:
                    wait_until(lambda: any("“ELSEWHERE”" in line for line in site.everything_said()))
                    second = site.despacho.run("receive")
                    site.stopped.wait(seconds)
                finally:
                    site.stopped.set()
                for one in running:
                    one.result(DEADLINE)
    assert (second.code, second.said.strip()[: len(SECOND)]) == (7, SECOND)
    wrong, lost = what_is_wrong(site.path, site.kept)
    failed = {name: times for name, times in site.codes.items() if not name.endswith(": 0")}
    errors = [one for one in site.everything_said() if _WRONG_LINE.search(one) and SECOND not in one]
    assert newest_file(site.path) == site.path, "the file was set aside"
    assert (failed, errors, set(site.answers) - {503}) == ({}, [], {200})
    figures.at_least("a desk, a receiver, loads, exports and copies at once", seconds, seconds, "s")
    figures.at_most(f"of {site.turns.total()} turns, those in which somebody else wrote", site.turns[False], 0)
    figures.at_most(f"of {site.codes.total()} processes, failed", sum(failed.values()), 0)
    figures.at_most("errors in their logs and messages", len(errors), 0)
    figures.at_most(f"of {len(site.kept)} answered 200 ({site.answers[503]} times 503 before), lost", lost, 0)
    figures.at_most("what is wrong with the file", wrong, 0)
