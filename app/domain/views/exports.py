"""Request for an export of the window's rows: table, rows, columns and file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Event

from app.domain.column import Column
from app.domain.views.queries import RowQuery


class Format(StrEnum):
    """Formats of an exported file."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @classmethod
    def of_ending(cls, path: Path | None) -> "Format":
        """Return the format that a file's ending names; csv if it names none."""
        ending = path.suffix.lower().removeprefix(".") if path else ""
        return cls(ending) if ending in set(cls) else cls.CSV


@dataclass(frozen=True)
class ExportOrder:
    """The rows and columns to export, and the file.

    Args:
        query: the query that found the rows.
        columns: the columns from left to right.
        ids: ids of the rows from top to bottom.
        path: path of the file.
        form: format of the file.
        narrowed: name and value of each filter of the rows, in the user's language.
        order: the order of the rows, in the user's language.
        cancelled: set to end the export early.
    """

    query: RowQuery
    columns: tuple[Column, ...]
    ids: Sequence[int]
    path: Path
    form: Format
    narrowed: tuple[tuple[str, str], ...] = ()
    order: str = ""
    cancelled: Event = field(default_factory=Event, compare=False)
