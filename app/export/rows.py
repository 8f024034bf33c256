"""What an export is given: rows of cells, one after the other, and for json what does not fit into a cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NewType

Cell = str | int | float | bool | None

RawJson = NewType("RawJson", str)
"""A JSON text as somebody else wrote it. It is passed on as it stands, so that `1.50` stays `1.50`."""


@dataclass(frozen=True, slots=True)
class ExportRow:
    """One row: its cells in the order of the columns, and what json shows beyond them.

    `extras` go by their names in json. One that has a column's name (`skus`, the list itself) stands in for that
    column's cell; any other (`crudo`) follows after the last column. csv and xlsx leave them out.
    """

    cells: Sequence[Cell]
    extras: Mapping[str, RawJson] = field(default_factory=dict)
