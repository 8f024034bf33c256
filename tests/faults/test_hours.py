"""After many starts, and hours of traffic, the receiver uses no more resources than at first.

The traffic is compressed: it contains the notifications of 8 hours, sent as fast as possible. Things that depend on
time itself, such as heartbeats, are those of some minutes.
"""

import gc
import os
import socket
import struct
import subprocess
import sys
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.process import SECRETS, Despacho
from tests.faults.figures import Figures, Length
from tests.faults.running_receiver import Running, needs_proc, send_all
from tests.waiting import wait_until
from tests.webhook.conftest import server, start_server
from tests.webhook.running_server import DEADLINE, TOKEN, RunningServer, request, visit
from tests.webhook.test_lifecycle import port_of, unstarted_server

__all__ = ["server", "start_server"]

FAULT = "start and stop, hours of traffic"
TENTHS = 10
RELOADS = 96  # in 8 hours, one each 5 minutes
HURRY = 1000  # times as fast

_HANDLES = 64
"""Windows' number for a table of all handles: how many there are, something reserved, then the entries."""
_HANDLE = "PNNIHHII"
"""An entry: the object, the process, the handle, and what is not asked for here."""
_HANDLE_BYTES = struct.calcsize(_HANDLE)


def held_open() -> int:
    """Return the number of open files and connections of this process; on Windows, of all its handles."""
    if sys.platform != "win32":
        return len(os.listdir("/dev/fd"))  # noqa: PTH208 - only their number
    import ctypes  # noqa: PLC0415

    table = ctypes.create_string_buffer(1 << 26)  # of all processes; Wine counts none for GetProcessHandleCount
    assert ctypes.windll.ntdll.NtQuerySystemInformation(_HANDLES, table, len(table), None) == 0
    (number,) = struct.unpack_from("N", table)
    entries = struct.iter_unpack(_HANDLE, memoryview(table)[2 * struct.calcsize("N") :][: number * _HANDLE_BYTES])
    return sum(process == os.getpid() for _, process, *_ in entries)


def test_two_hundred_starts_leave_no_resources(length: Length, figures: Figures, server: RunningServer) -> None:
    times = length.of(40, 200)

    def open_and_close(times: int) -> None:
        for _ in range(times):
            other = unstarted_server(server, "127.0.0.1")
            other.start()
            with socket.create_connection(("127.0.0.1", port_of(other)), timeout=DEADLINE) as client:
                client.sendall(request(visit()))
                assert client.recv(12) == b"HTTP/1.1 200"
            other.stop()
            server.store.kept.clear()
        gc.collect()

    tracemalloc.start()
    try:
        open_and_close(5)
        threads, descriptors = set(threading.enumerate()), held_open()
        held, _ = tracemalloc.get_traced_memory()
        open_and_close(times)
        more = (tracemalloc.get_traced_memory()[0] - held) / times
        left = len(set(threading.enumerate()) - threads)
        open_ones = held_open() - descriptors
    finally:
        tracemalloc.stop()
    figures.at_least("openings and closings", times, length.of(40, 200))
    figures.at_most("threads left", left, 0)
    figures.at_most("descriptors left", max(open_ones, 0), 0)
    figures.at_most("held for each", more / 1024, 8, "KB")  # a test's own caches, far less than a server


@contextmanager
def carrier(folder: Path) -> Iterator[str]:
    """Run the demo carrier as a process of its own; give its URL."""
    with Despacho(folder).start("simulate", "--port", "0", "--shipments", "400", stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().decode().strip()
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def accelerated(folder: Path, said: Path, **variables: str) -> Iterator[Running]:
    """Run a receiver that reloads its day in a hurry, and writes what it says to a file."""
    own = {"DESPACHO_RECEIVER_TOKEN": TOKEN, "DESPACHO_LANGUAGE": "en", **SECRETS, **variables}
    command = [sys.executable, "-m", "tests.faults.accelerated_receiver", str(HURRY), "--port", "0"]
    with (
        said.open("wb") as log,
        subprocess.Popen(
            command, env=Despacho(folder).knowing(**own).environment, stdout=subprocess.PIPE, stderr=log
        ) as process,
    ):
        assert process.stdout is not None
        try:
            url = process.stdout.readline().decode().strip()
            assert url, said.read_text()
            yield Running(url, process, folder)
        finally:
            process.terminate()
            process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in said.read_text()


def traffic(first: int, visits: int) -> list[bytes]:
    """Return what comes while so many visits are closed, one each three seconds.

    One in twenty comes three times. Each half minute somebody asks for health, each minute a scanner comes by, and
    each ten minutes something far too large.
    """
    requests: list[bytes] = []
    for number in range(first, first + visits):
        requests += [request(visit(number))] * (3 if number % 20 == 0 else 1)
        if number % 10 == 0:
            requests.append(request(method="GET", path="/healthz", token=None))
        if number % 20 == 0:
            scans = [
                request(visit(), token=f"guess-{number}"),
                request(method="GET", path="/.env", token=None),
                request(path="/cgi-bin/x", token=None),
                b"\x16\x03\x01\x02\x00\x01\x00",
            ]
            requests.append(scans[number // 20 % len(scans)])
        if number % 200 == 0:
            requests.append(request(b" " * 10 * 1024 * 1024))
    return requests


@needs_proc
def test_hours_of_traffic_do_not_grow_its_resources(length: Length, figures: Figures, tmp_path: Path) -> None:
    parts, visits, reloads = length.of((3, 40, 1), (TENTHS, 960, RELOADS // TENTHS + 1))
    said, seen = tmp_path / "said.log", Counter[int]()
    held: list[tuple[float, int, int]] = []
    with (
        carrier(tmp_path / "carrier") as url,
        accelerated(
            tmp_path / "data",
            said,
            DESPACHO_BASE_URL=url,
            DESPACHO_CARRIER="ACME",
            DESPACHO_REFRESH_MINUTES="5",
            DESPACHO_TIME_ZONE="America/Bogota",
        ) as receiver,
    ):
        for tenth in range(parts):
            seen.update(send_all(receiver.port, traffic(tenth * visits, visits), 8))
            wait_until(lambda due=(tenth + 1) * reloads: loads(said) >= due, "the day was loaded again")  # type: ignore[misc]
            held.append((receiver.memory(), receiver.threads(), receiver.descriptors()))
        wait_until(lambda: receiver.descriptors() <= held[0][2] + 3, "its descriptors were closed")
        kept = set(receiver.kept())
        more = max(receiver.descriptors() - held[0][2], 0)
    (first, threads, _), (last, threads_at_last, _) = held[0], held[-1]
    figures.at_least("visits kept, of 8 hours that were compressed into minutes", len(kept), parts * visits)
    figures.at_least("loads of the day meanwhile", loads(said), parts * reloads)
    figures.at_most("answered neither 200 nor 4xx", sum(seen[status] for status in seen if not 200 <= status < 500), 0)
    figures.at_most(
        "memory after all of it, beyond that after a tenth", 100 * max(last / first - 1, 0), length.of(15, 5), "%"
    )
    figures.at_most("threads more", max(threads_at_last - threads, 0), 0)
    figures.at_most("descriptors more (SQLite keeps some for the next who opens the file)", more, 3)


def loads(said: Path) -> int:
    """Return how many times it said that it loaded the day again."""
    return said.read_text().count(" again.")
