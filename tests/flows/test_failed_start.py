"""A window that cannot be opened says why: on standard error, or in a message where nobody reads that."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from app.bootstrap import start_window
from app.store.writer import Writer
from tests.cli.process import Despacho


def of_a_newer_version(folder: Path) -> Path:
    path = folder / "data" / "facts.sqlite"
    with Writer(path):
        pass
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('facts', 'of_2031', '')")
    return path.parent


def in_a_home_that_cannot_be_written(folder: Path) -> Path:
    (folder / "home").write_text("")  # a mode would not keep root out
    return folder / "home" / "data"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (of_a_newer_version, "This data was made by a newer version of Despacho"),
        (in_a_home_that_cannot_be_written, "cannot be read or written (Not a directory). Check the folder"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the system's words")
def test_the_window_is_refused_in_words(make: Callable[[Path], Path], says: str, tmp_path: Path) -> None:
    despacho = Despacho(make(tmp_path), {"QT_QPA_PLATFORM": "offscreen", "DESPACHO_LANGUAGE": "en"})
    ended = despacho.run()
    assert ended.code == 6
    assert says in ended.said


@pytest.mark.usefixtures("qapp")
def test_the_reason_is_a_message_where_nobody_reads_standard_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown = list[str]()

    def close() -> None:
        message = QApplication.activeModalWidget()
        assert isinstance(message, QMessageBox)
        shown.append(message.text())
        message.reject()

    def show() -> None:
        QTimer.singleShot(0, close)
        start_window.show_failure("The data is of a newer version.")

    monkeypatch.setattr(sys, "stderr", None)  # as in a program of Windows without a console
    start_window.show_failure("Nobody could close it.")  # the tests' platform has no screen
    monkeypatch.setattr(start_window, "OFFSCREEN", "another platform")
    show()
    with (tmp_path / "session.log").open("w") as log:
        monkeypatch.setattr(sys, "stderr", log)
        show()
    assert shown == ["The data is of a newer version."] * 2
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stderr", pipe)
        start_window.show_failure("This is printed instead.")
    os.close(reading)
    assert QApplication.activeModalWidget() is None
