"""What the tables are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from app.domain.column import Cell
from app.domain.days import Day
from app.domain.phones import ReadPhone
from app.domain.texts import Say
from app.domain.views.columns import Table
from app.domain.views.queries import Hit, RowQuery


class TableRows(Protocol):
    """Reads rows. Only `cells` is fast enough for the main thread."""

    def row_ids(self, query: RowQuery, today: date, limit: int = -1) -> Sequence[int]:
        """Return the ids of the rows of a query in its order, at most `limit` of them; -1 stands for all."""

    def count(self, query: RowQuery, today: date) -> int:
        """Return how many rows a query has."""

    def cells(self, table: Table, ids: Sequence[int], carrier: str = "") -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the columns; `carrier` is that of the window, as in `Subject`.

        Behind them five more, in every table: the `State` of the status in the row, when it last changed (UTC), its
        signs, 1 if the user has not looked at a visit's change yet, and 0 if the figures of the day leave the row out;
        each may be None.
        """

    def sums(self, table: Table, ids: Sequence[int], keys: Sequence[str]) -> list[float]:
        """Return the sums of these columns over these rows, without values that are texts."""

    def unknown_numbers(self, day: Day, numbers: Sequence[str]) -> list[str]:
        """Return those of these numbers that no shipment and no visit of the day has."""

    def hits(self, words: str, limit: int) -> list[Hit]:
        """Return the rows of all stored days and carriers that hold these words, the latest days first."""


@dataclass(frozen=True)
class TablePorts:
    """What a table needs beside its query thread."""

    rows: TableRows
    say: Say
    today: Callable[[], date]
    """At the site."""
    read_phone: ReadPhone
    """Reads a telephone number by the site's country, in any thread; the first call takes hundredths of a second."""


@dataclass(frozen=True)
class SearchPorts:
    """What the search through all days needs beside the query thread."""

    say: Say
    read_phone: ReadPhone
