"""Counts and sums up the rows of a table while they are exported."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain.column import Cell, Kind
from app.domain.contract.statuses import DAY_OUTCOMES
from app.domain.texts import Say, Text
from app.domain.views.columns import COLUMNS, WORDS, Table
from app.domain.views.report import BESIDE_OUTCOMES, OUTCOME_NAMES, OUTCOMES, PARCELS, Figures, Tally
from app.export.sheets import SummaryLine

_STATUS = {Table.SHIPMENTS: "shown_status", Table.VISITS: "status", Table.NOTIFICATIONS: "outcome"}
"""The column by whose values the rows of a table are counted."""
_COUNTED = {
    Table.VISITS: (
        ("shipments", Text("Summary", "Without a shipment")),
        ("check_in_distance", Text("Summary", "Without a distance")),
    ),
    Table.SHIPMENTS: (("visit_id", Text("Summary", "Without a visit")),),
}
"""Columns whose empty cells are counted."""
_ADDED_UP = {
    Table.MANIFESTS: ("shipments", "on_its_way", "delivered", "exceptions", "pickup", "declared_value"),
    Table.NOTIFICATIONS: ("repeats",),
}

ROWS = Text("Summary", "Rows")
VALUE = Text("Summary", "Declared value")
_OUTCOMES = {code: state for state, code in DAY_OUTCOMES.items()}


@dataclass
class Sum:
    """A number of rows, and their total value."""

    rows: int = 0
    value: float = 0

    def add(self, value: float) -> None:
        """Add one row."""
        self.rows += 1
        self.value += value

    def cells(self, *, with_value: bool) -> tuple[Cell, ...]:
        """Return it as cells of a summary."""
        return (self.rows, _rounded(self.value)) if with_value else (self.rows,)


class Totals:
    """Counts the rows of one table; each row has one more cell after its columns (see `add`)."""

    def __init__(self, table: Table) -> None:
        keys = [column.key for column in COLUMNS[table]]
        self._table = table
        self._status = keys.index(_STATUS[table]) if table in _STATUS else None
        self._value = keys.index("declared_value") if table is Table.SHIPMENTS else None
        self._outcome = keys.index("outcome") if table is Table.SHIPMENTS else None
        self._empty = [(keys.index(key), text) for key, text in _COUNTED.get(table, ())]
        self._added = [keys.index(key) for key in _ADDED_UP.get(table, ())]
        self._ended = {outcome: Sum() for outcome in OUTCOMES}
        self.all = Sum()
        self.left_out = 0
        self.by_status: dict[Cell, Sum] = {}
        self._empties = [0] * len(self._empty)
        self._sums: list[float] = [0] * len(self._added)

    @property
    def tally(self) -> Tally:
        """Return the counts by outcome of the parcels among the rows, each parcel counted once."""
        return Tally.of((state, ended.rows, ended.value) for state, ended in self._ended.items())

    def counting(self, rows: Iterable[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
        """Yield the rows while counting them."""
        for row in rows:
            self.add(row)
            yield row

    def add(self, row: Sequence[Cell]) -> None:
        """Count a row; its last cell tells whether it counts in the figures."""
        value = _as_number(row[self._value]) if self._value is not None else 0
        self.all.add(value)
        if self._status is not None:
            self.by_status.setdefault(row[self._status], Sum()).add(value)
        for nth, (place, _) in enumerate(self._empty):
            self._empties[nth] += row[place] is None
        if not row[-1]:
            self.left_out += 1
            return
        if self._outcome is not None:
            self._ended[_OUTCOMES[str(row[self._outcome])]].add(value)
        for nth, place in enumerate(self._added):
            self._sums[nth] += _as_number(row[place])

    def lines(self, title: Text, say: Say) -> Iterator[SummaryLine]:
        """Yield the totals of all rows as lines of a summary; statuses are in the second cell, labels in the first."""
        has_value = self._value is not None
        heads = (ROWS, VALUE) if has_value else (ROWS,)
        yield SummaryLine((None, *map(say, heads)), is_heading=True)
        yield SummaryLine((say(title), *self.all.cells(with_value=has_value)))
        if self.left_out:
            yield SummaryLine((say(Text("Summary", "Rows left out of the figures")), self.left_out))
        for (_, text), count in zip(self._empty, self._empties, strict=True):
            yield SummaryLine((say(text), count))
        for place, added in zip(self._added, self._sums, strict=True):
            yield SummaryLine((say(COLUMNS[self._table][place].title), None, _rounded(added)))
        if self._status is not None and self.by_status:
            yield SummaryLine()
            column = COLUMNS[self._table][self._status]
            yield SummaryLine((None, say(column.title), *map(say, heads)), is_heading=True)
            for status, one in sorted(self.by_status.items(), key=lambda item: -item[1].rows):
                yield SummaryLine((None, _said(column.kind, status, say), *one.cells(with_value=has_value)))


def figure_lines(figures: Figures, title: Text, say: Say, *, of_file: Tally | None = None) -> Iterator[SummaryLine]:
    """Yield the figures of a day as lines of a summary, each with count and value.

    Where the file has only a part of it, `of_file` is that, for two more columns.
    """
    more = (Text("Summary", "In this file"), VALUE) if of_file is not None else ()
    yield SummaryLine((say(title), *map(say, (Text("Summary", "Count"), VALUE, *more))), is_heading=True)
    day, file = figures.tally, of_file
    in_file = (file.total, _rounded(file.value)) if file is not None else ()
    yield SummaryLine((say(PARCELS), day.total, _rounded(day.value), *in_file))
    for outcome, name in OUTCOME_NAMES.items():
        in_file = (file.count(outcome), _rounded(file.worth(outcome))) if file is not None else ()
        yield SummaryLine((say(name), day.count(outcome), _rounded(day.worth(outcome)), *in_file))
    yield SummaryLine((say(BESIDE_OUTCOMES), say(Text("Summary", "Count"))), is_heading=True)
    for name, count in figures.lines():
        yield SummaryLine((say(name), count))


def _said(kind: Kind, status: Cell, say: Say) -> str:
    if status is None:
        return say(Text("Summary", "(empty)"))
    text = WORDS.get(kind, {}).get(str(status))
    return say(text) if text is not None else str(status)


def _as_number(cell: Cell) -> float:
    """Return a cell as a number; 0 for a text or None."""
    return cell if isinstance(cell, int | float) else 0


def _rounded(value: float) -> float:
    """Return a sum without the rounding errors of binary fractions."""
    return round(value, 6)
