"""What the tables are filtered by: a view, words, a pasted list, values; each change can be undone."""

from functools import partial

from PySide6.QtCore import QLocale, QPoint, QTimer, Slot

from app.domain.views.columns import Table, is_ranged
from app.domain.views.queries import VIEW_TABLES, VIEW_TITLES, SavedView, SortKey, ValueFilter, View
from app.ui.context.window_context import Feature, WindowContext
from app.ui.search.search_field import MOST_NUMBERS, SearchField
from app.ui.tables.narrowing import Narrowing, Part
from app.ui.tables.phone_search import PhoneSearch
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.views.filter_popup import MOST_VALUES, FilterPopup
from app.ui.views.saved_views import SavedViews
from app.ui.views.views_panel import ViewsPanel

_LISTED_TABLES = (Table.SHIPMENTS, Table.VISITS)
"""A pasted list filters these."""
_State = dict[Table, Narrowing]


class FilterController(Feature):
    """Filters the tables, marks the view that is shown in the panel, and puts each change on the undo stack.

    What changes in one turn of the event loop is one step to undo. Typing is none: the search field has its own undo.
    """

    def __init__(
        self, context: WindowContext, panel: ViewsPanel, field: SearchField, tabs: TableTabs, saved: SavedViews
    ) -> None:
        super().__init__(context)
        self._panel = panel
        self._field = field
        self._tabs = tabs
        self._pages = tabs.pages
        self._saved = saved
        self._kept = self.state()
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._record_change)
        field.words_changed.connect(self._search)
        field.list_pasted.connect(self.show_list)
        panel.view_chosen.connect(self.show_view)
        panel.saved_chosen.connect(self.show_saved)
        tabs.currentChanged.connect(self._mark_view)
        saved.changed.connect(self._mark_view)
        for page in self._pages.values():
            page.query_changed.connect(self._follow)
            page.filters.removed.connect(partial(self.remove, page))
            page.filters.cleared.connect(self.clear)
            page.filters.values_asked.connect(partial(self._open_values, page))
        self._mark_view()

    @Slot(object)
    def show_view(self, view: View) -> None:
        """Show the rows of a view; ALL is one of every table."""
        for table, page in self._pages.items():
            if view is View.ALL or VIEW_TABLES[view] is table:
                page.show_view(view)
        self._tabs.show_table(VIEW_TABLES[view])

    @Slot(object)
    def show_saved(self, view: SavedView) -> None:
        """Show the rows of one of the user's own views; the words searched for are the same in all tables."""
        self._show_search(view.search)
        self._pages[view.table].narrow(Narrowing.of_saved(view))
        self._tabs.show_table(view.table)

    @Slot(object)
    def show_list(self, numbers: tuple[str, ...]) -> None:
        """Show the rows of a pasted list, and nothing else."""
        if len(numbers) > MOST_NUMBERS:
            number = QLocale().toString
            text = self.tr("A list can hold {most} numbers at once, and this one has {listed}. Paste it in parts.")
            self._context.signals.failed.emit(text.format(most=number(MOST_NUMBERS), listed=number(len(numbers))))
            return
        self.clear()
        for table in _LISTED_TABLES:
            self._pages[table].show_numbers(numbers)
        if self._tabs.currentWidget() not in [self._pages[table] for table in _LISTED_TABLES]:
            self._tabs.show_table(Table.SHIPMENTS)

    @Slot()
    def clear(self) -> None:
        """Show all rows of all tables."""
        self._field.show_words("")
        for page in self._pages.values():
            page.clear()

    def remove(self, page: TablePage, part: ValueFilter | Part) -> None:
        """Remove one filter of a table; words and list are the same in all tables."""
        if isinstance(part, ValueFilter):
            page.narrow(page.narrowing.without_filter(part))
        elif part is Part.VIEW:
            page.show_view(View.ALL)
        elif part is Part.SEARCH:
            self._show_search("")
        else:
            for one in self._pages.values():
                one.show_numbers(())

    def _open_values(self, page: TablePage, key: str, at: QPoint) -> None:
        """Open the popup of a column's values at a point of the screen; they are counted under all other filters."""
        query, read_phone, today = page.query, self._context.read_phone, self._context.clock.today()
        if query is None:
            return
        own = [one for one in query.filters if one.key == key and not one.exclude]
        others = query._replace(filters=tuple(one for one in query.filters if one.key != key or one.exclude))
        column = page.model.columns[page.model.position(key)]
        ranged = is_ranged(page.table, column)
        popup = FilterPopup(column, page.model.formats, own, self._context.window, is_ranged=ranged)
        if popup.limits:
            popup.limits.changed.connect(lambda limits: page.narrow(page.narrowing.within(key, limits)))
        popup.values_chosen.connect(partial(page.choose_values, key))
        popup.sort_asked.connect(lambda down: page.sort_by((SortKey(key, descending=down),)))
        popup.open_at(at)
        asked = self._context.queries.ask(
            f"values of {page.table}",
            lambda rows: PhoneSearch(rows, read_phone).value_counts(others, key, today, MOST_VALUES + 1),
        )
        asked.succeeded.connect(popup.show_counts)

    def take_over(self, other: "FilterController") -> None:
        """Filter as the replaced window did."""
        filters = other.state()
        self._field.show_words(filters[Table.SHIPMENTS].search)
        for table, narrowing in filters.items():
            self._pages[table].narrow(narrowing)
        self._turn.stop()
        self._kept = self.state()

    def _show_search(self, words: str) -> None:
        self._field.show_words(words)
        for page in self._pages.values():
            page.search(words)

    @Slot(str)
    def _search(self, words: str) -> None:
        self._record_change()
        for page in self._pages.values():
            page.search(words)
        self._kept = self.state()

    @Slot()
    def _follow(self) -> None:
        self._mark_view()
        self._turn.start()

    @Slot()
    def _mark_view(self) -> None:
        """Mark the view that the table in front shows; "All" counts shipments, so it is marked for these alone."""
        page = self._tabs.rows
        shown: View | SavedView | None = None
        if page is not None:
            shown = self._saved.shown_in(page) or page.narrowing.view
            if shown is View.ALL and page.table is not Table.SHIPMENTS:
                shown = None
        self._panel.show_view(shown)

    def state(self) -> _State:
        """Return how each table is filtered."""
        return {table: page.narrowing for table, page in self._pages.items()}

    @Slot()
    def _record_change(self) -> None:
        """Put the change on the undo stack, unless only the order changed."""
        self._turn.stop()
        before, self._kept = self._kept, self.state()
        if _unsorted(before) != _unsorted(self._kept):
            after, text = self._kept, self._named(before, self._kept)
            self._context.undo.record(text, partial(self._change, before, after), partial(self._change, after, before))

    def _named(self, before: _State, after: _State) -> str:
        if not any(one.is_narrowed for one in after.values()):
            return self.tr("search and filters cleared")
        views = [one.view for table, one in after.items() if one.view is not before[table].view]
        chosen = next((view for view in views if view is not View.ALL), None)
        return (
            self.tr("view {view}").format(view=self._context.say(VIEW_TITLES[chosen]))
            if chosen
            else self.tr("filters changed")
        )

    def _change(self, before: _State, after: _State) -> None:
        """Apply what differs between two states, and keep whatever else changed since."""
        pages = self._pages
        shown = {table: page.narrowing.with_changes(before[table], after[table]) for table, page in pages.items()}
        changed = [page for table, page in pages.items() if shown[table] != page.narrowing]
        self._field.show_words(shown[Table.SHIPMENTS].search)
        for table, narrowing in shown.items():
            pages[table].narrow(narrowing)
        self._turn.stop()
        self._kept = self.state()
        if changed and self._tabs.rows not in changed:
            self._tabs.setCurrentWidget(changed[0])


def _unsorted(state: _State) -> list[Narrowing]:
    return [one.in_order(()) for one in state.values()]
