"""Message while a suspended process holds a lock: the process's name, and what to do."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.process import DEADLINE, Despacho
from tests.cli.test_receive import RECEIVER_TOKEN, body, post
from tests.cli.wire import DATE
from tests.files.lock_holder import suspended_holder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

_HASTY = """
import sys
from app.board import writer as board_writer
from app.files import process_lock
from app.cli.main import main

board_writer.LARGE_DAY_WAIT_SECONDS = process_lock.LOCK_WAIT_SECONDS = 0.05
sys.exit(main())
"""


def held(pid: int) -> str:
    return (
        f"Another program is using Despacho's data and did not let go: despacho receive, process {pid}. "
        "Wait a moment and try again; if it hangs, end that process."
    )


@pytest.mark.parametrize("name", ["facts", "board"])
def test_an_export_blocked_by_a_suspended_process_ends_and_names_it(copied: Despacho, name: str) -> None:
    for board in copied.folder.glob("board-*"):
        board.unlink()  # so that there is something to derive
    with suspended_holder(copied.folder / f"{name}.lock") as pid:
        ended = subprocess.run(
            [sys.executable, "-c", _HASTY, "export", "shipments", "--date", DATE],
            env=copied.environment,
            capture_output=True,
            check=False,
            timeout=DEADLINE,
        )
    assert (ended.returncode, ended.stdout, ended.stderr.decode()) == (6, b"", f"{held(pid)}\n")
    assert copied.run("export", "shipments", "--date", DATE).code == 0


def test_a_receiver_whose_facts_are_locked_answers_503_and_names_the_process_once(
    despacho: Despacho, tmp_path: Path
) -> None:
    knowing = despacho.knowing(DESPACHO_RECEIVER_TOKEN=RECEIVER_TOKEN, DESPACHO_TIME_ZONE="America/Bogota")
    with knowing.start("receive", "--port", "0") as receiver:
        assert receiver.stdout is not None
        assert receiver.stderr is not None
        url = receiver.stdout.readline().decode().strip()
        assert receiver.stderr.readline() == b"Receiving. Ctrl+C ends it.\n"
        assert post(url, body()).status_code == 200
        assert (despacho.folder / "facts.holder").read_text() == f"{receiver.pid} despacho receive"
        with suspended_holder(despacho.folder / "facts.lock", "despacho fetch") as pid:
            assert [post(url, body(visit)).status_code for visit in (2, 3)] == [503, 503]
            said = receiver.stderr.readline().decode()
        assert said.startswith("Nothing can be saved now, so the receiver asks the provider to try again: ")
        assert f"despacho fetch, process {pid}. Wait" in said
        assert receiver.stderr.readline() == b"Receiving. Ctrl+C ends it.\n"
        assert post(url, body(2)).status_code == 200
        receiver.send_signal(signal.SIGTERM)
        out, rest = receiver.communicate(timeout=DEADLINE)
    assert (out, rest, receiver.returncode) == (b"", b"", 0)
    log = "".join(one.read_text() for one in (despacho.folder / "log").glob("*.log"))
    assert log.count(f"process {pid}") == 1
    exported = despacho.run("export", "notifications", "--date", DATE, "--format", "json")
    assert [one["visita_id"] for one in json.loads(exported.text)] == [1, 2]
