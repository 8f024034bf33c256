"""Pictures made to take memory or time, opened in the dialog of a photo: the window stays as it is, and no process is
left."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.qt_threads.worker_pool import WorkerPool
from app.ui.details.detail_lines import PhotoLink
from app.ui.photos.photo_dialog import PhotoDialog, Photos
from tests.carrier.scripted_carrier import says
from tests.faults.figures import Figures, Length
from tests.faults.picture_bombs import bombs, slow_bomb
from tests.faults.stillness import MOST, Stillness
from tests.photos.servers import Place, serving
from tests.ui.conftest import window_context

FAULT = "picture bombs"
_LARGEST = 10_000_000
_MEGABYTE = 1024
"""In kB, as the system counts."""
_WINDOW, _DECODER = 500, 300
"""Memory in MB: 213 MB of pixels and what the server in this process takes; 256 MB and the libraries."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes and their memory are counted by /proc")


def decoders(parent: int | str = "self") -> list[int]:
    """Return the ids of the decoders that a process has started and that have not ended."""
    children = ""
    for thread in Path(f"/proc/{parent}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended since
            children += (thread / "children").read_text(encoding="ascii")
    return [process for process in map(int, children.split()) if is_decoder(process)]


def is_decoder(process: int) -> bool:
    """Tell whether a process is a decoder that has not ended."""
    try:
        return b"app.picture_decoder" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def megabytes(process: int | str) -> float:
    """Return the most memory that a process has taken."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+)", status)
    return int(found[1]) / _MEGABYTE if found else 0


class Desk:
    """A window that opens the photos of a server, and what that took."""

    def __init__(self, qtbot: QtBot, workers: WorkerPool, place: Place) -> None:
        self._qtbot = qtbot
        self._parent = QWidget()
        qtbot.addWidget(self._parent)
        self._parent.show()
        context = window_context(self._parent, workers=workers)
        self._photos = Photos(context, lambda _address: place.photo(largest=_LARGEST))
        self._link = PhotoLink(7, place.url)
        self._look = QTimer(interval=5)
        self._look.timeout.connect(self._measure)
        self._look.start()
        self.of_decoders = 0.0

    def open(self) -> PhotoDialog:
        """Open the next photo."""
        self._photos.open(self._link)
        return self._parent.findChildren(PhotoDialog)[-1]

    def shown(self) -> str:
        """Open the next photo, and close it once it is there; return what is said in its place."""
        dialog = self.open()
        self._qtbot.waitUntil(lambda: dialog.view.isVisible() or dialog.again.isVisible())
        said = "" if dialog.view.isVisible() else dialog.problem.text()
        if not said:
            dialog.view.grab()
        with self._qtbot.waitSignal(dialog.destroyed):
            dialog.reject()
        return said

    def _measure(self) -> None:
        for process in decoders():
            self.of_decoders = max(self.of_decoders, megabytes(process))


@pytest.fixture
def workers(qtbot: QtBot) -> Iterator[WorkerPool]:
    workers = WorkerPool()
    yield workers
    workers.stop()


def test_a_bomb_is_shown_or_said_and_takes_nothing_of_the_window(
    qtbot: QtBot, workers: WorkerPool, length: Length, figures: Figures
) -> None:
    opened = [bomb for bomb in bombs() if bomb.is_short or length is Length.FULL]
    wrong, left, still = [], 0, Stillness()
    with serving(*(says(200, bomb.file) for bomb in opened)) as place:
        desk = Desk(qtbot, workers, place)
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # from here on the most memory is measured
        before = megabytes("self")
        for bomb in opened:
            with still.watched():
                said = desk.shown()
            left += len(decoders())
            if not re.search(bomb.said, said):
                wrong.append(f"{bomb.name}: {said}")
        taken = megabytes("self") - before
    assert wrong == []
    figures.at_least("bombs opened", len(opened), length.of(8, 50))
    figures.at_most("decoders left", left, 0)
    figures.at_most("memory that the window took", taken, _WINDOW, "MB")
    figures.at_most("memory that a decoder took", desk.of_decoders, _DECODER, "MB")
    figures.at_most("longest stand-still of the window", still.worst, MOST, "s")


def test_a_photo_that_is_closed_ends_its_decoder(
    qtbot: QtBot, workers: WorkerPool, length: Length, figures: Figures
) -> None:
    count = length.of(2, 20)
    with serving(*[says(200, slow_bomb())] * count) as place:
        desk = Desk(qtbot, workers, place)
        for _ in range(count):
            dialog = desk.open()
            qtbot.waitUntil(lambda: bool(decoders()) or dialog.view.isVisible())  # noqa: B023 - at once
            dialog.reject()
            qtbot.waitUntil(lambda: not decoders())
    figures.at_least("photos closed while they were decoded", count, count)


_WINDOW_PROCESS = """
import sys
from app.domain.cancellation import Cancellation
from app.photos.decoding import decode
print(flush=True)
decode(sys.stdin.buffer.read(), Cancellation())
"""


def test_a_decoder_does_not_outlive_a_window_that_is_killed(qtbot: QtBot, length: Length, figures: Figures) -> None:
    count = length.of(2, 20)
    for _ in range(count):
        with subprocess.Popen([sys.executable, "-c", _WINDOW_PROCESS], stdin=subprocess.PIPE) as window:
            assert window.stdin is not None
            window.stdin.write(slow_bomb())
            window.stdin.close()
            qtbot.waitUntil(lambda: bool(decoders(window.pid)))
            started = decoders(window.pid)
            window.send_signal(signal.SIGKILL)
            window.wait()
            qtbot.waitUntil(lambda: not any(map(is_decoder, started)))  # noqa: B023
    figures.at_least("windows killed while they had a photo decoded", count, count)
