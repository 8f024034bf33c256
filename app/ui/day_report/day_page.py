"""The page of the Day tab: the day in figures and charts that lead to the rows behind them."""

from functools import partial

from PySide6.QtCore import QByteArray, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.contract.statuses import DAY_OUTCOMES, VISIT_STATES, State
from app.domain.days import Scope
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import DayReport, Group, GroupLine
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.day_report.bars import ValueBar, paint_mark
from app.ui.day_report.day_tiles import Tiles
from app.ui.day_report.day_words import DayWords, Figure, hour_name
from app.ui.day_report.forecast_card import ForecastCard
from app.ui.day_report.groups_table import GroupsTable
from app.ui.day_report.hours_chart import HoursChart
from app.ui.widgets.empty_state import Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import card, plain_label

_PAUSE_MS = 1000
"""Pause between two readings of a changing day, so that the figures can be read."""
_HOURS_WIDTH = 500
"""Width needed beside the table of lines so that the chart of the hours fits next to it."""
_MARGIN = 16
_SPACING = 12
_MARK = 10
_GROUP_KEPT = "day_group"
_GROUP_COLUMNS = {
    Group.DRIVER: "driver",
    Group.ROUTE: "route",
    Group.MANIFEST: "manifest_number",
    Group.LOCALITY: "locality",
    Group.CARRIER: CARRIER.key,
}
"""The column of the shipments whose value filters those that a line counts."""
_GROUPS = [group for group in Group if group is not Group.CARRIER]
"""What the card of progress groups by; carriers have a card of their own."""
_OF_A_VISIT = (Group.DRIVER, Group.ROUTE)
_COUNTED = ValueFilter("counts", 1)
_WITH_OTHERS = (View.CONFLICTS, View.MISSED, View.AMBIGUOUS, View.DOUBTFUL)
"""Views with rows that the figures leave out."""


