"""The panes of the window and where they stand."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

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

_LEAST_NOTES = 32
"""The height of a line of what the notices say, in pixels; in a low window the rest is scrolled."""


class Panes(QWidget):
    """The top bar, notices and steps, and under them the views, the tables and the detail beside each other."""

    def __init__(
        self, ports: WindowPorts, query_thread: QueryThread[Rows], state: WindowState, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)  # and not later: a widget that gets another parent is styled anew, with all in it
        self.top = TopBar(ports.say, ports.today, theme, self)
        notes = QWidget(self)
        notes.setObjectName("scrolled")  # the style sheet refers to it by this name
        self.banner = Banner(theme, notes)
        self.steps_card = StepsCard(theme, notes)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.views = ViewsPanel(ports.say, theme, self.splitter)
        pages = [TablePage(table, ports.tables, query_thread, state, theme) for table in DESK_TABLES]
        self.tabs = TableTabs({page.table: page for page in pages}, self.splitter)
        self.detail = DetailPane(ports.say, theme, self.splitter)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(self.splitter.indexOf(self.tabs), 1)
        area = ContentArea(least=scaled(_LEAST_NOTES))
        area.setWidget(notes)
        noted = _column(notes)
        noted.addWidget(self.banner)
        noted.addWidget(self.steps_card)
        column = _column(self)
        column.addWidget(self.top)
        column.addWidget(area)
        column.addWidget(self.splitter, 1)


def _column(parent: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column
