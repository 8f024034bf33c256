"""`despacho simulate` and `despacho demo` as processes."""

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.process import DEADLINE, SECRETS, TOKEN, USER, Despacho
from tests.waiting import PATIENCE, wait_until

PNG = b"\x89PNG\r\n\x1a\n"
NO_DISPLAY = "" if sys.platform == "win32" else "There is no display: the demo runs without showing its window.\n"

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@contextmanager
def simulated(despacho: Despacho, stop: signal.Signals, *more: str) -> Iterator[str]:
    """Run the demo carrier, yield its URL, and end it by this signal; it must exit with 0."""
    with despacho.start("simulate", "--port", "0", *more) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.send_signal(stop)
        out, said = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (0, b"")
    assert said.decode().startswith("The demo carrier is running.")
    assert said.count(b"\n") == 1


@on_posix
def test_the_simulated_carrier_answers_until_a_signal_stops_it(despacho: Despacho) -> None:
    with simulated(despacho, signal.SIGTERM, "--shipments", "20", "--per-minute", "0", "--seed", "3") as url:
        assert url.startswith("http://127.0.0.1:")
        headers = {"Authorization-Token": TOKEN, "Authorization-User": USER}
        query = f"{url}/v2/planillas-envios?codigoCarrier=A&fecha=2026-06-15"
        assert httpx.get(query, headers=headers, trust_env=False, timeout=PATIENCE).status_code == 200
        assert httpx.get(query, trust_env=False, timeout=PATIENCE).status_code == 401
        asking = despacho.knowing(DESPACHO_BASE_URL=url, **SECRETS)
        assert asking.run("fetch", "--carrier", "A", "--json").json["shipments"] == 20


@on_posix
def test_ctrl_c_ends_the_simulated_carrier_as_well(despacho: Despacho) -> None:
    with simulated(despacho, signal.SIGINT) as url:
        assert httpx.get(url, trust_env=False, timeout=PATIENCE).status_code == 404


def test_a_taken_port_is_reported(despacho: Despacho) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ended = despacho.run("simulate", "--port", str(port))
    assert (ended.code, ended.out) == (7, b"")
    assert ended.said == f"Port {port} is taken by another program, or reserved. Choose another port.\n"


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Folder for a process's temporary files."""
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


def test_the_demo_writes_its_picture_without_a_display_and_leaves_nothing(despacho: Despacho, temporary: Path) -> None:
    picture = temporary.parent / "desk.png"
    demo = despacho.knowing(TMPDIR=str(temporary), TEMP=str(temporary))
    ended = demo.run("demo", "--screenshot", str(picture), "--quit-after", "1", "--shipments", "20")
    assert (ended.code, ended.out, ended.said) == (0, b"", NO_DISPLAY)
    assert picture.read_bytes().startswith(PNG)
    assert list(temporary.rglob("*")) == []
    assert not despacho.folder.exists()


def test_a_picture_that_cannot_be_is_refused_before_the_window_opens(despacho: Despacho, tmp_path: Path) -> None:
    shown = despacho.knowing(QT_QPA_PLATFORM="a platform that would end the process")
    for picture, said in ((tmp_path / "nowhere" / "desk.png", "does not exist"), (tmp_path, "is a folder")):
        ended = shown.run("demo", "--screenshot", str(picture))
        assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
        assert said in ended.said


@on_posix
def test_the_demo_ends_cleanly_on_a_signal(despacho: Despacho, temporary: Path) -> None:
    demo = despacho.knowing(TMPDIR=str(temporary), QT_QPA_PLATFORM="offscreen")
    picture = temporary.parent / "desk.png"
    with demo.start("demo", "--shipments", "20", "--quit-after", "600", "--screenshot", str(picture)) as process:
        wait_until(lambda: picture.exists() or process.poll() is not None, "its window is there")
        process.terminate()
        _, said = process.communicate(timeout=DEADLINE)
    assert (process.returncode, said) == (0, b"")
    assert list(temporary.rglob("*")) == []
