"""How the window was left: its place on the screen, the widths of its panes, the tab in front."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QGuiApplication

from app.domain.views.columns import DESK_TABLES

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_DAY_TAB = b"day"
_LEAST_VIEWS = 224
"""Where the window is narrow, the rarer views' names give way to the tables."""


def restore_arrangement(window: "MainWindow") -> None:
    """Arrange the window as it was left, or as it fits the screen where it was never left."""
    geometry = window.state.layout("window")
    if geometry is None or not window.restoreGeometry(geometry):
        screen = QGuiApplication.primaryScreen().availableGeometry()
        window.resize(min(1600, screen.width()), min(900, screen.height()))
    panes = window.state.layout("panes")
    if panes is None or not window.panes.restoreState(panes):
        views = min(window.views.sizeHint().width(), max(window.width() * 17 // 100, _LEAST_VIEWS))
        detail = min(max(window.width() * 20 // 100, 288), 420)
        window.panes.setSizes([views, window.width() - views - detail, detail])
    tab = window.state.layout("tab")
    named = [table for table in DESK_TABLES if tab is not None and bytes(tab.data()) == table.encode()]
    if named:
        window.tabs.setCurrentWidget(window.tabs.pages[named[0]])
    elif tab is not None and bytes(tab.data()) == _DAY_TAB:
        window.tabs.setCurrentWidget(window.day.place)


def keep_arrangement(window: "MainWindow") -> None:
    """Remember how the window is arranged now."""
    window.state.keep_layout("window", window.saveGeometry())
    window.state.keep_layout("panes", window.panes.saveState())
    in_front = _DAY_TAB if window.day.is_in_front else window.tabs.page.table.encode()
    window.state.keep_layout("tab", QByteArray(in_front))
