"""The Day tab: the day's figures, and the rows that they lead to."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.appearance.formats import Formats
from app.ui.context.window_context import WindowContext
from app.ui.day_report.day_page import DayPage
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Emptiness


class DayTab(QObject):
    """Adds the tab behind the tables; its page is made when the tab is first shown."""

    def __init__(
        self, context: WindowContext, tabs: TableTabs, why_empty: Callable[[], Emptiness], call: Callable[[], None]
    ) -> None:
        """Add it; `call` opens the queue of calls."""
        super().__init__(context.window)
        self._context, self._tabs = context, tabs
        self._why_empty, self._call = why_empty, call
        self._has_page = False
        self.place = QWidget()
        """The tab, in which the page is, or will be."""
        self._layout = QVBoxLayout(self.place)
        self._layout.setContentsMargins(0, 0, 0, 0)
        tabs.add(tabs.count(), self.place, self.tr("Day"), "day", None, lambda: self.page.main_focus())
        tabs.currentChanged.connect(self._follow_tab)
        context.day.load_started.connect(self.show_emptiness)

    @cached_property
    def page(self) -> DayPage:
        """The figures of the day."""
        page = DayPage(self._context)
        page.report_shown.connect(self.show_emptiness)
        page.counted.connect(lambda text: self._tabs.show_count(self.place, text))
        page.call.clicked.connect(self._call)
        page.view_asked.connect(self._show_view)
        page.filter_asked.connect(self._show_rows)
        page.empty.asked.connect(self._context.signals.asked)
        page.use_formats(self._context.formats)
        page.show_day(self._context.day.shown_day)
        self._has_page = True
        self._layout.addWidget(page)
        return page

    @property
    def is_in_front(self) -> bool:
        """Whether it is the tab in front."""
        return self._tabs.currentWidget() is self.place

    @Slot()
    def _follow_tab(self) -> None:
        if self.is_in_front:
            self.page.show()  # Qt would do so later

    def use_formats(self, formats: Formats) -> None:
        """Show the figures in these formats."""
        if self._has_page:
            self.page.use_formats(formats)

    def show_day(self, day: Scope) -> None:
        """Show the figures of a day as it is stored now."""
        if self._has_page:
            self.page.show_day(day)

    @Slot()
    def refresh(self) -> None:
        """Read the figures again."""
        if self._has_page:
            self.page.refresh()

    @Slot()
    def show_emptiness(self) -> None:
        """Show why there are no figures, if there are none."""
        if self._has_page and self.page.report is not None and self.page.report.is_empty:
            self.page.show_emptiness(self._why_empty())

    @Slot(object)
    def _show_view(self, view: View) -> None:
        """Show the rows that a figure counted."""
        self._context.signals.view_asked.emit(view)
        self._tabs.page.view.setFocus()

    @Slot(object, object)
    def _show_rows(self, table: Table, filters: tuple[ValueFilter, ...]) -> None:
        """Show the rows of a table that have these values."""
        self._context.signals.rows_asked.emit(table, filters)
        self._tabs.page.view.setFocus()
