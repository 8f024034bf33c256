"""What other users of the computer can read of a day's work, and who changes the mode of the data folder."""

import os
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QLineEdit, QPushButton

from app.bootstrap.single_instance import SingleWindow
from app.facts.file.corruption import DamageMark
from app.facts.recovery.backups import back_up
from app.logs.process_log import Voice
from tests.flows.conftest import Bench
from tests.flows.test_day import save_to
from tests.flows.test_export import export_to

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")

ASKED = "Other users of this computer can open the data folder"


@pytest.fixture
def no_umask() -> Iterator[None]:
    """Take no permission away from new files, as a careless system may be set up."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> dict[str, str]:
    """Return the modes of all in a folder, and of the folder, that other users may open."""
    found = {str(one.relative_to(folder)): stat.S_IMODE(one.lstat().st_mode) for one in (folder, *folder.rglob("*"))}
    return {name: oct(mode) for name, mode in found.items() if mode & 0o077}


def print_to(bench: Bench, path: Path) -> None:
    bench.window.printing.print_day()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(QPrintDialog) is not None)
    dialog = bench.the(QPrintDialog)
    name = dialog.findChild(QLineEdit, "filename")
    assert isinstance(name, QLineEdit)
    name.setText(str(path))
    with bench.qtbot.waitSignal(bench.window.printing.done):
        dialog.accept()


def test_all_files_of_a_day_are_for_their_owner_alone(no_umask: None, bench: Bench) -> None:
    folder = bench.folder
    single = SingleWindow(folder)
    with single.acquired(), bench.journal.opened(Voice.DESK), bench.journal.crashes_noted(Voice.DESK):
        bench.carrier()
        bench.trust()
        bench.open().load()
        single.listen()
        bench.receive()
        bench.notify(7, "completada", bench.column("number")[0])
        export_to(bench, "day.xlsx")
        export_to(bench, "day.csv")
        save_to(bench, folder / "saved")
        bench.qtbot.waitUntil((folder / "saved.pdf").exists)
        print_to(bench, folder / "printed.pdf")
        bench.window.settings.rebuild_asked.emit()  # it saves the window's state
        back_up(bench.place.database, datetime.now(UTC))
        assert bench.journal.report(ValueError("a bug")) is not None
        other = folder / "other.sqlite"  # a mark of the open file would have it restored
        DamageMark(other).set("as a reader finds it", other)
        assert open_to_others(folder) == {}
        bench.desk.stop()
    assert open_to_others(folder) == {}
    written = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}
    assert written >= {
        *("facts.sqlite", "settings.toml", "window.ini", "desk.lock", "facts.lock", "log/despacho.log"),
        *("day.xlsx", "day.csv", "saved.pdf", "printed.pdf"),
    }
    assert [name for name in written if name.startswith("backups/")]
    assert [name for name in written if name.startswith("log/crash-")]


def button(bench: Bench) -> QPushButton:
    return bench.notice_buttons(ASKED)["Deny them access"]


def test_an_existing_folder_is_closed_to_others_once_the_user_says_so(bench: Bench) -> None:
    bench.folder.chmod(0o755)
    bench.open()
    assert bench.says(f"{ASKED}, {bench.folder}.")
    assert stat.S_IMODE(bench.folder.stat().st_mode) == 0o755
    button(bench).click()
    assert stat.S_IMODE(bench.folder.stat().st_mode) == 0o700
    assert not bench.says(ASKED)


def test_a_folder_that_the_user_leaves_open_is_not_asked_about_again_until_its_mode_changes(bench: Bench) -> None:
    bench.folder.chmod(0o755)
    bench.open()
    bench.notice_buttons(ASKED)["Close"].click()
    assert not bench.says(ASKED)
    bench.window.settings.rebuild_asked.emit()  # a new window
    assert not bench.says(ASKED)
    assert stat.S_IMODE(bench.folder.stat().st_mode) == 0o755
    bench.folder.chmod(0o775)
    bench.window.settings.rebuild_asked.emit()
    assert bench.says(ASKED)


@pytest.mark.parametrize("mode", [0o700, 0o1777])
def test_a_closed_folder_and_one_that_all_share_are_not_asked_about(bench: Bench, mode: int) -> None:
    bench.folder.chmod(mode)
    bench.open()
    assert not bench.says(ASKED)
    bench.folder.chmod(0o700)


def test_a_mode_that_cannot_be_changed_is_said_with_what_to_do(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    bench.folder.chmod(0o755)
    bench.open()
    with monkeypatch.context() as of_another:
        of_another.setattr(Path, "chmod", refuse)  # as of a folder that another user owns
        button(bench).click()
    assert bench.says("cannot be changed (Operation not permitted)")
    assert bench.says(f"chmod 700 {bench.folder}")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lists its file systems in a file")
def test_a_folder_on_a_network_drive_is_named_until_the_user_closes_the_notice(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = bench.folder.parent / "mounts"
    mounts.write_text(f"server:/share {bench.folder} nfs4 rw 0 0\n", encoding="utf-8")
    monkeypatch.setattr("app.files.folder_risks._MOUNTS", mounts)
    bench.folder.chmod(0o755)
    bench.open()
    assert bench.says(ASKED)
    button(bench).click()
    assert bench.says(f"The data folder {bench.folder} is on a network drive")
    bench.notice_buttons("network drive")["Close"].click()
    assert not bench.says("network drive")
    bench.window.settings.rebuild_asked.emit()  # a new window
    assert not bench.says("network drive")
