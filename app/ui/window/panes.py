"""The panes of the window and where they stand."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QVBoxLayout, QWidget

from app.domain.views.columns import DESK_TABLES
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.theme import Theme, scaled
from app.ui.details.detail_pane import DetailPane
from app.ui.notices.banner import Banner
from app.ui.receiver.steps_card import StepsCard
from app.ui.state.window_state import WindowState
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import TopBar
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.content_area import ContentArea
from app.ui.window.window_ports import Rows, WindowPorts

_LOW = 400
"""Below this height, in pixels, the steps take one line, so that rows remain."""


class _Below(ContentArea):
    """What is below the top bar; in a window too low for it, it is scrolled, to what takes the keyboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        assert isinstance(app, QApplication)  # noqa: S101 - there is no widget without it
        app.focusChanged.connect(self._follow_focus)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep in sight what has the keyboard when something gets another height."""
        if watched is self.widget() and event.type() == QEvent.Type.Resize:
            self._follow_focus()
        return super().eventFilter(watched, event)

    @Slot()
    def _follow_focus(self) -> None:
        """Scroll once what was just opened has its place; not after a click: all would move below the pointer."""
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._soon.start()

    @Slot()
    def _show_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.ensureWidgetVisible(focused, 0, 0)


class Panes(QWidget):
    """The top bar, notices and steps, and under them the views, the tables and the detail beside each other."""

    def __init__(
        self, ports: WindowPorts, query_thread: QueryThread[Rows], state: WindowState, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)  # and not later: a widget that gets another parent is styled anew, with all in it
        self.top = TopBar(ports.say, ports.today, theme, self)
        below = _Below(self)
        content = QWidget(below.viewport())
        content.setObjectName("scrolled")  # the style sheet refers to it by this name
        notes = QWidget(content)
        notes.setObjectName("scrolled")
        self.banner = Banner(theme, notes)
        self.steps_card = StepsCard(theme, notes)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, content)
        self.views = ViewsPanel(ports.say, theme, self.splitter)
        pages = [TablePage(table, ports.tables, query_thread, state, theme) for table in DESK_TABLES]
        self.tabs = TableTabs({page.table: page for page in pages}, self.splitter)
        self.detail = DetailPane(ports.say, theme, self.splitter)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(self.splitter.indexOf(self.tabs), 1)
        area = ContentArea(content, least=notes.maximumHeight())  # never scrolled alone: a low window is, with all
        area.setWidget(notes)
        noted = _column(notes)
        noted.addWidget(self.banner)
        noted.addWidget(self.steps_card)
        rows = _column(content)
        rows.addWidget(area)
        rows.addWidget(self.splitter, 1)
        below.setWidget(content)
        column = _column(self)
        column.addWidget(self.top)
        column.addWidget(below, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the steps in a low window."""
        super().resizeEvent(event)
        self.steps_card.fold(is_low=event.size().height() < scaled(_LOW))


def _column(parent: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column
