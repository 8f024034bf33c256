"""What the rows of a table add up to, counted as they pass on their way into a file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain.columns import COLUMNS, WORDS, Cell, Kind, Table
from app.domain.report import Tally
from app.domain.statuses import State
from app.domain.texts import Say, Text
from app.export.sheets import SummaryLine

_STATUS = {Table.SHIPMENTS: "shown_status", Table.VISITS: "status", Table.NOTIFICATIONS: "outcome"}
"""The column by whose values the rows of a table are counted."""
_COUNTED = {
    Table.VISITS: (
        ("shipments", Text("Summary", "Without a shipment")),
        ("check_in_distance", Text("Summary", "Nothing to measure a distance by")),
    ),
    Table.SHIPMENTS: (("visit_id", Text("Summary", "Without a visit")),),
}
"""Columns whose empty cells are counted."""
_ADDED_UP = {
    Table.MANIFESTS: ("shipments", "on_its_way", "delivered", "exceptions", "pickup", "declared_value"),
    Table.NOTIFICATIONS: ("repeats",),
}

_ROWS = Text("Summary", "Rows")
_VALUE = Text("Summary", "Declared value")
_ALL = Text("Summary", "Total")
_DELIVERED = Text("Summary", "Delivered")
_FAILED = Text("Summary", "Failed")
_OPEN = Text("Summary", "Open")


@dataclass
class Sum:
    """How many rows, and what they are worth."""

    rows: int = 0
    value: float = 0

    def add(self, value: float) -> None:
        """Count one row more."""
        self.rows += 1
        self.value += value

    def cells(self, *, with_value: bool) -> tuple[Cell, ...]:
        """Return it as cells of a summary."""
        return (self.rows, _rounded(self.value)) if with_value else (self.rows,)


class Totals:
    """Counts the rows of one table, each with what stands behind its columns."""

    def __init__(self, table: Table) -> None:
        keys = [column.key for column in COLUMNS[table]]
        self._table = table
        self._state = len(keys)
        self._status = keys.index(_STATUS[table]) if table in _STATUS else None
        self._value = keys.index("declared_value") if table is Table.SHIPMENTS else None
        self._current = keys.index("current") if table is Table.SHIPMENTS else None
        self._empty = [(keys.index(key), text) for key, text in _COUNTED.get(table, ())]
        self._added = [keys.index(key) for key in _ADDED_UP.get(table, ())]
        self.all = Sum()
        self.gone = Sum()
        self.without_number = 0
        self.by_state = {state: Sum() for state in State}
        self.by_status: dict[Cell, Sum] = {}
        self._empties = [0] * len(self._empty)
        self._sums: list[float] = [0] * len(self._added)

    def counting(self, rows: Iterable[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
        """Pass rows on, and count them."""
        for row in rows:
            self.add(row)
            yield row

    def add(self, row: Sequence[Cell]) -> None:
        """Count a row."""
        value = self._number(row)
        self.all.add(value)
        if self._current is not None and not row[self._current]:
            self.gone.add(value)
        if self._status is not None:
            self.by_status.setdefault(row[self._status], Sum()).add(value)
        if self._value is not None:
            self.by_state[State(str(row[self._state]))].add(value)
        for nth, (place, _) in enumerate(self._empty):
            self._empties[nth] += row[place] is None
        for nth, place in enumerate(self._added):
            self._sums[nth] += _as_number(row[place])

    def _number(self, row: Sequence[Cell]) -> float:
        cell = row[self._value] if self._value is not None else None
        self.without_number += isinstance(cell, str)
        return _as_number(cell)

    def lines(self, title: Text, say: Say) -> Iterator[SummaryLine]:
        """Go through the totals as lines of a summary."""
        has_value = self._value is not None
        heads = (_ROWS, _VALUE) if has_value else (_ROWS,)
        yield SummaryLine((say(title), *map(say, heads)), is_heading=True)
        yield SummaryLine((say(_ALL), *self.all.cells(with_value=has_value)))
        if has_value:
            yield from self._outcomes(say)
        for (_, text), count in zip(self._empty, self._empties, strict=True):
            yield SummaryLine((say(text), count))
        for place, added in zip(self._added, self._sums, strict=True):
            yield SummaryLine((say(COLUMNS[self._table][place].title), None, _rounded(added)))
        if self._status is not None and self.by_status:
            yield SummaryLine()
            column = COLUMNS[self._table][self._status]
            yield SummaryLine((say(column.title), *map(say, heads)), is_heading=True)
            for status, one in sorted(self.by_status.items(), key=lambda item: -item[1].rows):
                yield SummaryLine((_said(column.kind, status, say), *one.cells(with_value=has_value)))

    def _outcomes(self, say: Say) -> Iterator[SummaryLine]:
        delivered, failed = self.by_state[State.DELIVERED], self.by_state[State.EXCEPTION]
        rest = Sum(self.all.rows - delivered.rows - failed.rows, self.all.value - delivered.value - failed.value)
        for text, one in ((_DELIVERED, delivered), (_FAILED, failed), (_OPEN, rest)):
            yield SummaryLine((say(text), *one.cells(with_value=True)))
        if self.gone.rows:
            text = Text("Summary", "No longer listed, and counted above")
            yield SummaryLine((say(text), *self.gone.cells(with_value=True)))
        if self.without_number:
            text = Text("Summary", "The value is no number, and counts as 0")
            yield SummaryLine((say(text), self.without_number))


def tally_lines(tally: Tally, title: Text, say: Say) -> Iterator[SummaryLine]:
    """Go through what is known of a whole day as lines of a summary."""
    yield SummaryLine((say(title), say(_ROWS), say(_VALUE)), is_heading=True)
    for text, count, value in (
        (_ALL, tally.total, tally.value),
        (_DELIVERED, tally.delivered, tally.value_delivered),
        (_FAILED, tally.failed, tally.value_failed),
        (_OPEN, tally.open, tally.value_open),
    ):
        yield SummaryLine((say(text), count, _rounded(value)))


def _said(kind: Kind, status: Cell, say: Say) -> str:
    if status is None:
        return say(Text("Summary", "(empty)"))
    text = WORDS.get(kind, {}).get(str(status))
    return say(text) if text is not None else str(status)


def _as_number(cell: Cell) -> float:
    """Return a cell as a number; what is a text, or nothing, adds nothing."""
    return cell if isinstance(cell, int | float) else 0


def _rounded(value: float) -> float:
    """Return a sum without what binary fractions leave behind its last digits."""
    return round(value, 6)
