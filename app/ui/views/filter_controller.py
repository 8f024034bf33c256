"""What the tables are narrowed to: chosen at the left, typed, pasted, taken away by chips, and undone."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTimer, Slot

from app.domain.views.columns import Table
from app.domain.views.queries import VIEW_TABLES, VIEW_TITLES, SavedView, ValueFilter, View
from app.ui.search.pasted_list import MOST_NUMBERS
from app.ui.tables.narrowing import Narrowing, Part
from app.ui.tables.table_page import TablePage
from app.ui.views.saved_views import SavedViews

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_LISTED_TABLES = (Table.SHIPMENTS, Table.VISITS)
"""Where a pasted list says something."""
_State = dict[Table, Narrowing]


class FilterController(QObject):
    """Narrows the tables, has the left side show by what, and puts each change on the stack of what can be undone.

    What changes in one turn of the event loop is one step back. What is typed is none: the field has its own.
    """

    def __init__(self, window: "MainWindow", saved: SavedViews) -> None:
        super().__init__(window)
        self._window = window
        self._pages = window.tabs.pages
        self._saved = saved
        self._kept = self._state()
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._take_note)
        window.top.search_changed.connect(self._search)
        window.top.list_pasted.connect(self.show_list)
        window.views.view_chosen.connect(self.show_view)
        window.views.saved_chosen.connect(self.show_saved)
        window.tabs.currentChanged.connect(self._mark_view)
        saved.changed.connect(self._mark_view)
        for page in self._pages.values():
            page.query_changed.connect(self._follow)
            page.filters.removed.connect(partial(self.remove, page))
            page.filters.cleared.connect(self.clear)
        self._mark_view()

    @Slot(object)
    def show_view(self, view: View) -> None:
        """Show the rows of a view; ALL is one of every table."""
        for table, page in self._pages.items():
            if view is View.ALL or VIEW_TABLES[view] is table:
                page.show_view(view)
        self._window.tabs.setCurrentWidget(self._pages[VIEW_TABLES[view]])

    @Slot(object)
    def show_saved(self, view: SavedView) -> None:
        """Show the rows of one of the user's own views; what is searched for is the same in all tables."""
        self._show_search(view.search)
        page = self._pages[view.table]
        page.narrow(Narrowing.of_saved(view))
        self._window.tabs.setCurrentWidget(page)

    @Slot(object)
    def show_list(self, numbers: tuple[str, ...]) -> None:
        """Show the rows of a pasted list, and nothing else."""
        window = self._window
        if len(numbers) > MOST_NUMBERS:
            number = QLocale().toString
            text = self.tr("A list can hold {most} numbers at once, and this one has {listed}. Paste it in parts.")
            window.tell_failure(text.format(most=number(MOST_NUMBERS), listed=number(len(numbers))))
            return
        self.clear()
        for table in _LISTED_TABLES:
            self._pages[table].show_numbers(numbers)
        if window.tabs.currentWidget() not in [self._pages[table] for table in _LISTED_TABLES]:
            window.tabs.setCurrentWidget(self._pages[Table.SHIPMENTS])

    @Slot()
    def clear(self) -> None:
        """Show all rows of all tables."""
        self._window.top.show_search("")
        for page in self._pages.values():
            page.clear()

    def remove(self, page: TablePage, part: ValueFilter | Part) -> None:
        """Take one thing away of what a table is narrowed to; search and list are the same in all tables."""
        if isinstance(part, ValueFilter):
            page.remove_filter(part)
        elif part is Part.VIEW:
            page.show_view(View.ALL)
        elif part is Part.SEARCH:
            self._show_search("")
        else:
            for one in self._pages.values():
                one.show_numbers(())

    def _show_search(self, words: str) -> None:
        self._window.top.show_search(words)
        for page in self._pages.values():
            page.search(words)

    @Slot(str)
    def _search(self, words: str) -> None:
        self._take_note()
        for page in self._pages.values():
            page.search(words)
        self._kept = self._state()

    @Slot()
    def _follow(self) -> None:
        self._mark_view()
        self._turn.start()

    @Slot()
    def _mark_view(self) -> None:
        """Mark at the left what the table in front shows: all rows of the shipments alone, which are counted there."""
        page = self._window.tabs.currentWidget()
        shown: View | SavedView | None = None
        if isinstance(page, TablePage):
            shown = self._saved.shown_in(page) or page.narrowing.view
            if shown is View.ALL and page.table is not Table.SHIPMENTS:
                shown = None
        self._window.views.show_view(shown)

    def _state(self) -> _State:
        return {table: page.narrowing for table, page in self._pages.items()}

    @Slot()
    def _take_note(self) -> None:
        """Put what changed on the stack; an order alone is a click to change back."""
        self._turn.stop()
        before, self._kept = self._kept, self._state()
        if _unsorted(before) != _unsorted(self._kept):
            after, text = self._kept, self._named(before, self._kept)
            self._window.undo_stack.push(
                text, partial(self._change, before, after), partial(self._change, after, before)
            )

    def _named(self, before: _State, after: _State) -> str:
        if not any(one.is_narrowed for one in after.values()):
            return self.tr("search and filters cleared")
        say = self._window.ports.say
        views = [one.view for table, one in after.items() if one.view is not before[table].view]
        chosen = next((view for view in views if view is not View.ALL), None)
        return self.tr("view {view}").format(view=say(VIEW_TITLES[chosen])) if chosen else self.tr("filters changed")

    def _change(self, before: _State, after: _State) -> None:
        """Do again what led from one state to another, whatever else was changed since."""
        pages = self._pages
        shown = {
            table: page.narrowing.follow_up_controller(before[table], after[table]) for table, page in pages.items()
        }
        changed = [page for table, page in pages.items() if shown[table] != page.narrowing]
        self._window.top.show_search(shown[Table.SHIPMENTS].search)
        for table, narrowing in shown.items():
            pages[table].narrow(narrowing)
        self._turn.stop()
        self._kept = self._state()
        if changed and self._window.tabs.currentWidget() not in changed:
            self._window.tabs.setCurrentWidget(changed[0])


def _unsorted(state: _State) -> list[Narrowing]:
    return [one.in_order(()) for one in state.values()]
