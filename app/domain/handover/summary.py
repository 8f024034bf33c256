"""What a desk found in the file of another one."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from app.domain.days import Day
from app.domain.handover.document import Handover
from app.domain.handover.saved_follow_up import Case
from app.domain.texts import Text


@dataclass(frozen=True)
class BothWrote:
    """A case that both desks wrote about, and the entry that decides; `desk` is empty if it was saved here."""

    case: Case
    at: datetime
    by: str
    desk: str


@dataclass(frozen=True)
class TakenOver:
    """What merging a file did; cases are counted, not their entries.

    Args:
        new: cases with an entry that was not known here.
        known: cases whose entries were all known here already.
        both: those of the new ones that this desk had written about, beside what the file holds.
        unloaded: how many cases are about shipments that are not on the board, by their day, the latest first.
        unknown_visits: how many are about visits whose notification did not come here.
        of_future: how many entries are later than the clock of this desk.
        ahead: by how much the latest of them is.
        unknown: fields and codes that this version does not know; they are kept.
    """

    new: int = 0
    known: int = 0
    both: tuple[BothWrote, ...] = ()
    unloaded: tuple[tuple[Day, int], ...] = ()
    unknown_visits: int = 0
    of_future: int = 0
    ahead: timedelta = field(default=timedelta())
    unknown: tuple[str, ...] = ()

    def plus(self, other: Self) -> Self:
        """Return what merging other cases of the file did, too."""
        unloaded = Counter(dict(self.unloaded))
        unloaded.update(dict(other.unloaded))
        return type(self)(
            self.new + other.new,
            self.known + other.known,
            self.both + other.both,
            tuple(sorted(unloaded.items(), key=lambda one: (one[0].date, one[0].carrier), reverse=True)),
            self.unknown_visits + other.unknown_visits,
            self.of_future + other.of_future,
            max(self.ahead, other.ahead),
            tuple(sorted({*self.unknown, *other.unknown})),
        )


@dataclass(frozen=True)
class MadeFile:
    """A file for the next desk, and how many cases it is about."""

    content: bytes
    cases: int


@dataclass(frozen=True)
class OpenedFile:
    """A file of another desk whose signature is right, and what speaks against taking it over."""

    handover: Handover
    doubts: tuple[Text, ...]
