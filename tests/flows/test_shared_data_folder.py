"""A desk and `despacho receive` on the same data: one of them listens, and both show the notifications."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.domain.reception.reception_state import ReceptionState
from app.domain.views.columns import Table
from app.services.receiving.restarted_server import ListenAddress
from tests.flows.conftest import RECEIVER_TOKEN, Bench
from tests.waiting import PATIENCE


@pytest.fixture
def elsewhere(bench: Bench) -> Iterator[str]:
    """The URL of a receiver that is another process, on the bench's data."""
    environment = {**os.environ, "DESPACHO_DATA_DIR": str(bench.folder), "DESPACHO_RECEIVER_TOKEN": RECEIVER_TOKEN}
    command = [sys.executable, "-m", "app", "receive", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        yield other.stdout.readline().strip()
        other.terminate()
        other.communicate(timeout=PATIENCE)
    assert other.returncode == (1 if sys.platform == "win32" else 0)  # there it is ended, and not asked


def test_notifications_received_by_another_process_are_shown(bench: Bench, elsewhere: str) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    port = int(elsewhere.split(":")[2].split("/", maxsplit=1)[0])
    bench.desk.listen(ListenAddress("127.0.0.1", port, "/visitas"))
    bench.qtbot.waitUntil(
        lambda: bench.desk.receiver_supervisor.reception in (ReceptionState.TAKEN, ReceptionState.ELSEWHERE)
    )
    bench.receiver_url = elsewhere
    number = bench.column("number")[0]
    assert bench.notify(5, "falso_flete", number) == "stored"
    bench.qtbot.waitUntil(lambda: bench.column("shown_status")[0] == "Failed")
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.pages[Table.VISITS].model.ids) == 1)
