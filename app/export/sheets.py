"""What a workbook is made of: the sheets of tables, and one that sums them up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.views.columns import Column
from app.export.rows import Cell, ExportRow


@dataclass(frozen=True)
class Sheet:
    """The sheet of a table.

    Args:
        title: names it.
        titles: one for each column, in the language or spelling that the header shall have.
        columns: say how wide each is and what it holds.
        rows: taken one by one; their extras are left out.
    """

    title: str
    titles: Sequence[str]
    columns: Sequence[Column]
    rows: Iterable[ExportRow]


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line of a summary, from the left; without cells it is an empty one."""

    cells: tuple[Cell, ...] = ()
    is_heading: bool = False


@dataclass(frozen=True)
class Summary:
    """The sheet that says what the others hold.

    Args:
        title: names it.
        lines: taken after the last row of the other sheets, so that they can be counted from these.
        stands_first: whether it stands before the other sheets, else behind them.
    """

    title: str
    lines: Iterable[SummaryLine]
    stands_first: bool = False
