"""Whatever happens to the process that loads days, notifications are kept and the board follows from the facts."""

import os
import random
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import quantiles
from threading import Event

import pytest

from app.domain.errors import LoadProcessError
from app.store.notification_ingest import NotificationIngest
from tests.board.board_rows import board_of
from tests.board.test_large_days import received
from tests.carrier.scripted_carrier import says
from tests.database import connected, wait_until_derived
from tests.faults.figures import Figures, Length, seconds_of
from tests.load_process.loading import GOOD, LESS, STEPS, loading
from tests.temporary_store import aviso
from tests.waiting import PATIENCE

FAULT = "the load process killed, suspended"
FAULTS = ("killed", "killed", "killed", "killed", "suspended", "out of memory", "a line broken off", "another version")
"""What happens to it, at a random step of a load or when it starts."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX'")


def test_a_load_process_that_goes_at_any_step_loses_no_notification(
    tmp_path: Path, length: Length, figures: Figures
) -> None:
    chance, wanted, sent, failed = random.Random(1), length.of(8, 500), count(), 0
    answers: list[float] = []
    with loading(tmp_path / "data") as loads, ThreadPoolExecutor(1) as sender:
        intake, is_over = NotificationIngest(loads.writer), Event()

        def answer() -> None:
            saving = intake.save(received(aviso(next(sent), "12:00:05", "completada", "1")))
            answers.append(seconds_of(lambda: saving.result(PATIENCE)))

        def send() -> None:
            while not is_over.wait(0.1):
                answer()

        sending = sender.submit(send)
        for nth in count():
            if failed == wanted:
                break
            fault = chance.choice(FAULTS)
            loads.process.patience = 1 if fault == "suspended" else PATIENCE
            pid = loads.process.pid
            if fault == "another version" and pid is not None:  # which it says when it starts
                os.kill(pid, signal.SIGKILL)
            loads.fault(fault if fault == "another version" else f"{chance.choice(STEPS)}: {fault}")
            try:
                loads(says(200, (GOOD, LESS)[nth % 2]))  # survives a lack of memory while it derives: that is repeated
            except LoadProcessError:
                failed += 1
        is_over.set()
        sending.result()
        wait_until_derived(loads.writer)
        before = board_of(loads.writer.path)
        loads.writer.rebuild(lambda _done, _total: None)
        unlike = before != board_of(loads.writer.path)
        with connected(loads.writer.path) as db:
            (found,) = db.execute("SELECT count(*) FROM notification").fetchone()
    figures.at_least("loads whose process went", failed, wanted)
    figures.at_most("notifications answered and not kept", len(answers) - found, 0)
    figures.at_most("boards that a rebuild makes otherwise", int(unlike), 0)
    figures.at_most("99 % of the answers meanwhile", quantiles(answers, n=100)[98], 0.15, "s")
