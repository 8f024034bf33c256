"""The tabs of the window: a table each, and the pages that other features add behind them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QWidget

from app.domain.views.columns import Table
from app.ui.tables.table_page import TablePage


@dataclass(frozen=True)
class _Tab:
    """A tab that is no table.

    Args:
        name: under which the window remembers that it was in front.
        rows: the table whose rows it shows in another way; None: of none.
        main_focus: returns what takes the keyboard in it.
    """

    name: str
    rows: TablePage | None
    main_focus: Callable[[], QWidget]


class TableTabs(QTabWidget):
    """Shows one table at a time, or a page that another feature added."""

    count_changed = Signal()

    def __init__(self, pages: Mapping[Table, TablePage], parent: QWidget | None = None) -> None:
        """Add a tab for each page, in their order.

        Args:
            pages: at least one.
            parent: the widget that the tabs are in.
        """
        super().__init__(parent)
        self.pages = pages
        self._last = next(iter(pages.values()))
        self._others: dict[QWidget, _Tab] = {}
        self._counts: dict[QWidget, str] = {}
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

    def add(
        self, position: int, page: QWidget, title: str, name: str, rows: Table | None, main_focus: Callable[[], QWidget]
    ) -> None:
        """Insert a tab that is no table; `_Tab` explains the last three arguments."""
        self._others[page] = _Tab(name, self.pages[rows] if rows is not None else None, main_focus)
        self.insertTab(position, page, title)

    @property
    def rows(self) -> TablePage | None:
        """The table whose rows the tab in front shows, as a table or in another way; None: of none."""
        page = self.currentWidget()
        return self._others[page].rows if page in self._others else self.front

    @property
    def page(self) -> TablePage:
        """The table whose rows the tab in front shows, or the one that was last."""
        return self._last

    @property
    def name(self) -> str:
        """Identifies the tab in front, for another start."""
        page = self.currentWidget()
        return self._others[page].name if page in self._others else str(self.page.table)

    def show_named(self, name: str) -> None:
        """Bring the tab of that name to the front; an unknown name changes nothing."""
        named = {tab.name: page for page, tab in self._others.items()} | {
            str(one): page for one, page in self.pages.items()
        }
        if name in named:
            self.setCurrentWidget(named[name])

    def main_focus(self) -> QWidget:
        """Return what takes the keyboard in the tab in front."""
        page = self.currentWidget()
        if page in self._others:
            return self._others[page].main_focus()
        return self.page.view if self.page.view.isVisible() else self.page.empty.main_button()

    def show_count(self, page: QWidget, text: str) -> None:
        """Have the status line say this while a tab that is no table is in front."""
        self._counts[page] = text
        self.count_changed.emit()

    @property
    def count_text(self) -> str:
        """What that tab counts."""
        return self._counts.get(self.currentWidget(), "")

    def show_table(self, table: Table) -> None:
        """Bring a table to the front."""
        self.setCurrentWidget(self.pages[table])

    @Slot()
    def _keep_last(self) -> None:
        self._last = self.rows or self._last
