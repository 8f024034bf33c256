"""The Day tab in the window: what its figures lead to, and which panes make room for it."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.qt_threads.query_thread import QueryThread
from app.ui.day_report.day_page import DayPage
from app.ui.ports.ports import Rows
from app.ui.tables.table_page import TablePage
from app.ui.widgets.formats import Formats
from app.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class DayTab(QObject):
    """Adds the tab behind the tables; what is chosen in it is shown in them. Its page is made when one first looks."""

    asked = Signal(object)
    """The `Action` that was chosen where there are no figures."""

    def __init__(self, window: "MainWindow", query_thread: "QueryThread[Rows]", theme: Theme) -> None:
        super().__init__(window)
        self._window, self._query_thread, self._theme = window, query_thread, theme
        self._has_page = False
        self.place = QWidget()
        """Where the page is, or will be."""
        self._inside = QVBoxLayout(self.place)
        self._inside.setContentsMargins(0, 0, 0, 0)
        window.tabs.addTab(self.place, self.tr("Day"))
        window.tabs.currentChanged.connect(self._follow_tab)
        window.current_day.load_started.connect(self.show_emptiness)
        window.live.outdated.connect(self._refresh)

    @cached_property
    def page(self) -> DayPage:
        """The figures of the day."""
        window = self._window
        page = DayPage(window.ports, window.workers, self._query_thread, window.state, self._theme)
        page.report_shown.connect(self.show_emptiness)
        page.view_asked.connect(self._show_view)
        page.filter_asked.connect(self._show_rows)
        page.empty.asked.connect(self.asked)
        page.use_formats(window.detail.formats)
        page.show_day(window.current_day.shown_day)
        self._has_page = True
        self._inside.addWidget(page)
        return page

    @property
    def is_in_front(self) -> bool:
        """Whether it is the tab that one looks at."""
        return self._window.tabs.currentWidget() is self.place

    @Slot()
    def _follow_tab(self) -> None:
        """Have the page made, and put the detail away while there is no row that it could be of."""
        self._window.detail.setVisible(not self.is_in_front)
        if self.is_in_front:
            self.page.show()  # Qt itself would do so later

    def use_formats(self, formats: Formats) -> None:
        """Show figures by this locale and day."""
        if self._has_page:
            self.page.use_formats(formats)

    def show_day(self, day: Day) -> None:
        """Show the figures of a day, or of the same one as the cache holds it by now."""
        if self._has_page:
            self.page.show_day(day)

    @Slot()
    def _refresh(self) -> None:
        if self._has_page:
            self.page.refresh()

    @Slot()
    def show_emptiness(self) -> None:
        """Say why there are no figures, where there are none."""
        if self._has_page and self.page.report is not None and self.page.report.is_empty:
            self.page.show_emptiness(self._window.situations.of_day())

    @Slot(object, object)
    def _show_view(self, view: View, filters: tuple[ValueFilter, ...]) -> None:
        """Show the rows that a figure counted: all of them, so nothing else may filter."""
        self._window.clear_filters()
        self._window.views.view_chosen.emit(view)
        for one in filters:
            self._window.tabs.page.add_filter(one)
        self._window.tabs.page.view.setFocus()

    @Slot(object, object)
    def _show_rows(self, table: Table, filters: tuple[ValueFilter, ...]) -> None:
        """Show the rows of a table that have these values."""
        page: TablePage = self._window.tabs.pages[table]
        self._window.clear_filters()
        for one in filters:
            page.add_filter(one)
        self._window.tabs.setCurrentWidget(page)
        page.view.setFocus()
