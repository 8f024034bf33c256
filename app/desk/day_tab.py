"""The Day tab in the window: what its figures lead to, and which panes make room for it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.desk.day_page import DayPage
from app.desk.empty_state import EmptyState
from app.desk.table_page import TablePage
from app.desk.theme import Theme
from app.domain.columns import Table
from app.domain.queries import ValueFilter, View

if TYPE_CHECKING:
    from app.bridge.questions import Asker
    from app.desk.ports import Rows
    from app.desk.window import MainWindow


class DayTab(QObject):
    """Adds the tab behind the tables; what is chosen in it is shown in them."""

    def __init__(self, window: "MainWindow", asker: "Asker[Rows]", theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self.page = DayPage(window.ports, window.workers, asker, window.state, theme)
        window.tabs.addTab(self.page, self.tr("Day"))
        window.tabs.currentChanged.connect(self._make_room)
        window.keeper.load_started.connect(self.show_emptiness)
        window.live.outdated.connect(self.page.refresh)
        self.page.report_shown.connect(self.show_emptiness)
        self.page.view_asked.connect(self._show_view)
        self.page.filter_asked.connect(self._show_rows)

    @property
    def empty(self) -> EmptyState:
        """What says why there are no figures."""
        return self.page.empty

    @property
    def is_in_front(self) -> bool:
        """Whether it is the tab that one looks at."""
        return self._window.tabs.currentWidget() is self.page

    @Slot()
    def _make_room(self) -> None:
        """Put the detail away while there is no row that it could be of."""
        self._window.detail.setVisible(not self.is_in_front)

    @Slot()
    def show_emptiness(self) -> None:
        """Say why there are no figures, where there are none."""
        if self.page.report is not None and self.page.report.is_empty:
            self.page.show_emptiness(self._window.situations.of_day())

    @Slot(object)
    def _show_view(self, view: View) -> None:
        """Show the rows that a figure counted: all of them, so nothing else may filter."""
        self._window.clear_filters()
        self._window.views.view_chosen.emit(view)
        self._window.page.view.setFocus()

    @Slot(object, object)
    def _show_rows(self, table: Table, filters: tuple[ValueFilter, ...]) -> None:
        """Show the rows of a table that have these values."""
        page: TablePage = self._window.pages[table]
        self._window.clear_filters()
        for one in filters:
            page.add_filter(one)
        self._window.tabs.setCurrentWidget(page)
        page.view.setFocus()
