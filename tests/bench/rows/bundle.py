"""The built bundle beside the program that runs from its sources: its window, and a load without one."""

import mmap
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.days import DAY, own_copy
from tests.bench.row import Compared, Figures, Row, Target
from tests.bench.rows import start
from tests.cli.process import SECRETS

PROGRAM = Path(__file__).resolve().parents[3] / "build" / "bundle" / "despacho" / "despacho"
ROW = Row(
    "The bundle that `dev.py build` makes, beside the same program run from its sources",
    "`python -m app`, both timed from outside, with their modules compiled",
    (
        Target("painted", "process start → window painted, on X11", 1.3, compared=Compared.TIMES),
        Target("fetched", "`despacho fetch` of 400 shipments, the whole process", 1.5, compared=Compared.TIMES),
    ),
    tried="""
The start of a window is what appears on a screen of Xvfb, whose memory is read every 2 ms: painted is what makes a
third of the sampled points differ from an empty screen.
""",
)

_SHIPMENTS = 400
_RUNS = 5
_SCREEN = "1366x768x24"
_SAMPLED = 4099  # bytes from one sampled point to the next: a prime, so that they are spread over all columns
_POLL_SECONDS = 0.002
_PATIENCE = 60.0
_SOURCES = [sys.executable, "-m", "app"]


def prepare(folder: Path) -> None:
    """Make a data folder whose cached day is today, and one that a load writes to."""
    start.prepare(folder)
    own_copy(folder, _SHIPMENTS, "loaded")


def contender(folder: Path) -> Figures:
    """Measure the bundle."""
    return _measured(folder, [str(PROGRAM)])


def yardstick(folder: Path) -> Figures:
    """Measure the sources."""
    return _measured(folder, _SOURCES)


def _measured(folder: Path, program: Sequence[str]) -> Figures:
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith("DESPACHO_")},
        **SECRETS,
        "DESPACHO_RECEIVER_TOKEN": "a-token-of-the-benchmark-0123456789",
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "QT_QPA_PLATFORM": "xcb",
    }
    return {
        "painted": min(_painted([*program, "--data-dir", str(folder / "started")], env) for _ in range(_RUNS)),
        "fetched": _fetched([*program, "fetch", "--data-dir", str(folder / "loaded"), "--carrier", DAY.carrier], env),
    }


def _painted(command: Sequence[str], env: dict[str, str]) -> float:
    """Return the seconds until a third of a screen of its own is painted."""
    with _screen() as (display, memory):
        empty = memory[::_SAMPLED]
        began = time.perf_counter()
        with subprocess.Popen([*command], env={**env, "DISPLAY": display}) as process:
            try:
                while sum(one != other for one, other in zip(memory[::_SAMPLED], empty, strict=True)) * 3 < len(empty):
                    assert process.poll() is None
                    assert time.perf_counter() - began < _PATIENCE
                    time.sleep(_POLL_SECONDS)
                return time.perf_counter() - began
            finally:
                process.terminate()


@contextmanager
def _screen() -> Iterator[tuple[str, mmap.mmap]]:
    """Start an X11 screen, and yield its name and its memory."""
    reading, writing = os.pipe()
    with TemporaryDirectory() as folder:
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SCREEN, "-fbdir", folder, "-nolisten", "tcp"]
        with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
            try:
                assert select.select([reading], [], [], _PATIENCE)[0]
                display = f":{os.read(reading, 16).decode().strip()}"
                with (
                    (Path(folder) / "Xvfb_screen0").open("rb") as file,
                    mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory,
                ):
                    yield display, memory
            finally:
                server.terminate()
                os.close(reading)
                os.close(writing)


def _fetched(command: Sequence[str], env: dict[str, str]) -> float:
    """Return the time of the quickest of some loads from a demo carrier."""
    served = [*_SOURCES, "simulate", "--port", "0", "--shipments", str(_SHIPMENTS)]
    took = []
    with subprocess.Popen(served, env=env, stdout=subprocess.PIPE, text=True) as carrier:
        try:
            assert carrier.stdout is not None
            asking = {**env, "DESPACHO_BASE_URL": carrier.stdout.readline().strip()}
            for _ in range(_RUNS):
                began = time.perf_counter()
                subprocess.run(command, env=asking, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                took.append(time.perf_counter() - began)
        finally:
            carrier.terminate()
    return min(took)
