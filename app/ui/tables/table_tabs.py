"""The tabs of the window: a table each, and the pages that other features add behind them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QSplitter, QStackedWidget, QTabBar, QWidget

from app.domain.views.columns import Table
from app.ui.tables.table_page import TablePage
from app.ui.widgets.layouts import in_column, in_row


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


class TableTabs(QWidget):
    """Shows one table at a time, or a page that another feature added, and beside it what belongs to its row.

    Its tabs stand above both, so that what stands beside them keeps its place and its words.

    Attributes:
        row: the line of the tabs; what is done with all of them is added to it.
        beside: the page in front, and what is added at its right.
    """

    currentChanged = Signal(int)  # noqa: N815 - named, like some methods, as Qt's own tabs
    asked_for = Signal()
    """A tab is to be seen, perhaps the one that is in front."""
    count_changed = Signal()

    def __init__(self, pages: Mapping[Table, TablePage], parent: QWidget | None = None) -> None:
        """Add a tab for each page, one at least, in their order."""
        super().__init__(parent)
        self.pages = pages
        self.page = next(iter(pages.values()))
        """The table whose rows the tab in front shows, or the one that was last."""
        self._others: dict[QWidget, _Tab] = {}
        self._counts: dict[QWidget | None, str] = {}
        titles = {
            Table.SHIPMENTS: self.tr("Shipments"),
            Table.VISITS: self.tr("Visits"),
            Table.MANIFESTS: self.tr("Manifests"),
            Table.NOTIFICATIONS: self.tr("Notifications"),
        }
        self._bar, self._stack = QTabBar(self), QStackedWidget()
        self._bar.setProperty("main", True)
        self._bar.setExpanding(False)
        for named in (self, self._bar):
            named.setAccessibleName(self.tr("Tables"))
        for table, page in pages.items():
            page.title = titles[table]
            self._insert(self.count(), page, page.title)
        line = QFrame()
        line.setProperty("bar", "tabs")
        self.row = in_row((self._bar, 1), on=line, margins=0, spacing=0)
        self.beside = QSplitter(Qt.Orientation.Horizontal)
        self.beside.addWidget(self._stack)
        self.beside.setChildrenCollapsible(False)
        self.beside.setHandleWidth(1)
        in_column(line, (self.beside, 1), on=self, margins=0, spacing=0)
        self._bar.currentChanged.connect(self._bring_forward)
        self._stack.currentChanged.connect(self._keep_last)
        self._stack.currentChanged.connect(self._make_room)
        self._stack.currentChanged.connect(self.currentChanged)
        self._make_room()

    def tabBar(self) -> QTabBar:
        """Return the tabs alone."""
        return self._bar

    def count(self) -> int:
        """Return how many tabs there are."""
        return self._stack.count()

    def tabText(self, index: int) -> str:
        """Return the title of a tab."""
        return self._bar.tabText(index)

    def currentIndex(self) -> int:
        """Return which tab is in front."""
        return self._bar.currentIndex()

    def setCurrentIndex(self, index: int) -> None:
        """Bring a tab to the front."""
        self._bar.setCurrentIndex(index)
        self.asked_for.emit()

    def currentWidget(self) -> QWidget | None:
        """Return the page in front."""
        return self._stack.currentWidget()

    def setCurrentWidget(self, page: QWidget) -> None:
        """Bring a page to the front."""
        self.setCurrentIndex(self._stack.indexOf(page))

    def showEvent(self, event: QShowEvent) -> None:
        """Have the status line count again."""
        super().showEvent(event)
        self.count_changed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Have the status line count nothing while another page is shown."""
        super().hideEvent(event)
        self.count_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next tab or the previous one, as in other windows with tabs."""
        steps = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() in steps:
            self.setCurrentIndex((self.currentIndex() + steps[Qt.Key(event.key())]) % self.count())
        else:
            super().keyPressEvent(event)

    def _insert(self, position: int, page: QWidget, title: str) -> None:
        self._stack.insertWidget(position, page)
        self._bar.insertTab(position, title)

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
        self._insert(position, page, title)
        self._make_room()

    @property
    def rows(self) -> TablePage | None:
        """The table whose rows the tab in front shows, as a table or in another way; None: of none."""
        page = self.currentWidget()
        return self._others[page].rows if page in self._others else self.front

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

    @Slot(int)
    def _bring_forward(self, index: int) -> None:
        """Show a page; the keyboard goes from the page before to its main control, and not to any that Qt takes."""
        before, focused = self._stack.currentWidget(), QApplication.focusWidget()
        self._stack.setCurrentIndex(index)
        if before is not None and focused is not None and before.isAncestorOf(focused):
            self.main_focus().setFocus()

    @Slot()
    def _keep_last(self) -> None:
        self.page = self.rows or self.page

    @Slot()
    def _make_room(self) -> None:
        """Have the page in front alone decide the least height; Qt would keep that of a map on another one."""
        for page in (*self.pages.values(), *self._others):
            is_in_front = page is self.currentWidget()
            kind = QSizePolicy.Policy.Preferred if is_in_front else QSizePolicy.Policy.Ignored
            page.setSizePolicy(QSizePolicy.Policy.Preferred, kind)
