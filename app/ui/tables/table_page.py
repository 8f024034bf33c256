"""The page of one table: its chips, its empty state, and the query for its rows."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.days import Scope
from app.domain.folding import fold
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.queries import WORKED_THROUGH, RowQuery, SortKey, ValueFilter, View
from app.ui.appearance.theme import scaled
from app.ui.cells.row_table import with_new
from app.ui.cells.table_model import RowsModel
from app.ui.context.window_context import WindowContext
from app.ui.tables.column_arrangement import ColumnArrangement
from app.ui.tables.filter_bar import FilterBar
from app.ui.tables.flashes import Flashes, HiddenBelow, NewAbove
from app.ui.tables.narrowing import Narrowing, kept_narrowing
from app.ui.tables.phone_search import PhoneSearch
from app.ui.tables.table_view import RowsView
from app.ui.widgets.empty_state import Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import FlowingPage
from app.ui.widgets.layouts import in_column

_FIRST = 300
"""More rows than a screen holds; they are shown before the others are read."""
_PAUSE_MS = 120
_ALL = -1
_LEAST = 96
"""The least height of the table, in pixels: its titles and two rows. A low window is scrolled."""


@dataclass(frozen=True)
class _Found:
    """The answer to a query: `total` is the number of rows without filters."""

    query: RowQuery
    ids: Sequence[int]
    total: int = 0
    missing: tuple[str, ...] = ()
    """The numbers of the query's list that the day does not have."""
    is_part: bool = False  # `ids` are only the first ones


