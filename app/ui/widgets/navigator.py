"""How a feature brings another place of the window to the screen."""

from collections.abc import Sequence
from typing import Protocol

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.widgets.detail_parts import RowLink


class Navigator(Protocol):
    """Shows a day, a row, a view or a table."""

    def show_day(self, day: Day) -> None:
        """Show a day from the stored data; its carrier is empty if none is chosen."""

    def show_row(self, link: RowLink) -> None:
        """Select a row of any table and day; filters that hide it are cleared."""

    def show_view(self, view: View) -> None:
        """Show all rows of a view; all other filters are cleared."""

    def show_rows(self, table: Table, filters: Sequence[ValueFilter]) -> None:
        """Show the rows of a table that have these values; all other filters are cleared."""
