"""One tab: a table with its chips and its empty states, and the query that says which rows it shows."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.bridge.questions import Asker
from app.desk.empty_state import Emptiness, EmptyState
from app.desk.filter_bar import FilterBar
from app.desk.flashes import Flashes
from app.desk.formats import Formats
from app.desk.ports import Ports, Rows
from app.desk.state import WindowState
from app.desk.table_model import RowsModel
from app.desk.table_view import RowsView
from app.desk.theme import Theme
from app.domain.columns import COLUMNS, FIRST_VIEW, Table
from app.domain.days import Day
from app.domain.queries import RowQuery, SortKey, ValueFilter, View

_SCROLL_BAR = 14
_Found = tuple[RowQuery, Sequence[int], int]
"""A query, the ids of its rows, and how many rows there were without its filters."""


class TablePage(QWidget):
    """Asks the store for its rows whenever its query changes, off the main thread; the old ones stay till then."""

    rows_shown = Signal()
    """The rows of the query are on the screen."""
    query_changed = Signal()
    columns_kept = Signal()
    rows_flashed = Signal(object)
    """The ids of the rows that shine now."""

    def __init__(
        self,
        table: Table,
        ports: Ports,
        asker: Asker[Rows],
        state: WindowState,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.table = table
        self.query: RowQuery | None = None
        self._wishes: dict[str, object] = {}
        """What the user wants to see of whatever day: search, view, filters, sort."""
        self.total = 0
        self.is_answered = True
        """Whether what is shown is what the query asks for: the store has answered."""
        self._picked: int | None = None
        self._ports = ports
        self._asker = asker
        self._state = state
        self.model = RowsModel(COLUMNS[table], partial(ports.rows.cells, table), ports.say, self)
        self.view = RowsView(self.model, theme, self)
        self.filters = FilterBar(self.model, self)
        self.empty = EmptyState(theme, self)
        self._flashes = Flashes(self.model, self.view)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filters)
        column.addWidget(self._stack, 1)
        self._keeping = QTimer(self, singleShot=True, interval=400)
        self._keeping.timeout.connect(self._keep_columns)
        header = self.view.columns_header
        kept = state.columns(table)
        header.show_columns(FIRST_VIEW[table], kept)
        self._is_arranged = bool(kept)
        header.columns_changed.connect(self._keeping.start)
        header.order_changed.connect(self._sort)
        self.view.filter_asked.connect(self.add_filter)
        self.filters.removed.connect(self._remove_filter)
        self.filters.cleared.connect(self.clear)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the room with the columns, as long as nobody arranged them."""
        super().resizeEvent(event)
        if not self._is_arranged:
            self.view.columns_header.fill(event.size().width() - _SCROLL_BAR)

    @property
    def chosen_view(self) -> View:
        """The view whose rows it shows, or will once there is a day."""
        return View(str(self._wishes.get("view", View.ALL)))

    def use_formats(self, formats: Formats) -> None:
        """Show cells by this locale and day."""
        self.model.formats = formats

    def show_day(self, day: Day | None) -> None:
        """Show the rows of a day by the filters and the order that are set."""
        if day is None:
            self.query = None
            self.total = 0
            self.is_answered = True
            self._show(())
            return
        self.query = replace(RowQuery(self.table, day), **self._wishes)  # type: ignore[arg-type]  # names of RowQuery
        self.ask()

    def search(self, words: str) -> None:
        """Show only rows that hold all these words."""
        self._change(search=words)

    def show_view(self, view: View) -> None:
        """Show only the rows of a view."""
        self._change(view=view)

    @Slot(object)
    def add_filter(self, chosen: ValueFilter) -> None:
        """Filter by a value as well; a filter for the same value, the other way round, gives way."""
        if self.query:
            others = [one for one in self.query.filters if (one.key, one.value) != (chosen.key, chosen.value)]
            self._change(filters=(*others, chosen))

    @Slot()
    def clear(self) -> None:
        """Show all rows of the day."""
        self._change(search="", view=View.ALL, filters=())

    @Slot(object)
    def _remove_filter(self, removed: ValueFilter) -> None:
        if self.query:
            self._change(filters=tuple(one for one in self.query.filters if one != removed))

    @Slot(object)
    def _sort(self, order: tuple[SortKey, ...]) -> None:
        self._change(sort=order)

    def _change(self, **changes: object) -> None:
        before = dict(self._wishes)
        self._wishes |= changes
        if self.query is None and self._wishes != before:
            self.query_changed.emit()
        elif self.query:
            changed = replace(self.query, **changes)  # type: ignore[arg-type]  # names and types of RowQuery
            if changed != self.query:
                self.query = changed
                self.query_changed.emit()
                self.ask()

    def ask(self) -> None:
        """Ask the store for the rows of the query."""
        if self.query is not None:
            self.is_answered = False
            self.filters.show_filters(self.query.filters)
            self._asker.ask(self.table, self._question(self.query)).succeeded.connect(self._answer)

    def ask_for_new(self) -> None:
        """Ask for rows that came since. They stand above the others, which stay as they are until one asks anew."""
        if self.query is not None:
            asked = self._asker.ask(f"new {self.table}", self._question(self.query))
            asked.succeeded.connect(self._add)

    def _question(self, query: RowQuery) -> Callable[[Rows], _Found]:
        whole, today = query.widened(), self._ports.today()

        def find(rows: Rows) -> _Found:
            ids = rows.row_ids(query, today)
            return query, ids, len(rows.row_ids(whole, today)) if query.is_narrowed else len(ids)

        return find

    @Slot(object)
    def _answer(self, found: _Found) -> None:
        query, ids, total = found
        if query == self.query:
            self.total = total
            self.is_answered = True
            self._show(ids)

    @Slot(object)
    def _add(self, found: _Found) -> None:
        query, ids, total = found
        if query != self.query or not self.is_answered:
            return
        new, before, self.total = self.model.unknown(ids), self.total, total
        if new:
            self._show([*new, *self.model.ids], is_news=True)
            self.flash(new)
        elif total != before:
            self.rows_shown.emit()

    def _show(self, ids: Sequence[int], *, is_news: bool = False) -> None:
        self.view.show_ids(ids, is_news=is_news)
        if ids:
            self._stack.setCurrentWidget(self.view)
        self.rows_shown.emit()
        if self._picked is not None and self.is_answered:
            self.pick(self._picked)

    def pick(self, row_id: int) -> None:
        """Put the cursor on a row, once it is there; a row that the store does not give is not waited for."""
        rows = self.model.rows_of([row_id])
        self._picked = None if rows or self.is_answered else row_id
        if rows:
            self.view.pick(rows[0])

    def follow(self, ids: Collection[int]) -> None:
        """Read and show anew the cells of these rows, where they stand."""
        self.model.forget(ids)
        seen = [row for row in self.view.visible_rows() if self.model.ids[row] in ids]
        if seen:
            self.model.repaint_rows(seen[0], seen[-1])
        self.flash(ids)

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Say why there is nothing to see; called when there is nothing."""
        self.empty.show_emptiness(emptiness)
        self._stack.setCurrentWidget(self.empty)

    def flash(self, ids: Collection[int]) -> None:
        """Show for a moment that these rows changed."""
        self._flashes.start(ids)
        self.rows_flashed.emit(ids)

    @Slot()
    def _keep_columns(self) -> None:
        self._is_arranged = True
        self._state.keep_columns(self.table, self.view.columns_header.arrangement())
        self.columns_kept.emit()
