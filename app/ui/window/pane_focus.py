"""Moves the keyboard focus among the panes of the window."""

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.day_report.day_tab import DayTab
from app.ui.details.detail_pane import DetailPane
from app.ui.map.day_map import DayMap
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import TopBar
from app.ui.views.views_panel import ViewsPanel


class PaneFocus(QObject):
    """Knows the panes from left to right, and what takes the keyboard in each."""

    def __init__(
        self,
        top: TopBar,
        views: ViewsPanel,
        tabs: TableTabs,
        day: DayTab,
        day_map: DayMap,
        detail: DetailPane,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._top = top
        self._views = views
        self._tabs = tabs
        self._day = day
        self._map = day_map
        self._detail = detail
        self._awaited: TablePage | None = None
        """The table whose answer Enter in the search waits for."""
        top.search.rows_asked.connect(self._go_to_rows)
        top.search.returnPressed.connect(self._go_to_hits)
        for page in tabs.pages.values():
            page.rows_shown.connect(self._take_hits)
            page.typed.connect(self._begin_search)

    def step(self, step: int) -> None:
        """Move the focus to the next visible pane (1), or to the previous one (-1)."""
        panes: list[tuple[QWidget, QWidget]] = [
            (self._top, self._top.search),
            (self._views, self._views),
            (self._tabs, self._main_widget()),
            (self._map.pane.view, self._map.pane.view),
            (self._detail, self._detail),
        ]
        panes = [(pane, target) for pane, target in panes if pane.isVisible()]
        focused = QApplication.focusWidget()
        here = max((nth for nth, (pane, _) in enumerate(panes) if focused and _within(focused, pane)), default=0)
        focus(panes[(here + step) % len(panes)][1])

    def show_tab(self, place: int) -> None:
        """Bring a tab to the front, and move the focus into it."""
        self._tabs.setCurrentIndex(place)
        focus(self._main_widget())

    def _main_widget(self) -> QWidget:
        """Return what takes the keyboard in the tab in front."""
        if self._day.is_in_front:
            return self._day.page.main_focus()
        page = self._tabs.page
        return page.view if page.view.isVisible() else page.empty.main_button()

    @Slot()
    def _go_to_rows(self) -> None:
        """Move the focus to the rows that were found, and select the first one if none is selected."""
        view = self._tabs.page.view
        if view.isVisible() and view.current_id() is None:
            view.stay(0)
        focus(self._main_widget())

    @Slot(str)
    def _begin_search(self, typed: str) -> None:
        """Go on in the search with what was typed in a table, instead of what was searched for before."""
        focus(self._top.search)
        self._top.search.setText(typed)  # and the cursor behind it, where the focus has selected all

    @Slot()
    def _go_to_hits(self) -> None:
        """Open the one row that was found, or go to the rows; they may still be on their way."""
        self._awaited = self._tabs.page
        if self._day.is_in_front:
            self._tabs.setCurrentWidget(self._awaited)
        self._take_hits()

    @Slot()
    def _take_hits(self) -> None:
        page = self._awaited
        if page is None or not page.is_answered:
            return
        self._awaited = None
        if page is not self._tabs.front or not (self._top.search.hasFocus() and page.model.ids):
            return
        if len(page.model.ids) == 1:
            page.view.stay(0)
            page.detail_asked.emit()
        else:
            self._go_to_rows()


def focus(widget: QWidget) -> None:
    """Move the keyboard focus to a widget, as a shortcut does."""
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _within(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)
