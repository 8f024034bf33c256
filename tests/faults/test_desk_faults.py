"""The window while its store is locked, its disk full or read-only, its settings damaged: it answers, says what to do,
keeps what was typed, and recovers automatically."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.errors import StoreError
from app.files.process_lock import LOCK_WAIT_SECONDS
from app.logs.crash_reports import unhandled_errors
from app.logs.process_log import Voice
from app.store.writer import Writer
from app.ui.settings.forms import show_value, value_of
from app.ui.settings.settings_dialog import SettingsDialog
from tests.faults.damage.stores import filled, locked, small_disk
from tests.faults.figures import Figures, Length
from tests.faults.stillness import MOST, Stillness
from tests.flows.conftest import RECEIVER_TOKEN, Bench, FixedDay
from tests.flows.places.ways import discard
from tests.flows.test_export import name_file, offered
from tests.flows.test_visits import on_its_way

FAULT = "store locked, disk full, file corrupt"
SERVER = 3.0
NOTE = "At the reception desk; call at five."
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no other process can lock or mount as here")


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Set how long writers wait for a lock by default."""
    submit = Writer.submit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Writer,
            "submit",
            lambda writer, work, timeout=seconds, **how: submit(writer, work, timeout, **how),
        )
        yield


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Refuse to open files for writing on a disk; open ones stay open."""
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of the test's own."""
    folder = tmp_path / "disk"
    with small_disk(folder) as is_own:
        if not is_own:
            pytest.skip("a disk can be mounted by root alone")
        yield folder


@pytest.fixture
def on_disk(qapp: QApplication, qtbot: QtBot, disk: Path) -> Iterator[Bench]:
    """A desk whose data folder is on that disk."""
    with ExitStack() as stack:
        one = Bench(qapp, qtbot, disk / "data", stack)
        one.change_settings(
            carrier="ANDINA-BOG", language="en", theme="light", time_zone="America/Bogota", retry_seconds=0
        )
        one.place = FixedDay(one.folder, {}, one.credentials, lambda: one.clock)
        yield one


