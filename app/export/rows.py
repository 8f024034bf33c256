"""The rows of an export: cells, and for json the values that do not fit into a cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NewType

Cell = str | int | float | bool | None

RawJson = NewType("RawJson", str)
"""A JSON text as it was received. It is written unchanged, so that `1.50` stays `1.50`."""


@dataclass(frozen=True, slots=True)
class ExportRow:
    """One row.

    Attributes:
        cells: in the order of the columns.
        extras: values for json by name, which csv and xlsx leave out. One with a column's name (`skus`, the list)
            replaces that column's cell; any other (`crudo`) follows after the last column.
    """

    cells: Sequence[Cell]
    extras: Mapping[str, RawJson] = field(default_factory=dict)
