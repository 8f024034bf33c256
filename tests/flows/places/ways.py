"""What leads to a place of the window, and away from it."""

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDialog, QPushButton, QTabWidget, QWidget

from app.ui.widgets.fitted_dialog import Question
from tests.flows.conftest import Bench

Place: TypeAlias = tuple[str, QWidget]
"""A name, and the widget to look at while it shows."""
D = TypeVar("D", bound=QDialog)


def press(bench: Bench, key: str) -> None:
    """Trigger the action of a key."""
    next(one for one in bench.window.actions() if one.shortcut().toString() == key).trigger()


def search(bench: Bench, words: str) -> None:
    """Search the table in front, and wait for its rows."""
    bench.window.top.search.setText(words)
    bench.window.top.search.returnPressed.emit()
    bench.settle()


def pick(bench: Bench, row: int) -> None:
    """Choose a row, and wait for its detail; one that is chosen already is chosen anew, or nothing would follow."""
    view = bench.window.tabs.page.view
    view.selectionModel().clear()
    bench.window.detail.show_nothing()
    view.pick(row)
    bench.qtbot.waitUntil(lambda: bench.window.detail.is_of_row)
    settle()


def shown(bench: Bench, kind: type[D]) -> D:
    """Return the dialog of a class once it shows."""
    found: list[D] = []

    def look() -> bool:
        found[:] = [one for one in bench.window.findChildren(kind) if one.isVisible()]
        return bool(found)

    bench.qtbot.waitUntil(look)
    settle()
    return found[-1]


def discard(dialog: QDialog) -> None:
    """Close a dialog and what was changed in it, which it asks about."""
    dialog.reject()
    (question,) = dialog.findChildren(Question)
    _keep, button, _save = question.findChildren(QPushButton)
    button.click()


def close(dialog: QDialog) -> None:
    """Close a dialog for good."""
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def pages(dialog: QDialog, name: str) -> Iterator[Place]:
    """Yield each page of a dialog with tabs."""
    tabs = dialog.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    for place in range(tabs.count()):
        tabs.setCurrentIndex(place)
        settle()
        yield f"{name} {place + 1}", dialog


def settle() -> None:
    """Have layouts done and painted."""
    for _ in range(3):
        QCoreApplication.processEvents()
