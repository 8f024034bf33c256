"""A column of a table: what the window, the exports and the column chooser read."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.texts import Text

Cell = str | int | float | None
"""A cell's value in the store; a flag is 0 or 1."""


class Kind(StrEnum):
    """Type of a column's cells: it decides how they are shown, sorted and aligned."""

    TEXT = "text"
    ID = "id"  # text, even if all digits: leading zeros stay
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"  # a day, `YYYY-MM-DD`
    MOMENT = "moment"  # a time without zone, as the carrier's service wrote it
    SENT = "sent"  # a time without zone, as the sender of notifications wrote it
    INSTANT = "instant"  # a time, UTC, `YYYY-MM-DDTHH:MM:SS.ffffffZ`
    SECONDS = "seconds"  # a duration
    METRES = "metres"
    SHARE = "share"  # per cent, beside a bar
    FLAG = "flag"
    STATUS = "status"
    DOCUMENT_TYPE = "document_type"  # a code of the contract: `NI`, `CC`, `CE`
    CODED_STATUS = "coded_status"  # a status that only the details show in colour
    OUTCOME = "outcome"  # the value of an `Outcome`
    REASON = "reason"  # the value of a `QuarantineReason`
    CAUSE = "cause"  # the value of a `GapCause`
    SOURCE = "source"  # the value of a `Source`
    WHAT = "what"  # the value of a `What`
    FAILURE = "failure"  # the key of a `FailureReason`, or of a reason of the site
    NEXT_STEP = "next_step"  # the value of a `NextStep`
    SIGNS = "signs"  # values of `Sign`, separated by blanks
    DAY_OUTCOME = "day_outcome"  # the value of a `DayOutcome`

    @property
    def is_number(self) -> bool:
        """Whether cells are right-aligned and sorted by value."""
        return self in (Kind.NUMBER, Kind.MONEY, Kind.SECONDS, Kind.METRES, Kind.SHARE)

    @property
    def unit(self) -> str:
        """Unit or time zone of cells that are shown without it; empty if none is needed."""
        return {Kind.SECONDS: "s", Kind.METRES: "m", Kind.SHARE: "%", Kind.INSTANT: "UTC"}.get(self, "")


@dataclass(frozen=True)
class Column:
    """One column: `key` in the store and in code, `api` on the wire and in exports, `title` for people.

    `width` is the initial width in characters; a column with a `stretch` is at least as wide, and takes that share of
    what the table has left. `searched` marks columns that the search covers. `is_exported` is False
    for columns that only the window, and an export of its rows, has. `is_private` marks the address of an identity
    photo: it is in the exports with fixed columns, and offered nowhere else. `is_exact` marks a time that is part of a
    key: it is text in a workbook, as Excel shows no more than milliseconds. `followed_by` is the key of the column that
    belongs behind this one: the complement of an address.
    """

    key: str
    api: str
    title: Text
    kind: Kind = Kind.TEXT
    width: int = 14
    searched: bool = False
    is_exported: bool = True
    is_private: bool = False
    is_exact: bool = False
    followed_by: str = ""
    stretch: float = 0

    def with_unit(self, title: str) -> str:
        """Return a title with the unit of the cells, for cells without units."""
        return f"{title} ({self.kind.unit})" if self.kind.unit else title
