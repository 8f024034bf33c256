import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QTreeView
from pytestqt.qtbot import QtBot

from app.ui.widgets.system import file_dialog

_FIRST_READER = 128
"""The byte of a log's index that SQLite locks while a process has it mapped."""
_IS_LOCKED = f"""
import fcntl, sys
with open(sys.argv[1], "r+b") as index:
    try:
        fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, {_FIRST_READER})
    except OSError:
        print("locked")
"""


def is_locked(index: Path) -> bool:
    ended = subprocess.run([sys.executable, "-c", _IS_LOCKED, str(index)], check=True, capture_output=True, text=True)
    return ended.stdout.strip() == "locked"


def listed(dialog: QFileDialog) -> dict[str, tuple[str, bool]]:
    """Return the types of the listed files by their names, and whether each has an icon."""
    view = dialog.findChild(QTreeView, "treeView")
    assert view is not None
    model, root = view.model(), view.rootIndex()
    rows = [[model.index(row, column, root) for column in (0, 2)] for row in range(model.rowCount(root))]
    return {name.data(): (kind.data(), not name.data(Qt.ItemDataRole.DecorationRole).isNull()) for name, kind in rows}


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems the dialog is the system's own")
def test_looking_at_the_folder_of_an_open_database_leaves_it_locked(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "shipments.csv").touch()
    with closing(sqlite3.connect(tmp_path / "facts.sqlite")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE one (id)")
        index = tmp_path / "facts.sqlite-shm"
        assert is_locked(index)
        dialog = file_dialog(None, "Export", str(tmp_path))
        qtbot.addWidget(dialog)
        dialog.setViewMode(QFileDialog.ViewMode.Detail)
        dialog.open()
        names = {"facts.sqlite", "facts.sqlite-wal", "facts.sqlite-shm", "folder", "shipments.csv"}
        qtbot.waitUntil(lambda: listed(dialog).keys() == names)
        kinds = listed(dialog)
        assert is_locked(index)
        assert (kinds["shipments.csv"], kinds["facts.sqlite"]) == (("csv", True), ("sqlite", True))
        assert all(kinds["folder"])


@pytest.mark.parametrize("folder", ["", "no-such-folder"])
def test_a_dialog_without_a_folder_begins_at_home(folder: str, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = file_dialog(None, "Export", str(tmp_path / folder) if folder else "")
    qtbot.addWidget(dialog)
    assert Path(dialog.directory().absolutePath()) == Path.home()
