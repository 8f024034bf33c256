"""A real `despacho receive` on a data folder, forked from a process that has imported it."""

import http.client
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.faults.figures import seconds_of
from tests.waiting import PATIENCE, wait_until

TOKEN = "a-token-of-the-test"


class Receiving:
    """One receiver."""

    def __init__(self, process: int, url: str, said: Path) -> None:
        self.process, self.url, self._said = process, url, said

    def post(self, body: bytes) -> int:
        """Send a notification, and return the answer's status."""
        url = urlsplit(self.url)
        with closing(http.client.HTTPConnection(str(url.hostname), url.port, timeout=PATIENCE)) as line:
            line.request("POST", url.path, body, {"Authorization": f"Bearer {TOKEN}"})
            return line.getresponse().status

    def until_kept(self, body: bytes) -> float:
        """Send until it is kept, and return how many seconds that took."""
        return seconds_of(lambda: wait_until(lambda: self._is_kept(body), lambda: f"not kept: {self.said}"))

    def _is_kept(self, body: bytes) -> bool:
        status = self.post(body)
        assert status in (200, 503)
        return status == 200

    def kill(self) -> None:
        """Have it end at once, with nothing done for it."""
        os.kill(self.process, signal.SIGKILL)
        wait_until(lambda: not _is_there(self.process))

    @property
    def said(self) -> str:
        """What it said on standard error."""
        return self._said.read_text(encoding="utf-8", errors="replace")


class Receivers:
    """Starts receivers on one folder, one after the other."""

    def __init__(self, folder: Path, said: Path) -> None:
        environment = {**os.environ, "DESPACHO_RECEIVER_TOKEN": TOKEN, "DESPACHO_TIME_ZONE": "America/Bogota"}
        self.folder = folder
        self._said = said
        with said.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.receiver_forks", str(folder)],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
            )

    @contextmanager
    def receiving(self) -> Iterator[Receiving]:
        """Have one receive. It ends well, and meets no bug."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        process = int(self._line())
        one = Receiving(process, self._line(process), self._said)
        assert one.url.startswith("http"), one.said
        try:
            yield one
        finally:
            with suppress(ProcessLookupError):  # the test killed it
                os.kill(process, signal.SIGTERM)
            wait_until(lambda: not _is_there(process))
        assert "Traceback" not in one.said, one.said

    def stop(self) -> None:
        """End, behind the last one."""
        self._process.communicate(timeout=PATIENCE)

    def _line(self, process: int | None = None) -> str:
        """Return what is printed next; empty where the process ended before."""
        assert self._process.stdout is not None
        while not select.select([self._process.stdout], [], [], 0.2)[0]:
            if process is not None and not _is_there(process):
                return ""
        return self._process.stdout.readline().decode().strip()


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)  # it is a child of the one that forked it, and gone once that has waited for it
    except ProcessLookupError:
        return False
    return True
