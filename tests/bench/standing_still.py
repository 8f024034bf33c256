"""How long the window stands still while 10,000 shipments are loaded, searched, sorted and scrolled through.

A measurement, no test: `python -m tests.bench.standing_still [SHIPMENTS]` in the project's environment, on a display or
under `xvfb-run`. The carrier is a process of its own; the window, the store and the threads are the real ones. A timer
asks to be woken every 2 ms: how much later it is woken is how long the window stood still.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.credentials.credentials import Credentials
from app.credentials.vault import SessionVault
from app.desk.table_page import TablePage
from app.domain.credentials import SecretName
from app.journal.journal import Journal
from app.journal.redaction import Redactor
from app.main.desk import Desk
from app.services.workplace import Workplace
from app.store.writer import Writer

_TICK = 0.002


class Watch:
    """Notes the longest time without an event loop."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=int(_TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._wake)
        self._last = time.perf_counter()
        self.worst = 0.0

    def _wake(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last - _TICK)
        self._last = now

    @contextmanager
    def over(self, what: str) -> Iterator[None]:
        """Print how long a step took and how long the window stood still in it."""
        self._last = began = time.perf_counter()
        self.worst = 0.0
        self._timer.start()
        yield
        self._wake()
        self._timer.stop()
        print(f"{what:<44} {1000 * (time.perf_counter() - began):8.0f} ms {1000 * self.worst:8.0f} ms", flush=True)  # noqa: T201


def wait_for(signal: object, act: Callable[[], object]) -> None:
    """Do something and run the event loop until the signal comes."""
    loop = QEventLoop()
    signal.connect(loop.quit)  # type: ignore[attr-defined]  # a bound signal
    act()
    loop.exec()
    QApplication.processEvents()


def type_words(page: TablePage, field: object, words: str) -> None:
    """Type letter by letter, each as soon as the rows of the one before are shown."""
    for letter in words:
        wait_for(page.rows_shown, lambda letter=letter: QTest.keyClick(field, letter))  # type: ignore[call-overload, misc]


def main() -> None:
    """Go through a day."""
    shipments = sys.argv[1] if len(sys.argv) > 1 else "10000"
    command = [sys.executable, "-m", "app", "simulate", "--port", "0", "--shipments", shipments, "--per-minute", "600"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as carrier,
        tempfile.TemporaryDirectory() as folder,
    ):
        assert carrier.stdout is not None
        credentials = Credentials({}, SessionVault(), SessionVault())
        credentials.write(SecretName.AUTHORIZATION_TOKEN, str(uuid4()))
        credentials.write(SecretName.AUTHORIZATION_USER, "bench")
        place = Workplace(Path(folder), {}, credentials)
        place.settings_file.write({"base_url": carrier.stdout.readline().strip(), "carrier": "BENCH"})
        app = QApplication([])
        with Writer(place.database) as writer:
            go_through(Desk(app, place, writer, is_demo=False, journal=Journal(place.folder, Redactor())))
        carrier.terminate()


def go_through(desk: Desk) -> None:
    """Do what a dispatcher does, step by step."""
    window = desk.window
    window.show()
    page = window.page
    watch = Watch()
    print(f"{'':<44} {'took':>11} {'stood still':>11}")  # noqa: T201
    for what in ("first load, shown", "second load, shown"):
        with watch.over(what):
            wait_for(window.keeper.load_ended, window.keeper.load)
            wait_for(page.rows_shown, page.ask)
    print(f"{len(page.model.ids)} rows")  # noqa: T201
    with watch.over("search, 6 letters"):
        type_words(page, window.top.search, "garcia")
    with watch.over("clear"):
        wait_for(page.rows_shown, window.clear_filters)
    for key in ("recipient", "declared_value", "promised_date"):
        with watch.over(f"sort by {key}"):
            wait_for(page.rows_shown, lambda key=key: page.view.columns_header.sort_by(page.model.position(key)))  # type: ignore[misc]
    with watch.over("scroll to the end, 200 steps"):
        bar = page.view.verticalScrollBar()
        for step in range(200):
            bar.setValue(bar.maximum() * step // 200)
            QApplication.processEvents()
    with watch.over("go down 100 rows"):
        page.view.setFocus()
        for _ in range(100):
            QTest.keyClick(page.view, Qt.Key.Key_Down)
            QApplication.processEvents()
    desk.stop()


if __name__ == "__main__":
    main()
