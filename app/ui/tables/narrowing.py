"""What a table is narrowed to and ordered by, whatever the day."""

from enum import Enum, auto
from typing import Any, NamedTuple

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, SavedView, SortKey, ValueFilter, View


class Narrowing(NamedTuple):
    """A `RowQuery` without its table and day."""

    view: View = View.ALL
    search: str = ""
    filters: tuple[ValueFilter, ...] = ()
    sort: tuple[SortKey, ...] = ()
    numbers: tuple[str, ...] = ()

    @classmethod
    def of_saved(cls, saved: SavedView) -> "Narrowing":
        """Return what a saved view narrows its table to."""
        return cls(saved.view, saved.search, saved.filters, saved.sort)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything keeps rows of the day from being shown."""
        return bool(self.search.strip() or self.filters or self.numbers or self.view is not View.ALL)

    @property
    def is_of_a_view_alone(self) -> bool:
        """Whether nothing but a view keeps rows of the day from being shown."""
        return self.view is not View.ALL and not (self.search.strip() or self.filters or self.numbers)

    @property
    def can_be_saved(self) -> bool:
        """Whether it is anything that somebody might want to see again; a pasted list is of one day."""
        return bool(self.view is not View.ALL or self.search.strip() or self.filters or self.sort)

    def with_changes(self, before: "Narrowing", after: "Narrowing") -> "Narrowing":
        """Return this one with what differs between two others set as in the second."""
        changes: dict[str, Any] = {
            name: value for name, value in after._asdict().items() if value != getattr(before, name)
        }
        return self._replace(**changes)

    def in_order(self, sort: tuple[SortKey, ...]) -> "Narrowing":
        """Return the same rows in another order."""
        return self._replace(sort=sort)

    def query(self, table: Table, day: Day) -> RowQuery:
        """Return which rows of a table it means on a day."""
        return RowQuery(table, day, self.view, self.search, self.filters, self.sort, self.numbers)

    def saved(self, name: str, table: Table) -> SavedView:
        """Return it as a view of the user's own."""
        return SavedView(name, table, self.view, self.search, self.filters, self.sort)


class Part(Enum):
    """What can be taken away from a narrowing at once, beside a single `ValueFilter`."""

    VIEW = auto()
    SEARCH = auto()
    NUMBERS = auto()
