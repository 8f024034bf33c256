"""A second start on the same data, with real processes on a virtual display."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap.instance_server import name_of
from app.bootstrap.single_instance import SingleWindow, StartResult
from tests.flows.conftest import Bench
from tests.proxies.programs import free_port
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a display of Linux")

Start = Callable[[Path], "subprocess.Popen[str]"]
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


def ended(process: "subprocess.Popen[str]") -> tuple[int, str]:
    _, said = process.communicate(timeout=PATIENCE)
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
    wait_until(lambda: any(one.poll() is not None for one in processes), "one ends")
    return next(one for one in processes if one.returncode is not None)


def test_the_second_start_raises_the_first_window_and_ends(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = opened(start, folder)
    crashed = folder / "log" / "despacho-1.fatal"
    crashed.write_text("Fatal Python error: Segmentation fault\n")
    assert ended(start(folder / ".." / "data")) == (0, "")
    assert crashed.exists()  # it is for a window to tell of
    assert not list(folder.glob("log/crash-*"))
    assert log_of(folder).count("this window comes to the front") == 2
    other = opened(start, tmp_path / "José Ñandú 🚚 x")
    assert first.poll() is None
    for one in (first, other):
        one.terminate()
        assert ended(one) == (0, "")


def test_files_of_a_killed_window_do_not_block_the_next(start: Start, tmp_path: Path) -> None:
    killed = opened(start, tmp_path / "data")
    killed.kill()
    killed.wait(PATIENCE)
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
        with qtbot.waitSignal(first.raise_asked):
            first.listen()
        qtbot.waitUntil(lambda: second.poll() is not None)
        assert second.stdout.read().splitlines()[-1] == StartResult.RAISED.value


def test_a_window_that_closes_before_it_listens_frees_the_folder(tmp_path: Path, qapp: QApplication) -> None:
    with SingleWindow(tmp_path).acquired() as result:
        assert result is StartResult.FIRST
    with SingleWindow(tmp_path).acquired() as result:
        assert result is StartResult.FIRST


@pytest.fixture
def short_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files whose path leaves space for a socket's, without a runtime folder."""
    with tempfile.TemporaryDirectory(prefix="despacho-test-") as folder:
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def socket_folder(data: Path) -> Path | None:
    name = name_of(data)
    return Path(name).parent if name is not None else None


def made(folder: Path, mode: int = 0o700) -> Path:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    return folder


def test_the_socket_is_in_the_first_folder_that_no_other_user_can_change(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, runtime = made(short_folder / "data"), made(short_folder / "run")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert socket_folder(data) == runtime
    runtime.chmod(0o770)
    assert socket_folder(data) == data
    data.chmod(0o755)  # others can read the data, but not replace the socket
    assert socket_folder(data) == data
    data.chmod(0o1777)
    temporary = socket_folder(data)
    assert temporary == short_folder / f"despacho-{os.getuid()}"
    assert temporary.stat().st_mode & 0o777 == 0o700


def test_the_name_of_the_socket_is_that_of_the_folder_however_its_path_is_written(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as in other letters, where the system takes them for the same: here the folder is moved to them."""
    data, other = made(short_folder / "datos"), made(short_folder / "other")
    (short_folder / "link").symlink_to(data)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(made(short_folder / "run")))
    name = name_of(data)
    assert name == name_of(short_folder / "link") == name_of(data / ".." / "datos")
    assert name_of(data.rename(short_folder / "DATOS")) == name
    assert name_of(other) != name
    assert name_of(short_folder / "nowhere") is None


def test_folders_with_too_long_a_path_are_not_used_for_the_socket(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(made(short_folder / ("r" * 120))))
    data = made(short_folder / ("d" * 120))
    temporary = socket_folder(data)
    assert temporary is not None
    assert temporary.parent == short_folder
    monkeypatch.setattr(tempfile, "tempdir", str(made(short_folder / ("t" * 120))))
    assert name_of(data) is None


def test_without_a_safe_folder_a_second_start_opens_its_own_window_at_once(
    short_folder: Path, qapp: QApplication, caplog: pytest.LogCaptureFixture
) -> None:
    """As where another user made the folder for temporary files first, and can answer at a socket in it."""
    data = made(short_folder / "data", 0o1777)
    made(short_folder / f"despacho-{os.getuid()}", 0o777)
    first = SingleWindow(data)
    with first.acquired():
        first.listen()
        assert "cannot raise this window" in caplog.text
        with SingleWindow(data).acquired() as second:
            assert second is StartResult.NO_ANSWER


def test_a_link_is_no_safe_folder_for_the_socket(short_folder: Path) -> None:
    data = made(short_folder / "data", 0o1777)
    (short_folder / f"despacho-{os.getuid()}").symlink_to(made(short_folder / "elsewhere"))
    assert name_of(data) is None
