"""Item data roles by which a table's model describes cells to the delegate."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

from PySide6.QtCore import Qt


class CellRole(IntEnum):
    """Roles of every table's model; None means nothing special."""

    STATE = Qt.ItemDataRole.UserRole + 1
    """A value of `State`, or a key of `Theme.tones`: the cell is painted as a pill."""
    KIND = Qt.ItemDataRole.UserRole + 2
    """The column's `Kind`, for alignment, figures and flags."""
    TONE = Qt.ItemDataRole.UserRole + 3
    """A `TextTone` or its value, for the colour of the text."""
    FLASH = Qt.ItemDataRole.UserRole + 4
    """The strength of the flash of a change: 1.0 at first, 0.0 or None once it has faded."""
    MARK = Qt.ItemDataRole.UserRole + 5
    """A value of `Sign`, whose icon is painted beside the pill."""
    NEW = Qt.ItemDataRole.UserRole + 6
    """Whether the row is a failure of today that was not looked at; its texts are bold."""
    DIMMED = Qt.ItemDataRole.UserRole + 7
    """Whether the figures of the day leave the row out; it is dim."""


class CellLook(NamedTuple):
    """The look of a cell: its text, and the `CellRole`s of the same names."""

    text: str | None = None
    state: str | None = None
    kind: str | None = None
    tone: str | None = None
    mark: str | None = None


class RowLook(NamedTuple):
    """The look of a row: `CellRole.FLASH`, `NEW` and `DIMMED` of its cells, and the looks of some cells."""

    flash: float | None
    is_new: bool
    cells: list[CellLook]
    is_dimmed: bool = False


class TextTone(StrEnum):
    """The meaning of a text's colour; the words must say it too."""

    BAD = "bad"
    WARN = "warn"
    GOOD = "good"
    MISSED = "missed"
    ACCENT = "accent"
    DIM = "dim"
    FAINT = "faint"
