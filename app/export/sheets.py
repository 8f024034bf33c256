"""The content of a workbook: sheets with tables, and a summary sheet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.column import Column
from app.export.rows import Cell, ExportRow


@dataclass(frozen=True)
class Sheet:
    """A sheet with a table.

    Args:
        title: of the sheet.
        titles: of the columns, as they are written.
        columns: for the widths and kinds of cells.
        rows: iterated once; their extras are left out.
    """

    title: str
    titles: Sequence[str]
    columns: Sequence[Column]
    rows: Iterable[ExportRow]


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line of a summary, its cells from the left; without cells it is empty."""

    cells: tuple[Cell, ...] = ()
    is_heading: bool = False


@dataclass(frozen=True)
class Summary:
    """A sheet that sums up the others.

    Args:
        title: of the sheet.
        lines: iterated after the rows of all other sheets, so that they can hold their totals.
        stands_first: whether it comes before the other sheets, else after them.
    """

    title: str
    lines: Iterable[SummaryLine]
    stands_first: bool = False
