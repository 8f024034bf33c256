"""The page of the Drivers tab: a lane for each driver, and what orders and explains the lanes."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QPushButton, QStackedWidget, QWidget

from app.domain.pace.lanes import THRESHOLDS
from app.domain.views.columns import Table
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import line_height, scaled
from app.ui.context.window_context import Feature, WindowContext
from app.ui.drivers.driver_lines import Order
from app.ui.drivers.driver_model import DriverModel
from app.ui.drivers.lane_delegate import HoursScale, hatch_pause, paint_visit
from app.ui.drivers.lanes_table import LanesTable
from app.ui.tables.filter_bar import FilterBar
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Action, Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import FlowingPage, FlowLayout
from app.ui.widgets.labels import LegendEntry, SamplePaint, name_field, plain_label, restyle
from app.ui.widgets.layouts import in_column
from app.ui.widgets.wheel_guard import keep_from_wheel

_POSITION = 2
_LINE = 32
"""The height of what stands beside a button."""
_SAMPLE = (26, 16)
_LEAST = 130
"""The least height of the table, in pixels: its titles and two lanes. A low window is scrolled."""


class DriversPage(FlowingPage):
    """Shows the lines of a `DriverModel`."""

    counted = Signal(str)
    """How many drivers and closed visits there are, in words."""

    def __init__(
        self, context: WindowContext, drivers: DriverModel, filters: FilterBar, why_empty: Callable[[], Emptiness]
    ) -> None:
        """Make it; `why_empty` returns why no visits come, and what can be done."""
        super().__init__()
        self._context, self._drivers, self._why_empty = context, drivers, why_empty
        theme = context.theme
        self.table = LanesTable(drivers, theme)
        self.empty = EmptyState(theme)
        self.empty.asked.connect(context.signals.asked)
        self.order, self.pause = QComboBox(), QComboBox()
        self.rows, self.map = QPushButton(flat=True), QPushButton(icon("map", theme.accent), "", flat=True)
        self.map.setText(self.tr("See on the map"))
        self.silent = plain_label(wraps=False)
        self.silent.setMinimumHeight(line_height(_LINE))
        self._stack = QStackedWidget()
        self._stack.setMinimumHeight(scaled(_LEAST))
        self._stack.addWidget(self.table)
        self._empty_area = ScrolledEmptyState(self.empty)
        self._stack.addWidget(self._empty_area)
        self._fill_boxes()
        filters.begin_with(self.order, self.pause, last=(self.rows, self.map, self.silent))
        in_column(filters, (self._stack, 1), self._new_legend(), on=self, margins=0, spacing=0)
        drivers.lines_shown.connect(self.show_lines)
        drivers.visits.driver_changed.connect(self._show_chosen)
        self.show_lines()

    def _fill_boxes(self) -> None:
        orders = {
            Order.SILENT: self.tr("Longest without closing"),
            Order.SHARE: self.tr("Lowest success rate"),
            Order.NAME: self.tr("By name"),
        }
        for order, text in orders.items():
            self.order.addItem(text, order)
        for minutes in THRESHOLDS:
            self.pause.addItem(self.tr("Silent from %Ln minute(s)", "", minutes), minutes)
        self.pause.setCurrentIndex(self.pause.findData(int(self._drivers.least / timedelta(minutes=1))))
        for box, name in (
            (self.order, self.tr("Order of the drivers")),
            (self.pause, self.tr("Shortest pause marked")),
        ):
            name_field(box, name)
            keep_from_wheel(box)
        self.order.currentIndexChanged.connect(lambda: self._drivers.show(order=Order(self.order.currentData())))
        self.pause.currentIndexChanged.connect(lambda: self._drivers.show(least=self.pause.currentData()))

    def _new_legend(self) -> QFrame:
        theme = self._context.theme
        bar = QFrame()
        bar.setProperty("bar", "bottom")
        samples: tuple[tuple[SamplePaint, str], ...] = (
            (
                lambda painter, room: paint_visit(painter, room.center(), is_failed=False, theme=theme),
                self.tr("Delivered"),
            ),
            (lambda painter, room: paint_visit(painter, room.center(), is_failed=True, theme=theme), self.tr("Failed")),
            (lambda painter, room: hatch_pause(painter, room, theme.silent), ""),
            (lambda painter, room: hatch_pause(painter, room, theme.silent_now), self.tr("Silent now")),
        )
        entries = [LegendEntry(paint, _SAMPLE, text) for paint, text in samples]
        self._pause_words = entries[2]
        said = self.tr("The bar measures closed visits. What is out for delivery has no driver yet.")
        note = plain_label(said, tone="dim")
        note.line_width = 0
        FlowLayout(bar, *entries, note, margin=6, spacing=14)
        return bar

    def main_focus(self) -> QWidget:
        """Return what takes the keyboard when the tab is shown."""
        return self.table if self._stack.currentWidget() is self.table else self.empty.main_button()

    @Slot()
    def show_lines(self) -> None:
        """Show what the model says now."""
        drivers, read, formats = self._drivers, self._drivers.visits.read, self._context.formats
        lines = drivers.lines
        now: datetime | None = None
        if read.day is not None and read.day.date == formats.today:
            now = formats.at_site(self._context.clock.now())
        self.table.use_scale(HoursScale.of(read.day.date if read.day else None, [one.lane for one in lines], now))
        pause = int(drivers.least / timedelta(minutes=1))
        self._pause_words.setText(self.tr("Pause of %Ln minute(s) or longer", "", pause))
        silent = sum(one.is_silent for one in lines)
        number = formats.number
        self.silent.setText(self.tr("{silent} silent of {all}").format(silent=number(silent), all=number(len(lines))))
        restyle(self.silent, "tone", "warn" if silent else "dim")
        self.silent.setVisible(now is not None and bool(lines))
        visits = sum(len(one.lane.visits) for one in lines)
        said = (self.tr("%Ln driver(s)", "", len(lines)), self.tr("%Ln closed visit(s)", "", visits))
        self.counted.emit(" · ".join(said))
        if not lines:
            self._explain()
        self._stack.setCurrentWidget(self.table if lines else self._empty_area)
        self._show_chosen()

    def _explain(self) -> None:
        title = self.tr("No closed visits")
        emptiness = Emptiness("truck", title, self.tr("Each driver appears here once a visit of theirs is closed."))
        if self._drivers.visits.is_narrowed:
            clear = (Action.CLEAR, self.tr("Show all rows"))
            text = self.tr("No closed visit matches the search and filters of the table of visits.")
            emptiness = Emptiness("filter-x", title, text, (clear,))
        elif (why := self._why_empty()).actions:
            emptiness = why
        self.empty.show_emptiness(emptiness)

    @Slot()
    def _show_chosen(self) -> None:
        """Offer what the chosen driver leads to."""
        lane = self._drivers.visits.lane
        for button in (self.rows, self.map):
            button.setVisible(lane is not None)
        if lane is not None:
            self.rows.setText(self.tr("%Ln visit(s) in the table", "", len(lane.visits)))


class DriversTab(Feature):
    """Adds the tab; its page is made when the tab is first shown."""

    def __init__(
        self, context: WindowContext, tabs: TableTabs, drivers: DriverModel, why_empty: Callable[[], Emptiness]
    ) -> None:
        super().__init__(context)
        self._tabs, self._drivers, self._why_empty = tabs, drivers, why_empty
        self.place = QWidget()
        """The tab, in which the page is, or will be."""
        self._layout = in_column(on=self.place, margins=0)
        title = self.tr("Drivers")
        tabs.add(_POSITION, self.place, title, "drivers", Table.VISITS, lambda: self.page.main_focus())
        drivers.visits.watch(self.place)
        tabs.currentChanged.connect(self._follow_tab)

    @cached_property
    def page(self) -> DriversPage:
        """The lanes and what is around them."""
        page = DriversPage(self._context, self._drivers, self._drivers.visits.new_bar(self.place), self._why_empty)
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
        self._drivers.visits.pick(visit_id)
        self._drivers.visits.page.detail_asked.emit()