class Work:
    """What a dispatcher does meanwhile."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.still = Stillness()
        bench.carrier()
        bench.trust()
        bench.open().load()
        bench.receive()
        row = on_its_way(bench)
        bench.notify(7, "falso_flete", bench.column("number")[row])
        bench.qtbot.waitUntil(lambda: "Failed" in bench.column("shown_status"))
        bench.window.tabs.page.view.selectRow(bench.column("shown_status").index("Failed"))
        bench.qtbot.waitUntil(lambda: bench.window.detail.is_of_row)
        bench.window.follow_up.write_note()
        self.rows = len(bench.window.tabs.page.model.ids)

    def type_and_save(self, note: str) -> list[str]:
        """Note something and have it saved; return what is said of it where that failed."""
        card = self.bench.window.detail.follow_up
        if card.note.text != note:
            card.note.selectAll()
            card.note.insertPlainText(note)
        self.bench.window.follow_up.save_all()
        self.bench.qtbot.waitUntil(lambda: not self.bench.window.follow_up.is_busy)
        self.bench.qtbot.waitUntil(lambda: bool(card.problems()) or not card.unsaved())
        return card.problems()

    def load(self) -> str:
        """Load the day; return what is said of it where that failed."""
        self.bench.load()
        problem = self.bench.window.current_day.problem
        assert problem is None or isinstance(problem, StoreError)
        assert len(self.bench.window.tabs.page.model.ids) == self.rows
        return self.bench.window.banner.text if problem else ""

    def notify(self, visit: int) -> tuple[int, float]:
        """Send a notification from another thread; return the status and how long it took, once it is answered."""
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(self._post, visit)
            self.bench.qtbot.waitUntil(answer.done)
            return answer.result()

    def _post(self, visit: int) -> tuple[int, float]:
        at = f"2026-11-20T10:05:00.{visit:06}"
        data = {"visita_id": visit, "estado_nuevo": "completada", "numero_seguimientos": []}
        with httpx.Client(trust_env=False, timeout=30, verify=False) as client:
            answer = client.post(
                self.bench.receiver_url,
                json={"event": "visita_estado_cambio", "timestamp": at, "data": data},
                headers={"Authorization": f"Bearer {RECEIVER_TOKEN}"},
            )
        return answer.status_code, answer.elapsed.total_seconds()

    def save_settings(self, minutes: int) -> str:
        """Change a setting; return what the dialog says where that failed."""
        window = self.bench.window
        window.settings.open_settings()
        dialog = next(one for one in window.findChildren(SettingsDialog) if one.isVisible())
        show_value(dialog.fields["refresh_minutes"], minutes)
        dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
        self.bench.qtbot.waitUntil(lambda: not isValid(dialog) or dialog.error.isVisible())
        if not isValid(dialog):
            return ""
        said = dialog.error.text()
        assert said
        assert value_of(dialog.fields["refresh_minutes"]) == minutes  # what was typed is there
        discard(dialog)
        self.bench.qtbot.waitUntil(lambda: window.findChild(SettingsDialog) is None)
        return said

    def export(self, path: Path) -> str:
        """Export what is shown; return what is said where that failed."""
        said: list[str] = []
        dialog = offered(self.bench)
        dialog.csv.setChecked(True)
        name_file(self.bench, dialog, path)
        window = self.bench.window
        self.bench.qtbot.waitUntil(lambda: window.exporting.dialog is None or dialog.error.isVisible() or path.exists())
        if window.exporting.dialog is not None and dialog.error.isVisible():
            said.append(dialog.error.text())
            dialog.reject()
        return " ".join(said)


def test_a_store_locked_by_another_process(bench: Bench, figures: Figures, length: Length) -> None:
    work, slowest = Work(bench), 0.0
    for by_sqlite in length.of((False,), (False, True)):
        note = f"{NOTE} {by_sqlite}"
        with (
            locked(bench.place.database, by_sqlite=by_sqlite),
            waiting_at_most(length.of(0.5, LOCK_WAIT_SECONDS)),
            work.still.watched(),
        ):
            status, seconds = work.notify(8 + by_sqlite)
            slowest = max(slowest, seconds)
            assert status == 503
            assert "Wait a moment and try again" in " ".join(work.type_and_save(note))
            assert bench.window.detail.follow_up.note.text == note
            assert "Wait a moment and try again" in work.load()
        with work.still.watched():
            bench.qtbot.waitUntil(lambda: work.notify(10 + by_sqlite)[0] == 200)  # noqa: B023 - at once
            assert work.type_and_save(note) == []
            assert work.load() == ""
    figures.at_most("locked: until the window's receiver answers 503", slowest, SERVER, "s")
    figures.at_most("locked: longest stand-still of the window", work.still.worst, MOST, "s")


Trouble = Callable[[Path], AbstractContextManager[None]]


@pytest.mark.parametrize("trouble", [filled, read_only], ids=["full", "read only"])
def test_a_disk_that_cannot_be_written(
    trouble: Trouble, disk: Path, on_disk: Bench, figures: Figures, length: Length
) -> None:
    name = "full" if trouble is filled else "read only"
    bench, words = on_disk, "full" if trouble is filled else "cannot be"
    with bench.journal.opened(Voice.DESK):
        work = Work(bench)
        before = bench.place.settings_file.path.read_bytes()
        with trouble(disk), work.still.watched():
            statuses = [work.notify(20)]
            while statuses[-1][0] != 503:  # what room was left in the log of the database is used up
                statuses.append(work.notify(20 + len(statuses)))
            note = " ".join([NOTE] * 100)[:1900]
            said = {
                "note": " ".join(work.type_and_save(note)),
                "load": work.load(),
                "settings": work.save_settings(22),
                "export": work.export(disk / "shown.csv"),
            }
            assert bench.window.detail.follow_up.note.text.strip() == note.strip()
            assert bench.place.settings_file.path.read_bytes() == before
            bench.window.keep_state()  # window.ini cannot be written: without a message
        assert {status for status, _ in statuses} <= {200, 503}
        silent = [what for what, one in said.items() if not one]
        assert silent == [], said
        assert words in said["note"], said
        with work.still.watched():
            bench.qtbot.waitUntil(lambda: work.notify(9)[0] == 200)
            bench.qtbot.waitUntil(lambda: work.type_and_save(note) == [])  # one begun before may end now
            assert work.load() == ""
            assert work.save_settings(33) == ""
            assert work.export(disk / "shown.csv") == ""
        assert bench.place.settings_file.read().refresh_minutes == 33
        assert not [
            path for path in disk.rglob("*") if path.name.startswith("settings.toml") and path.suffix != ".toml"
        ]
    slowest = max(seconds for _, seconds in statuses)
    figures.at_most(f"{name}: things that failed without a word", len(silent), 0)
    figures.at_most(f"{name}: until the window's receiver answers", slowest, SERVER, "s")
    figures.at_most(f"{name}: longest stand-still of the window", work.still.worst, MOST, "s")


def test_settings_that_are_damaged_while_the_window_is_open(bench: Bench, figures: Figures) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    path, window = bench.place.settings_file.path, bench.window
    good, failed = path.read_bytes(), 0
    with unhandled_errors(bench.desk._uncaught):  # as the program runs
        for damaged in (b"= no toml", b"\xff\xfe\x00", b'time_zone = "Nowhere/Land"\n', b"retry_seconds = [1]\n"):
            path.write_bytes(damaged)
            window.notices.errors.show_failure("")
            bench.load()
            assert window.current_day.problem is not None
            words = window.banner.text + bench.desk.say(window.current_day.problem.user_message)
            assert "settings.toml" in words or "The setting" in words
            window.settings.open_settings()
            bench.qtbot.waitUntil(lambda: "settings" in window.banner.text or "setting" in window.banner.text)
            assert path.read_bytes() == damaged  # a file that can be repaired is not overwritten
            assert bench.notify(60, "completada") in ("stored", "duplicate")
            window.clock.tick()
            path.write_bytes(good)
            bench.load()
            failed += window.current_day.problem is not None
    assert len(window.tabs.page.model.ids) == 60
    figures.at_most("damaged settings: loads that fail once they are mended", failed, 0)
