"""The filters and the order of a table, independent of the day."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import chain
from typing import Any

from app.domain.column import Cell
from app.domain.days import Day, Scope
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.queries import VIEW_TABLES, RowQuery, SavedView, SortKey, ValueFilter, View, by_column
from app.ui.context.window_state import WindowState


@dataclass(frozen=True)
class Narrowing:
    """A `RowQuery` without its table and day."""

    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()
    numbers: tuple[str, ...] = ()

    @classmethod
    def of_saved(cls, saved: SavedView) -> "Narrowing":
        """Return the filters and the order of a saved view."""
        return cls(saved.view, saved.search, saved.filters, saved.sort)

    @property
    def is_narrowed(self) -> bool:
        """Whether any filter is set."""
        return bool(self.search.strip() or self.filters or self.numbers or self.view is not View.ALL)

    @property
    def is_of_a_view_alone(self) -> bool:
        """Whether the only filter is a view."""
        return self.view is not View.ALL and not (self.search.strip() or self.filters or self.numbers)

    @property
    def can_be_saved(self) -> bool:
        """Whether there is anything to save as a view; a pasted list belongs to one day."""
        return bool(self.view is not View.ALL or self.search.strip() or self.filters or self.sort)

    def with_changes(self, before: "Narrowing", after: "Narrowing") -> "Narrowing":
        """Return this one with what differs between two others set as in the second."""
        changes: dict[str, Any] = {name: value for name, value in vars(after).items() if value != getattr(before, name)}
        return replace(self, **changes)

    def with_filter(self, chosen: ValueFilter) -> "Narrowing":
        """Return it with one more filter, in place of those that it replaces."""
        others = [one for one in self.filters if not _is_replaced(one, chosen)]
        return replace(self, filters=(*others, chosen))

    def without_filter(self, removed: ValueFilter) -> "Narrowing":
        """Return it without a filter, and without the other values of its column that are to be seen."""
        left = (some for some in by_column(self.filters) if removed not in some)
        return replace(self, filters=tuple(chain.from_iterable(left)))

    def with_values(self, key: str, values: Iterable[Cell]) -> "Narrowing":
        """Return it with one of these values in a column, or with any where there is none; all else stays."""
        others = (one for one in self.filters if one.key != key or not one.is_chosen_value)
        return replace(self, filters=(*others, *(ValueFilter(key, one) for one in values)))

    def within(self, key: str, limits: Iterable[ValueFilter]) -> "Narrowing":
        """Return it with these limits of a column, in place of others."""
        return replace(self, filters=(*(one for one in self.filters if one.key != key or not one.bound), *limits))

    def in_order(self, sort: tuple[SortKey, ...]) -> "Narrowing":
        """Return the same filters with another order."""
        return replace(self, sort=sort)

    def query(self, table: Table, day: Day | Scope) -> RowQuery:
        """Return the query for a table and a day."""
        return RowQuery(table, day, self.view, self.search, self.filters, self.sort, self.numbers)

    def saved(self, name: str, table: Table) -> SavedView:
        """Return a saved view of these filters."""
        return SavedView(name, table, self.view, self.search, self.filters, self.sort)


def kept_narrowing(state: WindowState, table: Table) -> Narrowing:
    """Return the view and the order that a table showed last, as far as they still exist."""
    view, order = state.shown_view(table)
    keys = {column.key for column in COLUMNS[table] if not column.is_private}
    known = View(view) if view in set(View) and VIEW_TABLES[View(view)] is table else View.ALL
    return Narrowing(known, sort=tuple(SortKey(key, down) for key, down in order if key in keys))


def _is_replaced(one: ValueFilter, chosen: ValueFilter) -> bool:
    """Whether a filter goes for another: both are of one value, or no row can have the values of both."""
    is_other_value = one.is_chosen_value and chosen.is_chosen_value
    is_limit = one.bound or chosen.bound
    return one.key == chosen.key and not is_limit and (one.value == chosen.value or is_other_value)


class Part(Enum):
    """What can be removed from a narrowing, besides a `ValueFilter`."""

    VIEW = auto()
    SEARCH = auto()
    NUMBERS = auto()