class TablePage(FlowingPage):
    """Asks for its rows in the query thread whenever its query changes; the old ones stay until then.

    The rows for the screen are shown first; the rest is asked for after a pause, as are the rows of a hidden table: so
    typing stays fast. Table and empty state, whose signals it emits, are made when first needed: so a start is fast.
    """

    rows_shown = Signal()
    """All rows of the query are in the table."""
    query_changed = Signal()
    rows_flashed = Signal(object)
    """The ids of the rows that flash now."""
    current_settled, selection_settled = Signal(), Signal()
    detail_asked, clicked = Signal(), Signal()
    typed = Signal(str)
    act_asked = Signal(object)
    """This signal and the five before it are those of the table."""

    def __init__(self, table: Table, context: WindowContext) -> None:
        super().__init__()
        self.table = table
        self.title = ""  # the accessible name of the table
        self.query: RowQuery | None = None
        self.narrowing = kept_narrowing(context.state, table)
        self.total = 0
        self.is_answered = True
        """Whether the query is answered, and all its rows are shown."""
        self.shown: RowQuery | None = None
        """The query whose rows are shown, all of them or the first."""
        self.shows_a_part = False
        self._found: _Found | None = None
        self._picked: int | None = None
        self._context = context
        self.model = RowsModel(COLUMNS[table], self._cells, context.say, self)
        self.model.failed.connect(context.signals.fail, Qt.ConnectionType.QueuedConnection)  # not while it is painted
        self._arrangement = ColumnArrangement(table, context.state, self)
        self.panes = QSplitter(Qt.Orientation.Vertical, self, childrenCollapsible=False, handleWidth=1)
        """The table, and what other features put beside it."""
        self._stack = QStackedWidget(self.panes)
        self._stack.setMinimumHeight(scaled(_LEAST))
        self.filters = bar = FilterBar(self.model, context.say, context.theme, self)
        bar.columns.clicked.connect(lambda: self.view.choose_columns(bar.columns))
        bar.keys, bar.is_loaded = lambda: self.view.columns_header.keys(), lambda: context.day.is_loaded
        in_column(bar, (self.panes, 1), on=self, margins=0, spacing=0)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask_for_all)

    @property
    def unmatched(self) -> int:
        """How many of the shown rows changed since, and no longer match; they stay until the rows are asked for."""
        return max(len(self.model.ids) - len(self._found.ids), 0) if self._found else 0

    def make_table(self) -> None:
        """Make the table now, and not at its first use."""
        _ = self.view

    @cached_property
    def view(self) -> RowsView:
        """The table."""
        view = RowsView(self.model, self._context.theme, self._stack)
        view.setAccessibleName(self.title)
        if self.table is Table.MANIFESTS:
            view.open_text = self.tr("Show its shipments")
        self._arrangement.begin(view.columns_header, self.narrowing.view)
        view.columns_header.show_order(self.narrowing.sort)
        view.columns_header.order_changed.connect(self.sort_by)
        view.columns_header.values_asked.connect(self._ask_for_values)
        view.columns_header.arranged.connect(lambda: self.filters.show_folded(len(view.columns_header.folded)))
        view.filter_asked.connect(self.add_filter)
        view.room_lacked.connect(lambda: self._arrangement.widen(self.width()))
        hidden = HiddenBelow(view, lambda: self.total + self.unmatched - len(self.model.ids))
        for of_table, own in (
            *((hidden.clicked, self.filters.cleared), (self.rows_shown, hidden.follow)),
            *((view.current_settled, self.current_settled), (view.selection_settled, self.selection_settled)),
            *((view.detail_asked, self.detail_asked), (view.clicked, self.clicked)),
            *(
                (view.typed, self.typed),
                (view.act_asked, self.act_asked),
                (view.copied, self._context.signals.reported),
            ),
        ):
            of_table.connect(own)
        self._stack.addWidget(view)
        self.new_above = NewAbove(view)
        self.filters.say_beside_columns(self.new_above)
        return view

    @cached_property
    def empty(self) -> EmptyState:
        """The empty state in place of the table."""
        empty = EmptyState(self._context.theme)
        empty.asked.connect(self._context.signals.asked)
        self._empty_area = ScrolledEmptyState(empty, self._stack)
        self._stack.addWidget(self._empty_area)
        return empty

    @cached_property
    def _flashes(self) -> Flashes:
        return Flashes(self.model, self.view)

    def _cells(self, ids: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        return self._context.rows.cells(self.table, ids, self.query.day.carriers if self.query else ())

    def showEvent(self, event: QShowEvent) -> None:
        """Read at once what was to be read after a pause, and fit the columns."""
        super().showEvent(event)
        if self._pause.isActive():
            self.ask()
        if len(self.model.ids) and self.is_answered:  # the rows of another view hold other texts
            self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the width with the columns, as long as the user has not arranged them."""
        super().resizeEvent(event)
        self.filters.fold()
        self.make_table()
        self._arrangement.fill(self.width())

    def note_detail(self, *, is_shown: bool) -> None:
        """Leave out the columns that the detail shows too, if it is beside the table and there is little room."""
        if is_shown is not self._arrangement.has_detail:
            self._arrangement.has_detail = is_shown
            if "view" in vars(self):  # made at its first use
                self._arrangement.fill(self.width())

    def show_day(self, day: Scope | None) -> None:
        """Show the rows of a day with the present filters and order."""
        if self.query is not None and day != self.query.day:
            self._arrangement.is_measured = False  # another day may hold longer texts
        if day is not None and self.model.show_carriers(day):
            self.make_table()
            self._arrangement.show_carriers(day.carriers, self.width())
        if day is None:
            self.query = self.shown = None
            self.shows_a_part, self.is_answered, self.total = False, True, 0
            self._pause.stop()
            self.filters.show_query(None, None)
            self._show(())
            return
        self.query = self.narrowing.query(self.table, day)
        self.ask()

    def search(self, words: str) -> None:
        """Show only rows that hold all these words."""
        self.narrow(replace(self.narrowing, search=words))

    def show_view(self, view: View) -> None:
        """Show only the rows of a view; if it is chosen already, read it again."""
        if view is self.narrowing.view:
            self.ask()
        else:
            self.narrow(replace(self.narrowing, view=view))

    def show_numbers(self, numbers: tuple[str, ...]) -> None:
        """Show only the rows of a list of numbers."""
        self.narrow(replace(self.narrowing, numbers=numbers))

    def add_filter(self, chosen: ValueFilter) -> None:
        """Add a filter; it replaces one of the same value, and one that asks for another value of the column."""
        self.narrow(self.narrowing.with_filter(chosen))

    def choose_values(self, key: str, values: Iterable[Cell]) -> None:
        """Show only the rows that hold one of these values in a column; without any, those with whatever."""
        self.narrow(self.narrowing.with_values(key, values))

    @Slot(int)
    def _ask_for_values(self, section: int) -> None:
        header = self.view.columns_header
        at = QPoint(max(header.sectionViewportPosition(section), 0), header.height())
        self.filters.values_asked.emit(self.model.columns[section].key, header.mapToGlobal(at))

    def sort_by(self, order: tuple[SortKey, ...]) -> None:
        """Show the rows in this order."""
        self.narrow(replace(self.narrowing, sort=order))

    @Slot()
    def clear(self) -> None:
        """Remove all filters, and keep the order."""
        self.narrow(Narrowing(sort=self.narrowing.sort))

    def narrow(self, narrowing: Narrowing) -> None:
        """Show only these rows, in this order."""
        if narrowing == self.narrowing:
            if self.unmatched:
                self.ask()
            return
        header, before = self.view.columns_header, self.narrowing
        if narrowing.sort != header.order:
            header.show_order(narrowing.sort)
        self.narrowing = narrowing
        header.show_filtered(one.key for one in narrowing.filters)
        if narrowing.view is not before.view:
            self._arrangement.show_view(narrowing.view, self.width())
        if (narrowing.view, narrowing.sort) != (before.view, before.sort):
            self._context.state.keep_shown_view(self.table, narrowing.view, narrowing.sort)
        if self.query is not None:
            self.query = narrowing.query(self.table, self.query.day)
        self.query_changed.emit()
        self.ask()

    def ask(self) -> None:
        """Ask the store for the rows of the query."""
        if self.query is None:
            return
        self.is_answered = False
        if self.shown != self.query and not self.isVisibleTo(self.window()):
            self._pause.start()
        elif self._goes_to_the_top(self.query):
            self._ask_for(self.query, _FIRST)
        else:
            self._ask_for_all()

    @Slot()
    def _ask_for_all(self) -> None:
        if self.query is not None:
            self._ask_for(self.query, _ALL)

    def _ask_for(self, query: RowQuery, limit: int) -> None:
        self._pause.stop()
        self.filters.show_query(query, self._missing_of(query))
        self._context.queries.ask(self.table, self._question(query, limit)).succeeded.connect(self._answer)
        self.make_table()  # even if its rows cannot be read

    def ask_for_new(self) -> None:
        """Read rows that came since, and put them above the others, which stay as they are, or in their order."""
        if self.query is not None:
            asked = self._context.queries.ask(f"new {self.table}", self._question(self.query, _ALL))
            asked.succeeded.connect(self._add)

    def _question(self, query: RowQuery, limit: int) -> Callable[[Reader], _Found]:
        whole, today, read_phone = query.whole(), self._context.clock.today(), self._context.read_phone

        def find(rows: Reader) -> _Found:
            ids = PhoneSearch(rows, read_phone).row_ids(query, today, limit)
            if len(ids) == limit:
                return _Found(query, ids, is_part=True)
            total = rows.count(whole, today) if query.is_narrowed else len(ids)
            missing = rows.unknown_numbers(query.day, query.numbers) if query.numbers else ()
            return _Found(query, ids, total, tuple(missing))

        return find

    def _missing_of(self, query: RowQuery) -> tuple[str, ...] | None:
        """Return the missing numbers of the last answer, if it was for the same list and day."""
        if not query.numbers:
            return ()
        last = self._found.query if self._found else None
        is_same = last is not None and (last.day, last.numbers) == (query.day, query.numbers)
        return self._found.missing if self._found and is_same else None

    @Slot(object)
    def _answer(self, found: _Found) -> None:
        if found.query != self.query:
            return
        from_top = self._goes_to_the_top(found.query)
        self.shown, self.shows_a_part = found.query, found.is_part
        self.view.show_hits(fold(found.query.search).split())
        if found.is_part:
            self.view.show_ids(found.ids, from_top=from_top, is_part=True)
            self._bring_rows_forward(found.ids)
            self._pause.start()
            return
        self._keep(found)
        self.is_answered = True
        self.new_above.forget()
        self._show(found.ids, from_top=from_top)

    def _goes_to_the_top(self, query: RowQuery) -> bool:
        """Whether to scroll to the top: for another day, other rows of it, or another order without a selection."""
        if self.shown is None or query == self.shown:
            return self.shown is None
        if query._replace(sort=self.shown.sort) != self.shown:
            return True
        if query.sort != self.shown.sort:
            return not self.view.selectionModel().hasSelection()
        return self.view.verticalScrollBar().value() == 0

    @Slot(object)
    def _add(self, found: _Found) -> None:
        if found.query != self.query or not self.is_answered:
            return
        new, before = self.model.unknown(found.ids), (self.total, self.unmatched)
        self._keep(found)
        if new:
            order = found.ids if found.query.view in WORKED_THROUGH else new
            self._show(with_new(self.model.ids, order, new), is_news=True)
            self.new_above.add(sum(row < self.view.rowAt(0) for row in self.model.rows_of(new)))
            self.flash(new)
        elif (self.total, self.unmatched) != before:
            self.rows_shown.emit()

    def _keep(self, found: _Found) -> None:
        self._found, self.total = found, found.total
        self.filters.show_query(found.query, found.missing)

    def _show(self, ids: Sequence[int], *, is_news: bool = False, from_top: bool = False) -> None:
        self.view.show_ids(ids, is_news=is_news, from_top=from_top)
        self._bring_rows_forward(ids)
        self.filters.fold()
        self.rows_shown.emit()
        if self._picked is not None and self.is_answered:
            self.pick(self._picked)

    def _bring_rows_forward(self, ids: Sequence[int]) -> None:
        if ids:
            self._stack.setCurrentWidget(self.view)
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Fit the columns to what they hold once rows are visible: in a hidden table all rows would be read."""
        if self.view.isVisible():
            self._arrangement.fit(self.width())

    def pick(self, row_id: int) -> None:
        """Put the cursor on a row, now or once the query is answered."""
        rows = self.model.rows_of([row_id])
        self._picked = None if rows or self.is_answered else row_id
        if rows:
            self.view.pick(rows[0])

    def follow(self, ids: Collection[int]) -> None:
        """Read the cells of these rows again, and make the rows flash."""
        self.reread(ids)
        self.flash(ids)

    def reread(self, ids: Collection[int]) -> None:
        """Read the cells of these rows again, and repaint them."""
        self.model.forget(ids)
        for row in self.view.visible_rows():  # each alone, not the rows between them
            if self.model.ids[row] in ids:
                self.model.repaint_rows(row, row)

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show why there is nothing to see; grey rows while the day is loaded for the first time."""
        self.empty.show_emptiness(emptiness)
        self.view.setAccessibleDescription(emptiness.title if emptiness.is_loading else "")
        self._stack.setCurrentWidget(self.view if emptiness.is_loading else self._empty_area)

    def flash(self, ids: Collection[int]) -> None:
        """Make these rows flash."""
        if ids:
            self._flashes.start(ids)
            self.rows_flashed.emit(ids)
