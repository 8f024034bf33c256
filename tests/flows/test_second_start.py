"""A second start on the same data, with real processes on a virtual display."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap.instance_server import name_of
from app.bootstrap.single_instance import SingleWindow, StartResult
from tests.flows.conftest import Bench

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a display of Linux")

Start = Callable[[Path], "subprocess.Popen[str]"]
DEADLINE = 120
SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.bootstrap import instance_server, single_instance

ask = instance_server.is_raised

def ask_and_tell(folder):
    answer = ask(folder)
    print("no answer" if answer is None else "an answer", flush=True)
    return answer

instance_server.is_raised = ask_and_tell
app = QCoreApplication([])
with single_instance.SingleWindow(Path(sys.argv[1])).acquired() as result:
    print(result.value)
"""


@pytest.fixture
def start(display: str) -> Iterator[Start]:
    """Start `despacho` on a data folder."""
    with ExitStack() as stack:
        # Not the test's own folder: a socket's path may have 108 characters.
        temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="despacho-test-"))

        def start(folder: Path) -> "subprocess.Popen[str]":
            left_out = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
            environment = {key: value for key, value in os.environ.items() if key not in left_out}
            environment |= {
                "DISPLAY": display,
                "TMPDIR": temporary,
                "DESPACHO_LANGUAGE": "en",
                "DESPACHO_RECEIVER_PORT": str(free_port()),
            }
            command = [sys.executable, "-m", "app", "--data-dir", str(folder)]
            process = stack.enter_context(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            return process

        yield start


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    _, said = process.communicate(timeout=DEADLINE)
    return process.returncode, said


def log_of(folder: Path) -> str:
    return (folder / "log" / "despacho.log").read_text(encoding="utf-8")


def opened(start: Start, folder: Path) -> "subprocess.Popen[str]":
    """Start twice at once; return the one whose window is open then: the other one ends in order, having raised it."""
    pair = [start(folder), start(folder)]
    second = one_that_ends(pair)
    assert ended(second) == (0, "")
    pair.remove(second)
    assert pair[0].poll() is None
    return pair[0]


def one_that_ends(processes: "list[subprocess.Popen[str]]") -> "subprocess.Popen[str]":
    for nth in range(DEADLINE * 10):
        one = processes[nth % len(processes)]
        with suppress(subprocess.TimeoutExpired):
            one.wait(0.1)
            return one
    raise AssertionError("none ended")


def test_the_second_start_raises_the_first_window_and_ends(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = opened(start, folder)
    crashed = folder / "log" / "despacho-1.fatal"
    crashed.write_text("Fatal Python error: Segmentation fault\n")
    assert ended(start(folder / ".." / "data")) == (0, "")
    assert crashed.exists()  # it is for a window to tell of
    assert not list(folder.glob("log/crash-*"))
    assert log_of(folder).count("this window comes to the front") == 2
    other = opened(start, tmp_path / "other")
    assert first.poll() is None
    for one in (first, other):
        one.terminate()
        assert ended(one) == (0, "")


def test_files_of_a_killed_window_do_not_block_the_next(start: Start, tmp_path: Path) -> None:
    killed = opened(start, tmp_path / "data")
    killed.kill()
    killed.wait(DEADLINE)
    again = opened(start, tmp_path / "data")
    again.terminate()
    assert ended(again) == (0, "")


def test_a_hanging_window_does_not_prevent_another_one(start: Start, tmp_path: Path) -> None:
    hung = opened(start, tmp_path / "data")
    hung.send_signal(signal.SIGSTOP)
    second = start(tmp_path / "data")
    assert second.stderr is not None
    assert second.stderr.readline().startswith("Another window of Despacho has this data open and does not answer.")
    assert ended(start(tmp_path / "data")) == (0, "")  # the one that works comes to the front
    second.terminate()
    assert ended(second) == (0, "")
    hung.kill()


def test_a_minimised_window_is_shown_again(bench: Bench, qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    bench.open()
    bench.window.showMinimized()
    bench.desk.come_to_the_front()
    assert not bench.window.windowState() & Qt.WindowState.WindowMinimized
    assert bench.window.isVisible()


def test_the_folder_is_free_once_its_window_closed(tmp_path: Path, qapp: QApplication) -> None:
    for _ in range(2):
        single = SingleWindow(tmp_path)
        with single.acquired() as result:
            assert result is StartResult.FIRST
            single.listen()


def test_a_second_start_before_the_first_listens_is_answered_once_it_does(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    first = SingleWindow(tmp_path)
    with (
        first.acquired(),
        subprocess.Popen(
            [sys.executable, "-c", SECOND_START, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as second,
    ):
        assert second.stdout is not None
        assert second.stdout.readline() == "no answer\n"
        with qtbot.waitSignal(first.raise_asked, timeout=DEADLINE * 1000):
            first.listen()
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=DEADLINE * 1000)
        assert second.stdout.read().splitlines()[-1] == StartResult.RAISED.value


def test_a_window_that_closes_before_it_listens_frees_the_folder(tmp_path: Path, qapp: QApplication) -> None:
    with SingleWindow(tmp_path).acquired() as result:
        assert result is StartResult.FIRST
    with SingleWindow(tmp_path).acquired() as result:
        assert result is StartResult.FIRST


def test_a_runtime_folder_with_too_long_a_path_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, fits in (("run", True), ("r" * 120, False)):
        runtime = Path(tempfile.gettempdir()) / f"despacho-test-{os.getpid()}" / name
        runtime.mkdir(parents=True)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
        assert Path(name_of(tmp_path)).is_absolute() is fits
        runtime.rmdir()
    runtime.parent.rmdir()
