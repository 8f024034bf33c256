"""Saves and restores the arrangement of the window: its place on the screen, the widths of its panes, its tab."""

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QWidget

from app.domain.views.columns import DESK_TABLES
from app.ui.appearance.theme import scaled
from app.ui.state.window_state import WindowState
from app.ui.tables.table_tabs import TableTabs

_DAY_TAB = b"day"


class Arrangement:
    """The parts of the window whose arrangement is kept.

    Args:
        window: the window itself.
        panes: its three panes.
        views: the first of them.
        tabs: the tables.
        day_tab: the page of the day's figures.
        state: where the arrangement is kept.
    """

    def __init__(
        self, window: QWidget, panes: QSplitter, views: QWidget, tabs: TableTabs, day_tab: QWidget, state: WindowState
    ) -> None:
        self._window = window
        self._panes = panes
        self._views = views
        self._tabs = tabs
        self._day_tab = day_tab
        self._state = state

    def restore(self) -> None:
        """Arrange the window as it was left, or for the screen if it was never left."""
        window, state = self._window, self._state
        geometry = state.layout("window")
        if geometry is None or not window.restoreGeometry(geometry):
            screen = QGuiApplication.primaryScreen().availableGeometry()
            window.resize(min(scaled(1600), screen.width()), min(scaled(900), screen.height()))
        panes = state.layout("panes")
        if panes is None or not self._panes.restoreState(panes):
            views = self._views.sizeHint().width()
            detail = min(max(window.width() * 20 // 100, scaled(288)), scaled(420))
            self._panes.setSizes([views, window.width() - views - detail, detail])
        tab = state.layout("tab")
        named = [table for table in DESK_TABLES if tab is not None and bytes(tab.data()) == table.encode()]
        if named:
            self._tabs.show_table(named[0])
        elif tab is not None and bytes(tab.data()) == _DAY_TAB:
            self._tabs.setCurrentWidget(self._day_tab)

    def keep(self) -> None:
        """Keep the arrangement as it is now."""
        self._state.keep_layout("window", self._window.saveGeometry())
        self._state.keep_layout("panes", self._panes.saveState())
        front = self._tabs.front
        self._state.keep_layout("tab", QByteArray(_DAY_TAB if front is None else front.table.encode()))
