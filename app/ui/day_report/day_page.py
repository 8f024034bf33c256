"""The page of the Day tab: the story of the day in figures and charts that lead to the rows behind them."""

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QStackedWidget, QWidget

from app.domain.contract.statuses import DAY_OUTCOMES, VISIT_STATES, State
from app.domain.days import Scope
from app.domain.pace.forecast import Forecast
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import DayReport, Group, GroupLine
from app.ui.appearance.formats import UNKNOWN, Formats
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import Feature, WindowContext
from app.ui.day_report.bars import DayBar
from app.ui.day_report.day_cards import DayPace, FigureCard, HoursCard
from app.ui.day_report.day_words import DayWords, hour_name
from app.ui.day_report.groups_table import GroupCard
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.empty_state import Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import PlainArea
from app.ui.widgets.labels import plain_label
from app.ui.widgets.layouts import in_column, in_row

_PAUSE_MS = 1000
"""Pause between two readings of a changing day, so that the figures can be read."""
_CARDS_WIDTH, _COLUMNS_WIDTH = 760, 900
"""Widths from which the figures, and the charts, stand beside each other."""
_MARGIN = 24
_SPACING = 12
_GROUP_COLUMNS = {
    Group.DRIVER: "driver",
    Group.ROUTE: "route",
    Group.MANIFEST: "manifest_number",
    Group.LOCALITY: "locality",
    Group.CARRIER: CARRIER.key,
}
"""The column of the shipments whose value filters those that a line counts."""
_ORDER = (Group.CARRIER, Group.DRIVER, Group.LOCALITY, Group.ROUTE, Group.MANIFEST)
"""The cards beside and below the hours, two in a row."""
_COUNTED = ValueFilter("counts", 1)