class DayPage(QWidget):
    """Asks for the day's report when it is shown, and again while it is in front and the day changes."""

    report_shown = Signal()
    view_asked = Signal(object, object)
    """A `View` and a tuple of `ValueFilter`."""
    filter_asked = Signal(object, object)
    """A `Table` and a tuple of `ValueFilter`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context, theme = context, context.theme
        self._formats: Formats | None = None
        self._day: Scope | None = None
        self._is_outdated = False
        self._columns = 0
        self.report: DayReport | None = None
        self.group = self._kept_group()
        self.words = DayWords(context.say, self)
        self.tiles = Tiles(theme)
        self.follow_ups = plain_label(tone="dim")
        self.forecast = ForecastCard(context)
        self.value = ValueBar(theme)
        self.chart = HoursChart(self.words, theme)
        self.hour = plain_label(tone="dim")
        self.table = GroupsTable(self.words, theme)
        self.carriers = GroupsTable(self.words, theme)
        self.empty = EmptyState(theme)
        self._switch: dict[Group, QToolButton] = {}
        self.pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self.pause.timeout.connect(self._ask_if_outdated)
        self._lay_out()
        self.tiles.figure_asked.connect(self._ask_for_figure)
        self.chart.hour_described.connect(self.hour.setText)
        self.chart.hour_asked.connect(self._ask_for_hour)
        for table in (self.table, self.carriers):
            table.line_asked.connect(self._ask_for_line)

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(_SPACING)
        self._pictures = QGridLayout()
        self._pictures.setSpacing(_SPACING)
        column.addWidget(self.tiles)
        column.addWidget(self.follow_ups)
        column.addWidget(self.forecast)
        self.carriers.setAccessibleName(self.tr("By carrier"))
        self._carriers_card = card(self.tr("By carrier"), _holding(self.carriers))
        self._carriers_card.hide()
        column.addWidget(self._carriers_card)
        column.addLayout(self._pictures, 1)
        self._value_card = card(self.tr("Declared value"), _holding(self.value))
        self._hours_card = card(self.tr("Visits closed by hour"), self._hours_layout())
        self._groups_card = card(self.tr("Progress"), self._groups_layout())
        self._scroll.setWidget(content)
        self._stack.addWidget(self._scroll)
        self._empty_area = ScrolledEmptyState(self.empty)
        self._stack.addWidget(self._empty_area)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self._arrange()

    def _hours_layout(self) -> QVBoxLayout:
        legend = QWidget()
        flow = FlowLayout(legend, margin=0, spacing=14)
        delivered, failed = self.tr("Delivered"), self.tr("Failed")  # visits, of another gender than parcels
        self._gap_legend = self._legend(3, self.tr("No reception"))
        flow.addWidget(self._legend(0, delivered))
        flow.addWidget(self._legend(1, failed))
        flow.addWidget(self._legend(2, self.tr("All until then (right)")))
        flow.addWidget(self._gap_legend)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(legend)
        column.addWidget(self.chart, 1)
        self.hour.setMinimumHeight(2 * self.hour.fontMetrics().lineSpacing())  # so that the chart does not move
        self.hour.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.hour)
        return column

    def _legend(self, nth: int, name: str) -> QWidget:
        """Return an entry of the chart's legend: a sample of the paint, and its name."""
        ratio = self.devicePixelRatioF()
        side = scaled(_MARK)
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        room = QRectF(0, 0, side, side)
        if nth < 2:
            paint_mark(painter, room, nth, self._context.theme)
        elif nth == 2:
            painter.fillRect(QRectF(0, side / 2 - 1, side, 2), QColor(self._context.theme.accent))
        else:
            painter.fillRect(room, QColor(self._context.theme.warning.background))
            painter.setPen(QColor(self._context.theme.warning.foreground))
            painter.drawRect(room.adjusted(0, 0, -1, -1))
        painter.end()
        legend = QWidget()
        row = QHBoxLayout(legend)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        mark, text = QLabel(), plain_label(name, tone="dim")
        mark.setPixmap(pixmap)
        text.setWordWrap(False)
        row.addWidget(mark)
        row.addWidget(text)
        return legend

    def _groups_layout(self) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self._buttons = QButtonGroup(self)
        for group in _GROUPS:
            button = QToolButton()
            button.setCheckable(True)
            button.setText(self.words.group(group))
            button.setAccessibleName(self.tr("Progress by {group}").format(group=self.words.group(group)))
            button.setChecked(group is self.group)
            button.clicked.connect(partial(self.show_group, group))
            self._buttons.addButton(button)
            self._switch[group] = button
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        return column

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the charts beside each other if there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = 2 if self.width() >= self.table.whole_width + scaled(_HOURS_WIDTH) else 1
        if columns == self._columns:
            return
        self._columns = columns
        self.table.setMinimumWidth(self.table.whole_width if columns == 2 else 0)
        places = ((0, 0, 1), (1, 0, 1), (0, 1, 2)) if columns == 2 else ((0, 0, 1), (1, 0, 1), (2, 0, 1))
        for frame, (row, column, rows) in zip(
            (self._value_card, self._hours_card, self._groups_card), places, strict=True
        ):
            self._pictures.addWidget(frame, row, column, rows, 1)
        self._pictures.setColumnStretch(0, 5)
        self._pictures.setColumnStretch(1, 7 if columns == 2 else 0)
        self._pictures.setRowStretch(1, 1)
        self._pictures.setRowStretch(2, 0 if columns == 2 else 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the day if it changed since it was read."""
        super().showEvent(event)
        self._ask_if_outdated()

    def main_focus(self) -> QWidget:
        """Return what takes the keyboard when the tab is shown."""
        return self.table if self._stack.currentWidget() is self._scroll else self.empty.main_button()

    def use_formats(self, formats: Formats) -> None:
        """Show the figures in these formats."""
        self._formats = formats
        self.forecast.use_formats(formats)
        self.refresh()

    def show_day(self, day: Scope) -> None:
        """Show the figures of a day as it is stored now."""
        self._day, self._is_outdated = day, True
        self.pause.stop()
        self._ask_if_outdated()

    @Slot()
    def refresh(self) -> None:
        """Read the day again after a pause, and only while the page is visible."""
        self._is_outdated = True
        if not self.pause.isActive():
            self._ask_if_outdated()

    @Slot()
    def _ask_if_outdated(self) -> None:
        if self._day is None or not (self._is_outdated and self.isVisible()):
            return
        self._is_outdated = False
        self.pause.start()
        day, today = self._day, self._context.clock.today()
        self._context.queries.ask("report", lambda rows: rows.report(day, today)).succeeded.connect(self._show)
        self.forecast.read(day)

    @Slot(object)
    def _show(self, report: DayReport) -> None:
        if report.day != self._day or self._formats is None:
            return
        self.report = report
        if not report.is_empty:
            self._show_figures(report, self._formats)
            self._stack.setCurrentWidget(self._scroll)
        self.report_shown.emit()

    def _show_figures(self, report: DayReport, formats: Formats) -> None:
        self.tiles.show_figures(self.words.figures(report, formats))
        follow_ups = self.words.follow_ups(report)
        self.follow_ups.setText(follow_ups)
        self.follow_ups.setVisible(bool(follow_ups))
        tally = report.figures.tally
        self.value.show_value(tally, self.words.value(report, formats))
        self._gap_legend.setVisible(bool(report.gaps))
        self.table.show_lines(self.group, report.groups[self.group], formats)
        self.chart.show_report(report, formats)
        carriers = report.groups.get(Group.CARRIER, ())
        self._carriers_card.setVisible(bool(carriers))
        self.carriers.show_lines(Group.CARRIER, carriers, formats)
        self.carriers.show_rows(len(carriers))

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show why there is nothing to see."""
        self.empty.show_emptiness(emptiness)
        self._stack.setCurrentWidget(self._empty_area)

    def show_group(self, group: Group) -> None:
        """Group the day by something else, and keep that choice."""
        self.group = group
        self._switch[group].setChecked(True)
        self._context.state.keep_layout(_GROUP_KEPT, QByteArray(group.encode()))
        if self.report is not None and self._formats is not None:
            self.table.show_lines(group, self.report.groups[group], self._formats)

    def _kept_group(self) -> Group:
        kept = self._context.state.layout(_GROUP_KEPT)
        return next(
            (group for group in _GROUPS if kept is not None and bytes(kept.data()) == group.encode()), Group.DRIVER
        )

    @Slot(object, object)
    def _ask_for_line(self, group: Group, line: GroupLine) -> None:
        key = _GROUP_COLUMNS[group]
        if group not in _OF_A_VISIT or line.name:
            self._ask_for_counted(ValueFilter(key, line.name))
        elif line.name is None:
            self.view_asked.emit(View.NO_VISIT, ())
        else:
            self._ask_for_counted(ValueFilter(key, None), ValueFilter("visit_id", None, exclude=True))

    @Slot(object)
    def _ask_for_figure(self, figure: Figure) -> None:
        view = figure.view
        if figure.outcome is not None:
            self._ask_for_counted(ValueFilter("outcome", DAY_OUTCOMES[figure.outcome]))
        elif view is View.ALL and self._leaves_out:
            self._ask_for_counted()
        else:
            self.view_asked.emit(view, (_COUNTED,) if view in _WITH_OTHERS and self._leaves_out else ())

    def _ask_for_counted(self, *filters: ValueFilter) -> None:
        """Ask for a view of shipments without those that the figures leave out."""
        self.filter_asked.emit(Table.SHIPMENTS, (*filters, _COUNTED) if self._leaves_out else filters)

    @property
    def _leaves_out(self) -> bool:
        return self.report is not None and self.report.figures.left_out > 0

    @Slot(int, object)
    def _ask_for_hour(self, hour: int, state: State | None) -> None:
        filters = [ValueFilter("hour", hour_name(hour))]
        filters += [ValueFilter("status", status) for status, meant in VISIT_STATES.items() if meant is state]
        self.filter_asked.emit(Table.VISITS, tuple(filters))


def _holding(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.addWidget(widget)
    return column
