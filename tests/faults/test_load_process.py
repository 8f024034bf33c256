"""Whatever happens to the process that loads days, notifications are kept and the board follows from the facts."""

import random
import sys
from pathlib import Path

import pytest

from app.domain.errors import LoadProcessError
from app.store.notification_ingest import NotificationIngest
from tests.board.board_rows import board_of
from tests.board.test_large_days import received
from tests.carrier.scripted_carrier import says
from tests.database import connected, wait_until_derived
from tests.faults.figures import Figures, Length
from tests.load_process.loading import GOOD, LESS, STEPS, loading
from tests.temporary_store import aviso
from tests.waiting import PATIENCE

FAULT = "the load process killed, suspended"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX'")


def test_a_load_process_that_goes_at_any_step_loses_no_notification(
    tmp_path: Path, length: Length, figures: Figures
) -> None:
    chance, wanted = random.Random(1), length.of(8, 500)
    answered = unlike = failed = 0
    with loading(tmp_path / "data") as loads:
        intake = NotificationIngest(loads.writer)
        for nth in range(wanted):
            fault = "killed" if chance.random() < 0.8 else "suspended"
            loads.process.patience = 1 if fault == "suspended" else PATIENCE
            loads.fault(f"{chance.choice(STEPS)}: {fault}")
            kept = [intake.save(received(aviso(10 * nth + one, "12:00:05", "completada", "1"))) for one in range(3)]
            try:
                loads(says(200, (GOOD, LESS)[nth % 2]))
            except LoadProcessError:
                failed += 1
            kept += [intake.save(received(aviso(10 * nth + 5, "12:00:06", "falso_flete", "1")))]
            answered += len([one.result(PATIENCE) for one in kept])
        wait_until_derived(loads.writer)
        before = board_of(loads.writer.path)
        loads.writer.rebuild(lambda _done, _total: None)
        unlike = before != board_of(loads.writer.path)
        with connected(loads.writer.path) as db:
            (found,) = db.execute("SELECT count(*) FROM notification").fetchone()
    figures.at_least("loads whose process went", failed, wanted)
    figures.at_most("notifications answered and not kept", answered - found, 0)
    figures.at_most("boards that a rebuild makes otherwise", unlike, 0)
