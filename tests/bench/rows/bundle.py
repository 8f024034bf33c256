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
_FETCHED = "`despacho fetch` of 400 shipments, the whole process"


def _target(figure: str, what: str, asked: float) -> Target:
    """Return a target of the bundle's figure, held against the same one of the sources."""
    own = Compared.TIMES
    return Target(figure, what, asked, compared=own, yardstick="contender", base=f"{figure}_from_sources")


ROW = Row(
    "The bundle that `dev.py build` makes, beside the same program run from its sources",
    "`python -m app`, both timed from outside, with their modules compiled",
    (_target("painted", "process start → window painted, on X11", 1.3), _target("fetched", _FETCHED, 1.5)),
    tried="""
Both are started in turn, as their starts differ by less than other load on the machine makes of them.

The start of a window is what appears on a screen of Xvfb, whose memory is read every 2 ms: painted is what makes a
third of the sampled points differ from an empty screen.

The bundle takes about 0.1 s more processor time to start: its program starts itself anew to find its libraries, and its
modules are unpacked one by one. PyInstaller imported `multiprocessing` at each start (35 ms), which nothing needs; it
is left out.
""",
    yardsticks=(),
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
    """Measure bundle and sources in turn; of each the quickest run counts, as the first finds nothing in a cache."""
    env = {
        **{key: value for key, value in os.environ.items() if not key.startswith("DESPACHO_")},
        **SECRETS,
        "DESPACHO_RECEIVER_TOKEN": "a-token-of-the-benchmark-0123456789",
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "QT_QPA_PLATFORM": "xcb",
    }
    figures: Figures = {}
    with _carrier(env) as url:
        for _ in range(_RUNS):
            for suffix, program in (("", [str(PROGRAM)]), ("_from_sources", _SOURCES)):
                fetch = [*program, "fetch", "--data-dir", str(folder / "loaded"), "--carrier", DAY.carrier]
                took = {
                    f"painted{suffix}": _painted([*program, "--data-dir", str(folder / "started")], env),
                    f"fetched{suffix}": _fetched(fetch, {**env, "DESPACHO_BASE_URL": url}),
                }
                figures.update({key: min(seconds, figures.get(key, seconds)) for key, seconds in took.items()})
    return figures


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


@contextmanager
def _carrier(env: dict[str, str]) -> Iterator[str]:
    """Run a demo carrier, and yield its address."""
    command = [*_SOURCES, "simulate", "--port", "0", "--shipments", str(_SHIPMENTS)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as carrier:
        try:
            assert carrier.stdout is not None
            yield carrier.stdout.readline().strip()
        finally:
            carrier.terminate()


def _fetched(command: Sequence[str], env: dict[str, str]) -> float:
    """Return the seconds that a load takes."""
    began = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began