class DayPage(QWidget):
    """Asks for the day's report when it is shown, and again while it is in front and the day changes."""

    report_shown = Signal()
    counted = Signal(str)
    """What the figures count, for the status line."""
    view_asked = Signal(object)
    """A `View`."""
    filter_asked = Signal(object, object)
    """A `Table` and a tuple of `ValueFilter`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context, theme = context, context.theme
        self._formats: Formats | None = None
        self._day: Scope | None = None
        self._is_outdated = False
        self.report: DayReport | None = None
        self.pace = DayPace(context, self)
        self.words = words = DayWords(context.say, self)
        self.headline = plain_label(heading="title")
        self.value = plain_label(tone="dim")
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = DayBar(words, theme)
        self.notes = plain_label(tone="dim")
        self.call = QPushButton(icon("phone", theme.text), self.tr("Call"))
        self.delivered = FigureCard(words.outcome(State.DELIVERED))
        self.to_attend = FigureCard(self.tr("To attend"), self.call)
        self.left = FigureCard(self.tr("Will remain out"))
        self.hours = HoursCard(words, theme)
        self.groups = {group: GroupCard(group, words, theme) for group in Group}
        self.empty = EmptyState(theme)
        self.pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self.pause.timeout.connect(self._ask_if_outdated)
        self._lay_out()
        self.pace.changed.connect(self._show_pace)
        context.clock.ticked.connect(self._show_pace)
        self.bar.outcome_asked.connect(self._ask_for_outcome)
        for card, outcome in ((self.delivered, State.DELIVERED), (self.left, State.ON_ITS_WAY)):
            card.figure.clicked.connect(partial(self._ask_for_outcome, outcome))
        self.to_attend.figure.clicked.connect(lambda: self.view_asked.emit(View.TO_ATTEND))
        self.hours.chart.hour_asked.connect(self._ask_for_hour)
        for group in self.groups.values():
            group.table.line_asked.connect(self._ask_for_line)
            group.table.cursor_moved.connect(self._follow_cursor)

    def _lay_out(self) -> None:
        self._scroll = PlainArea()
        content = QWidget()
        content.setObjectName("scrolled")
        head = in_row((self.headline, 3), (self.value, 2))
        self._cards, self._pictures = QGridLayout(), QGridLayout()
        column = in_column(on=content, margins=(_MARGIN, _SPACING, _MARGIN, _SPACING))
        for part in (head, self.bar, self.notes, self._cards, self._pictures):
            column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
        for layout in (column, self._cards, self._pictures):
            layout.setSpacing(_SPACING)
        column.addStretch(1)
        self._scroll.setWidget(content)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._scroll)
        self._empty_area = ScrolledEmptyState(self.empty)
        self._stack.addWidget(self._empty_area)
        in_column(self._stack, on=self, margins=0)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put cards and charts beside each other if there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Give each card its place: two columns of charts, or one below the other."""
        width, cards = self.width(), (self.delivered, self.to_attend, self.left)
        is_row = width >= scaled(_CARDS_WIDTH)
        for nth, card in enumerate(cards):
            self._cards.addWidget(card, *((0, nth) if is_row else (nth, 0)))
            self._cards.setColumnStretch(nth, 1 if is_row or not nth else 0)
        has_columns = width >= scaled(_COLUMNS_WIDTH)
        cells: list[QFrame] = [self.hours, *(self.groups[group] for group in _ORDER)]
        for nth, cell in enumerate(cells):
            is_alone = not has_columns or cells[nth ^ 1].isHidden()
            row, column = (nth // 2, 0 if is_alone else nth % 2) if has_columns else (nth, 0)
            self._pictures.addWidget(cell, row, column, 1, 2 if is_alone else 1)
        for nth, stretch in enumerate((7, 4)):
            self._pictures.setColumnStretch(nth, stretch)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the day if it changed since it was read."""
        super().showEvent(event)
        self._ask_if_outdated()

    def main_focus(self) -> QWidget:
        """Return what takes the keyboard when the tab is shown."""
        is_empty = self._stack.currentWidget() is not self._scroll
        return self.empty.main_button() if is_empty else self.bar.parts[State.DELIVERED]

    def use_formats(self, formats: Formats) -> None:
        """Show the figures in these formats."""
        self._formats = formats
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
        self.pace.read(day)

    @Slot(object)
    def _show(self, report: DayReport) -> None:
        if report.day != self._day or self._formats is None:
            return
        self.report = report
        if not report.is_empty:
            self._show_figures(report, self._formats)
            self._stack.setCurrentWidget(self._scroll)
        self.counted.emit("" if report.is_empty else self.words.counted(report))
        self.report_shown.emit()

    def _show_figures(self, report: DayReport, formats: Formats) -> None:
        notes, tally, is_known = self.words.notes(report), report.figures.tally, report.is_loaded
        self.value.setText(self.words.value(report, formats))
        self.bar.show_tally(tally, formats, is_known=is_known)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        tone = "bad" if report.to_attend else ""
        count = formats.count(report.to_attend, is_known=is_known)
        self.to_attend.show_figure(count, self.words.to_attend(report), tone=tone)
        self.call.setVisible(report.to_attend + report.to_attend_visits > 0)
        self.hours.show_report(report, formats)
        for group, card in self.groups.items():
            card.show_lines(report.groups.get(group, ()), formats)
        self._show_pace()
        self._arrange()

    @Slot()
    def _show_pace(self) -> None:
        """Show what depends on the time, and on past days."""
        report, formats, pace = self.report, self._formats, self.pace
        if report is None or formats is None or report.is_empty:
            return
        tally, day, at, typical = report.figures.tally, report.day.date, pace.at, pace.typical
        self.headline.setText(self.words.headline(report, at, formats))
        share = formats.percent(tally.delivered, tally.total) or UNKNOWN
        self.delivered.show_figure(share, self.words.usual_share(typical, day, formats))
        self.hours.show_typical(typical, None if at is None else at.hour)
        if at is None:
            left = formats.count(tally.count(State.ON_ITS_WAY), is_known=report.is_loaded)
            self.left.title.setText(self.tr("Remained out"))
            self.left.show_figure(left if day < formats.today else UNKNOWN, "")
        else:
            left_open = pace.left
            figure = f"≈ {formats.number(left_open.expected)}" if isinstance(left_open, Forecast) else UNKNOWN
            self.left.title.setText(self.tr("Will remain out"))
            self.left.show_figure(figure, self.words.left_open(left_open, pace.missing, day, formats))

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show why there is nothing to see."""
        self.empty.show_emptiness(emptiness)
        self._stack.setCurrentWidget(self._empty_area)

    @Slot(object)
    def _follow_cursor(self, cell: QRect) -> None:
        """Scroll to the line of a table that the keyboard went to."""
        table, content = self.sender(), self._scroll.widget()
        if isinstance(table, QWidget) and content is not None:
            at = table.mapTo(content, cell.center())
            self._scroll.ensureVisible(at.x(), at.y(), 0, cell.height())

    @Slot(object, object)
    def _ask_for_line(self, group: Group, line: GroupLine) -> None:
        key = _GROUP_COLUMNS[group]
        if group.is_named_by_visits and not line.name:
            self._ask_for_counted(ValueFilter(key, None), ValueFilter("visit_id", None, exclude=True))
        else:
            self._ask_for_counted(ValueFilter(key, line.name))

    @Slot(object)
    def _ask_for_outcome(self, outcome: State) -> None:
        self._ask_for_counted(ValueFilter("outcome", DAY_OUTCOMES[outcome]))

    def _ask_for_counted(self, *filters: ValueFilter) -> None:
        """Ask for shipments without those that the figures leave out."""
        leaves_out = self.report is not None and self.report.figures.left_out > 0
        self.filter_asked.emit(Table.SHIPMENTS, (*filters, _COUNTED) if leaves_out else filters)

    @Slot(int, object)
    def _ask_for_hour(self, hour: int, state: State | None) -> None:
        filters = [ValueFilter("hour", hour_name(hour))]
        filters += [ValueFilter("status", status) for status, meant in VISIT_STATES.items() if meant is state]
        self.filter_asked.emit(Table.VISITS, tuple(filters))


class DayTab(Feature):
    """Adds the tab behind the tables; its page is made when the tab is first shown."""

    def __init__(
        self, context: WindowContext, tabs: TableTabs, why_empty: Callable[[], Emptiness], call: Callable[[], None]
    ) -> None:
        """Add it; `call` opens the queue of calls."""
        super().__init__(context)
        self._tabs = tabs
        self._why_empty, self._call = why_empty, call
        self._has_page = False
        self.place = QWidget()
        """The tab, in which the page is, or will be."""
        self._layout = in_column(on=self.place, margins=0)
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
