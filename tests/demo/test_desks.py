"""The demo of several desks: real processes around a real relay."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.proxies.programs import CHECKOUT, program
from tests.waiting import PATIENCE, wait_until

_FACTS = "desks/desk-*/facts.sqlite"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    server = program("nats-server")
    path = os.pathsep.join([str(Path(server.path).parent), os.environ.get("PATH", os.defpath)])
    own = {"PATH": path, "TMPDIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "DESPACHO_LANGUAGE": "en"}
    return {**os.environ, **server.environment, **own}


@pytest.fixture
def demo(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "app", "demo", "--desks", "2", "--per-minute", "600", "--shipments", "200"]
    with subprocess.Popen(command, cwd=CHECKOUT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()


def heard(tmp_path: Path) -> int:
    """Return how many visits the other desk knows, which receives none itself."""
    for file in tmp_path.glob(f"despacho-demo-*/{_FACTS}"):
        with closing(sqlite3.connect(file)) as db:
            try:
                return int(db.execute("SELECT count(*) FROM notification").fetchone()[0])
            except sqlite3.Error:
                return 0
    return 0


def test_what_one_desk_receives_the_other_knows(demo: "subprocess.Popen[str]", tmp_path: Path) -> None:
    wait_until(lambda: demo.poll() is not None or heard(tmp_path) > 0, "the other desk has heard")
    assert demo.poll() is None, demo.stderr.read() if demo.stderr is not None else ""
    demo.terminate()
    demo.wait(PATIENCE)
    assert [path for path in tmp_path.rglob("*") if "despacho-demo-" in str(path)] == []


def test_without_the_relays_program_it_says_what_to_install(environment: dict[str, str]) -> None:
    without = "import shutil; shutil.which = lambda *_, **__: None; from app.cli.main import main; exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", without, "demo", "--desks", "2"],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "apt install nats-server" in ended.stderr
