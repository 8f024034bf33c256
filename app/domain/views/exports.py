"""What an export of the window is told: which rows and columns of which table, and where they go."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Event

from app.domain.views.columns import Column
from app.domain.views.queries import RowQuery


class Format(StrEnum):
    """What a file can be."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @classmethod
    def of_ending(cls, path: Path | None) -> "Format":
        """Return the format that a file's ending names; csv where it names none."""
        ending = path.suffix.lower().removeprefix(".") if path else ""
        return cls(ending) if ending in set(cls) else cls.CSV


@dataclass(frozen=True)
class ExportOrder:
    """These columns of these rows, in this order, and the file.

    Args:
        query: what the rows were found by, when they were.
        columns: from left to right.
        ids: of the rows, from top to bottom.
        path: of the file.
        form: of the file.
        narrowed: what kept rows of the day from being among them, in the user's words: what it is, and its value.
        order: what the rows are ordered by, in the user's words.
        cancelled: once it is set, the export ends as soon as it can.
    """

    query: RowQuery
    columns: tuple[Column, ...]
    ids: Sequence[int]
    path: Path
    form: Format
    narrowed: tuple[tuple[str, str], ...] = ()
    order: str = ""
    cancelled: Event = field(default_factory=Event, compare=False)
