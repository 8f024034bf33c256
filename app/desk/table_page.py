"""One tab: a table with its chips and its empty states, and the query that says which rows it shows."""

from collections.abc import Sequence
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
        self._wishes |= changes
        if self.query:
            changed = replace(self.query, **changes)  # type: ignore[arg-type]  # names and types of RowQuery
            if changed != self.query:
                self.query = changed
                self.query_changed.emit()
                self.ask()

    def ask(self) -> None:
        """Ask the store for the rows of the query."""
        query, today = self.query, self._ports.today()
        if query is None:
            return
        self.is_answered = False
        self.filters.show_filters(query.filters)
        whole = query.widened()

        def question(rows: Rows) -> tuple[RowQuery, Sequence[int], int]:
            ids = rows.row_ids(query, today)
            return query, ids, len(rows.row_ids(whole, today)) if query.is_narrowed else len(ids)

        self._asker.ask(self.table, question).succeeded.connect(self._answer)

    @Slot(object)
    def _answer(self, answer: tuple[RowQuery, Sequence[int], int]) -> None:
        query, ids, total = answer
        if query == self.query:
            self.total = total
            self.is_answered = True
            self._show(ids)

    def _show(self, ids: Sequence[int]) -> None:
        self.view.show_ids(ids)
        if ids:
            self._stack.setCurrentWidget(self.view)
        self.rows_shown.emit()

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Say why there is nothing to see; called when there is nothing."""
        self.empty.show_emptiness(emptiness)
        self._stack.setCurrentWidget(self.empty)

    def flash(self, ids: Sequence[int]) -> None:
        """Show for a moment that these rows changed."""
        self._flashes.start(ids)
        self.rows_flashed.emit(ids)

    @Slot()
    def _keep_columns(self) -> None:
        self._is_arranged = True
        self._state.keep_columns(self.table, self.view.columns_header.arrangement())
        self.columns_kept.emit()
