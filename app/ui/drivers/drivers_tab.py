"""The Drivers tab: the lanes of the day's drivers, and the rows that they lead to."""

from functools import cached_property

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.views.columns import Table
from app.ui.context.window_context import WindowContext
from app.ui.drivers.driver_model import DriverModel
from app.ui.drivers.drivers_page import DriversPage
from app.ui.tables.table_tabs import TableTabs

_POSITION = 2


class DriversTab(QObject):
    """Adds the tab; its page is made when the tab is first shown."""

    def __init__(self, context: WindowContext, tabs: TableTabs, drivers: DriverModel) -> None:
        super().__init__(context.window)
        self._context, self._tabs, self._drivers = context, tabs, drivers
        self.place = QWidget()
        """The tab, in which the page is, or will be."""
        self._layout = QVBoxLayout(self.place)
        self._layout.setContentsMargins(0, 0, 0, 0)
        title = self.tr("Drivers")
        tabs.add(_POSITION, self.place, title, "drivers", Table.VISITS, lambda: self.page.main_focus())
        drivers.visits.watch(self.place)
        tabs.currentChanged.connect(self._follow_tab)

    @cached_property
    def page(self) -> DriversPage:
        """The lanes and what is around them."""
        page = DriversPage(self._context, self._drivers, self._drivers.visits.new_bar(self.place))
        page.table.lane_asked.connect(self._drivers.visits.toggle)
        page.table.visit_asked.connect(self._open)
        page.rows.clicked.connect(lambda: self._tabs.show_table(Table.VISITS))
        page.map.clicked.connect(lambda: self._tabs.show_named("map"))
        page.counted.connect(lambda text: self._tabs.show_count(self.place, text))
        page.show_lines()
        self._layout.addWidget(page)
        return page

    @Slot()
    def _follow_tab(self) -> None:
        if self._tabs.currentWidget() is self.place:
            self.page.show()  # Qt would do so later

    @Slot(object)
    def _open(self, visit_id: int) -> None:
        """Show the detail of a visit beside the lanes."""
        page = self._drivers.visits.page
        page.pick(visit_id)
        page.detail_asked.emit()
