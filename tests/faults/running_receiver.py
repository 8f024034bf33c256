"""A real `despacho receive` as a process, its resource use, and many concurrent clients."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.facts.file.opening import FILE_NAME
from tests.cli.ending import ask as ask_to_end
from tests.cli.ending import started
from tests.cli.process import DEADLINE, Despacho
from tests.faults.figures import results_folder
from tests.waiting import PATIENCE
from tests.webhook.running_server import TOKEN

LIMIT = PATIENCE if results_folder() is None else 15.0
"""Seconds for an attempt: in a full run the sender's."""

RESET, SILENT = -1, -2
"""Instead of a status: the connection was closed without an answer, or nothing came within `LIMIT`."""

_PROC = Path("/proc")
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@dataclass(frozen=True)
class Running:
    """A running receiver.

    Args:
        url: its URL.
        folder: its data folder.
    """

    url: str
    process: "subprocess.Popen[bytes]"
    folder: Path

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def memory(self) -> float:
        """Return its resident memory in MB."""
        return _megabytes(self.process.pid, "VmRSS")

    def most_memory(self) -> float:
        """Return its peak resident memory since `forget_most_memory`, in MB."""
        return _megabytes(self.process.pid, "VmHWM")

    def forget_most_memory(self) -> None:
        (_PROC / str(self.process.pid) / "clear_refs").write_text("5")

    def threads(self) -> int:
        return len(os.listdir(_PROC / str(self.process.pid) / "task"))  # noqa: PTH208 - only the count

    def descriptors(self) -> int:
        """Return the number of its open files and connections, without lock files, which it opens and closes often."""
        return sum(not name.endswith(".lock") for name in self._open_names())

    def _open_names(self) -> Iterator[str]:
        for descriptor in (_PROC / str(self.process.pid) / "fd").iterdir():
            with suppress(FileNotFoundError):
                yield str(descriptor.readlink())

    def kept(self) -> list[int | None]:
        """Return the visits of all saved notifications; None for a quarantined one."""
        return kept_in(self.folder)


def kept_in(folder: Path) -> list[int | None]:
    """Return the visits of all saved notifications; None for a quarantined one."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return [row[0] for row in db.execute("SELECT visit_id FROM notification")]


@contextmanager
def receiving(
    folder: Path, *more: str, shell: str = "", token: str | None = TOKEN, **variables: str
) -> Iterator[Running]:
    """Run a receiver while the context lasts; it must exit with 0.

    Args:
        shell: commands that a shell runs before it becomes the receiver.
        token: the receiver's token; None: from the keyring.
    """
    own = {"DESPACHO_TIME_ZONE": "America/Bogota", "DESPACHO_LANGUAGE": "en", **variables}
    if token is not None:
        own["DESPACHO_RECEIVER_TOKEN"] = token
    with started(Despacho(folder).knowing(**own), "receive", "--port", "0", *more, shell=shell) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().decode().strip()
            assert url, process.communicate(timeout=DEADLINE)[1].decode()
            yield Running(url, process, folder)
        finally:
            ask_to_end(process)
            _, said = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said.decode()
    assert b"Traceback" not in said
    assert TOKEN.encode() not in said


def send_all(port: int, requests: Iterable[bytes], at_once: int) -> list[int]:
    """Send requests, each on its own connection and `at_once` concurrently; return their statuses in order."""
    return asyncio.run(_knock(port, requests, at_once))


@contextmanager
def stopped(receiver: Running) -> Iterator[None]:
    """Suspend a receiver; the system still accepts connections for it."""
    os.kill(receiver.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(receiver.process.pid, signal.SIGCONT)


def send_simultaneously(receiver: Running, requests: Sequence[bytes]) -> list[int]:
    """Send requests on connections that the receiver accepts all at the same time; return their statuses in order."""

    async def together() -> list[int]:
        with stopped(receiver):  # so that it accepts all of them at once, however slow the machine is
            opened = [await asyncio.open_connection("127.0.0.1", receiver.port) for _ in requests]
        return await asyncio.gather(*(_status(*one, raw) for one, raw in zip(opened, requests, strict=True)))

    return asyncio.run(together())


async def ask(port: int, raw: bytes) -> int:
    """Send a request on its own connection; return its status, `RESET` or `SILENT`."""
    try:
        return await _status(*await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), LIMIT), raw)
    except TimeoutError:
        return SILENT
    except OSError:
        return RESET


async def _knock(port: int, requests: Iterable[bytes], at_once: int) -> list[int]:
    places = asyncio.Semaphore(at_once)

    async def one(raw: bytes) -> int:
        async with places:
            return await ask(port, raw)

    return await asyncio.gather(*map(one, requests))


async def _status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, raw: bytes) -> int:
    try:
        writer.transport.set_write_buffer_limits(0)
        writer.write(raw)
        await asyncio.wait_for(writer.drain(), LIMIT)  # like most clients, which read the answer afterwards
        line = await asyncio.wait_for(reader.readline(), LIMIT)
        return int(line.split(b" ", 2)[1]) if line else RESET
    except TimeoutError:
        return SILENT
    except OSError:
        return RESET
    finally:
        writer.transport.abort()  # it may still have data to send


def _megabytes(pid: int, name: str) -> float:
    status = (_PROC / str(pid) / "status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith(name + ":"))
    return int(line.split()[1]) / 1024
