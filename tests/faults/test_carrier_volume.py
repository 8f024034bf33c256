"""A day of a hundred thousand shipments: the receiver keeps answering, the window keeps working, memory is bounded."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import httpx
import pytest

from tests.carrier.scripted_carrier import Conversation, Script, ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE, OPERATOR, manifest
from tests.faults.carrier_cases import objects_bomb
from tests.faults.figures import Figures, Length
from tests.faults.stillness import Stillness
from tests.flows.conftest import NOW, RECEIVER_TOKEN, Bench
from tests.waiting import PATIENCE

FAULT = "the carrier's failures"
IN_ONE = 500
PAUSE = 0.02
LONGEST = 3.0
"""Seconds after which a sender must have its answer, even if that is a 503."""
STILL = 2.0
"""Seconds; the test's carrier and client share the same interpreter."""
MEGABYTES = 600
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory of a child is asked of the kernel by wait4")


def many(shipments: int) -> Script:
    """Answer with so many shipments of the size that they really have."""

    async def script(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[")
        for first in range(0, shipments, IN_ONE):
            envios = [{**OPERATOR, "numero": f"{number:06}"} for number in range(first, first + IN_ONE)]
            one = json.dumps(manifest(*envios, number=first), ensure_ascii=False).encode()
            await conversation.send((b"," if first else b"") + one)
        await conversation.send(b"]")

    return script


@contextmanager
def knocking(url: str) -> Iterator[list[tuple[int, float]]]:
    """Send a notification again and again; the status and the seconds of each answer come into the list."""
    answers: list[tuple[int, float]] = []
    over: SimpleQueue[None] = SimpleQueue()

    def knock() -> None:
        headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}"}
        with httpx.Client(trust_env=False, timeout=PATIENCE, headers=headers) as client:
            while over.empty():
                data = {"visita_id": len(answers), "estado_nuevo": "completada", "numero_seguimientos": ["000001"]}
                at = f"{NOW.date()}T10:05:00.{len(answers):06}"
                answer = client.post(url, json={"event": "visita_estado_cambio", "timestamp": at, "data": data})
                answers.append((answer.status_code, answer.elapsed.total_seconds()))
                threading.Event().wait(PAUSE)

    thread = threading.Thread(target=knock)
    thread.start()
    try:
        yield answers
    finally:
        over.put(None)
        thread.join()


def test_receiver_and_window_keep_working_while_a_huge_day_is_loaded(
    bench: Bench, figures: Figures, length: Length
) -> None:
    shipments, still = length.of(5_000, 100_000), Stillness()
    bench.trust()
    bench.open()
    url = bench.receive()
    with ScriptedCarrier(many(shipments)) as carrier:
        bench.change_settings(base_url=carrier.url)
        with knocking(url) as answers, still.watched():
            with bench.qtbot.waitSignal(bench.window.current_day.load_ended, timeout=600_000):
                bench.window.top.load.click()
            bench.settle()
    figures.at_least("shipments of a huge day loaded", len(bench.window.tabs.page.model.ids), shipments)
    refused = [status for status, _ in answers if status not in length.of((200, 503), (200,))]
    figures.at_most(f"of {len(answers):,} notifications meanwhile not kept at once", len(refused), 0)
    figures.at_most("longest answer of the receiver meanwhile", max(seconds for _, seconds in answers), LONGEST, "s")
    figures.at_most("longest stand-still of the window meanwhile", still.worst, STILL, "s")


MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(usage.ru_maxrss)
raise SystemExit(process.returncode)
"""
"""Starts a command from a small process: a child's peak counts what its parent held as it was started."""


def peak_of_fetch(despacho: Despacho, code: int) -> float:
    """Return the most memory that a fetch took, in MB."""
    fetch = ["-m", "app", "fetch", "--carrier", "ACME", "--date", DATE]
    command = [sys.executable, "-c", MEASURED, sys.executable, *fetch]
    ended = subprocess.run(command, env=despacho.environment, stdout=subprocess.PIPE, check=False)
    assert ended.returncode == code
    return int(ended.stdout) / 1024 / (1024 if sys.platform == "darwin" else 1)


def test_memory_is_bounded_whatever_comes(tmp_path: Path, figures: Figures, length: Length) -> None:
    despacho = Despacho(tmp_path / "data")
    shipments = length.of(2_000, 100_000)
    with ScriptedCarrier(many(shipments)) as carrier:
        peak = peak_of_fetch(despacho.asking(carrier.url), 0)
    figures.at_most(f"memory of a fetch of {shipments:,} shipments", peak, MEGABYTES, "MB")
    bomb = says(200, objects_bomb(length.of(30, 300)), {"Content-Encoding": "gzip"})
    with ScriptedCarrier(bomb) as carrier:
        peak = peak_of_fetch(despacho.asking(carrier.url), 5)
    figures.at_most("memory of a fetch whose answer unpacks to a thousand times its size", peak, MEGABYTES, "MB")
