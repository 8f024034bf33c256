from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.announced_version import AnnouncedVersion
from app.qt_threads.worker_pool import WorkerPool
from app.ui.context.places import HelpPage
from app.ui.help import help_dialog
from app.ui.help.help_dialog import HelpDialog
from app.ui.help.licences import Licence, licences
from app.ui.help.palette import Shortcut
from tests.programs import Programs
from tests.ui.conftest import window_context

SHORTCUTS = [
    Shortcut("Day", "Load", "F5"),
    Shortcut("Search", "Clear search and filters", "Esc"),
    Shortcut("Day", "Próximo día", "Alt+Right"),
]


@pytest.fixture
def workers(qapp: QApplication) -> Iterator[WorkerPool]:
    workers = WorkerPool()
    yield workers
    workers.stop()


@pytest.fixture
def dialog(
    window: QWidget, dressed: QApplication, workers: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> HelpDialog:
    shown = [Licence("Despacho", "1.2", "", ""), Licence("Qt", "6", "LGPL", "<b>terms</b>")]
    monkeypatch.setattr(help_dialog, "licences", lambda _say: shown)
    log = SimpleNamespace(
        versions=lambda: [("Despacho", "1.2"), ("Python", "3.11")],
        folder=tmp_path / "log",
        latest_report=lambda: tmp_path / "log" / "crash-20261120-150000.txt",
    )
    versions = SimpleNamespace(newer=AnnouncedVersion("1.3", "https://intranet.example/despacho"))
    place = SimpleNamespace(folder=tmp_path)
    context = window_context(window, workers=workers, log=log, versions=versions, app_context=place)
    dialog = HelpDialog(context, SHORTCUTS)
    dialog.show()
    return dialog


def listed(dialog: HelpDialog) -> list[str]:
    table = dialog.shortcuts.table
    found = []
    for row in range(table.rowCount()):
        if not table.isRowHidden(row):
            items = [table.item(row, column) for column in range(2)]
            found.append(" ".join(item.text() for item in items if item is not None))
    return found


def test_the_keys_stand_under_their_groups(dialog: HelpDialog) -> None:
    assert listed(dialog) == ["Day", "Load F5", "Próximo día Alt+Right", "Search", "Clear search and filters Esc"]


def test_the_filter_leaves_what_matches_and_its_group(dialog: HelpDialog) -> None:
    dialog.shortcuts.filter.setText("proximo dia")
    assert listed(dialog) == ["Day", "Próximo día Alt+Right"]
    dialog.shortcuts.filter.setText("esc")
    assert listed(dialog) == ["Search", "Clear search and filters Esc"]
    dialog.shortcuts.filter.setText("")
    assert len(listed(dialog)) == 5


def test_the_versions_are_copied_as_lines(dialog: HelpDialog, tmp_path: Path) -> None:
    dialog.show_page(HelpPage.VERSIONS)
    button(dialog, "Copy").click()
    copied = QGuiApplication.clipboard().text()
    newer = "Newer version: 1.3 https://intranet.example/despacho"
    assert copied.splitlines() == ["Despacho: 1.2", newer, "Python: 3.11", f"Data folder: {tmp_path}"]
    QGuiApplication.clipboard().clear()


def test_a_licence_is_shown_as_plain_text(dialog: HelpDialog, qtbot: QtBot) -> None:
    table = dialog.licences.table
    qtbot.waitUntil(lambda: table.rowCount() == 2)
    table.setCurrentCell(1, 0)
    assert dialog.licences.text.toPlainText() == "<b>terms</b>"


def test_the_log_folder_is_opened_in_the_systems_program(
    dialog: HelpDialog, qtbot: QtBot, tmp_path: Path, programs: Programs
) -> None:
    qtbot.waitUntil(lambda: dialog.report.text() == "crash-20261120-150000.txt")
    button(dialog, "Open folder").click()
    assert programs.opened == [(tmp_path / "log").as_uri()]


def button(dialog: HelpDialog, text: str) -> QPushButton:
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == text)


def test_every_library_that_is_needed_is_named_with_its_terms() -> None:
    found = {one.name.lower().replace("_", "-"): one for one in licences(str)}
    for name in ("despacho", "pyside6-essentials", "shiboken6", "httpx", "pydantic-core", "tzdata", "nats-py"):
        assert found[name].version
        assert found[name].text.strip()
    assert "pytest" not in found
    assert "Lesser General Public License" in found["pyside6-essentials"].text
    assert all(one.licence for name, one in found.items() if name != "despacho")
