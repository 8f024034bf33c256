"""What a table model tells the delegate about a cell, beside its text."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

from PySide6.QtCore import Qt


class CellRole(IntEnum):
    """Item data roles of every table's model. A role that is not answered (None) means: nothing special."""

    STATE = Qt.ItemDataRole.UserRole + 1
    """The value of a `State`, or a key of `Theme.tones`: paints the cell as a pill."""
    KIND = Qt.ItemDataRole.UserRole + 2
    """The column's `Kind`: alignment, figures, flags."""
    TONE = Qt.ItemDataRole.UserRole + 3
    """A `TextTone` or its value: colours the text."""
    FLASH = Qt.ItemDataRole.UserRole + 4
    """How much the cell shows that it changed just now: 1.0 at the moment, 0.0 (or None) once it has faded."""
    MARK = Qt.ItemDataRole.UserRole + 5
    """The value of a `Sign`: paints its icon beside the pill."""
    NEW = Qt.ItemDataRole.UserRole + 6
    """Whether the row holds news that nobody looked at: paints its texts bold."""
    DIMMED = Qt.ItemDataRole.UserRole + 7
    """Whether the row is left out of the figures of the day: paints it dim."""


class CellLook(NamedTuple):
    """What a cell shows: its text, and what the `CellRole`s of the same names say."""

    text: str | None = None
    state: str | None = None
    kind: str | None = None
    tone: str | None = None
    mark: str | None = None


class RowLook(NamedTuple):
    """What a row shows: what `CellRole.FLASH`, `NEW` and `DIMMED` say of each of its cells, and some of the cells."""

    flash: float | None
    is_new: bool
    cells: list[CellLook]
    is_dimmed: bool = False


class TextTone(StrEnum):
    """What the colour of a text means; the word itself must mean it too."""

    BAD = "bad"
    WARN = "warn"
    GOOD = "good"
    MISSED = "missed"
    ACCENT = "accent"
    DIM = "dim"
    FAINT = "faint"
