"""The tabs of the window: a table each, and the pages that other features add behind them."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QWidget

from app.domain.views.columns import Table
from app.ui.tables.table_page import TablePage


class TableTabs(QTabWidget):
    """Shows one table at a time."""

    def __init__(self, pages: Mapping[Table, TablePage], parent: QWidget | None = None) -> None:
        """Add a tab for each page, in their order.

        Args:
            pages: at least one.
            parent: the widget that the tabs are in.
        """
        super().__init__(parent)
        self.pages = pages
        self._last = next(iter(pages.values()))
        titles = {
            Table.SHIPMENTS: self.tr("Shipments"),
            Table.VISITS: self.tr("Visits"),
            Table.MANIFESTS: self.tr("Manifests"),
            Table.NOTIFICATIONS: self.tr("Notifications"),
        }
        for table, page in pages.items():
            page.title = titles[table]
            self.addTab(page, page.title)
        self.setDocumentMode(True)
        self.tabBar().setProperty("main", True)
        for tabs in (self, self.tabBar()):
            tabs.setAccessibleName(self.tr("Tables"))
        self.currentChanged.connect(self._keep_last)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the least size for the page in front; Qt would keep the height of a map on another one."""
        least, pages, page = super().minimumSizeHint(), self.findChild(QStackedWidget), self.currentWidget()
        if not isinstance(pages, QStackedWidget) or page is None:
            return least
        spared = pages.minimumSizeHint().height() - page.minimumSizeHint().height()
        return QSize(least.width(), least.height() - max(spared, 0))

    @property
    def front(self) -> TablePage | None:
        """The table in front; None while another page is."""
        page = self.currentWidget()
        return page if isinstance(page, TablePage) else None

    @property
    def page(self) -> TablePage:
        """The table in front, or the one that was last."""
        return self._last

    def show_table(self, table: Table) -> None:
        """Bring a table to the front."""
        self.setCurrentWidget(self.pages[table])

    @Slot()
    def _keep_last(self) -> None:
        self._last = self.front or self._last
