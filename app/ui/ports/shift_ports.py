"""What the end of a shift and its handover are handed."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from app.domain.days import Day
from app.domain.handover.document import Handover
from app.domain.handover.summary import MadeFile, OpenedFile, TakenOver
from app.domain.texts import Say
from app.domain.views.report import DayReport
from app.domain.views.shift import OpenCase
from app.ui.ports.day_ports import Load


class ShiftRows(Protocol):
    """Sums up a shift; for the query thread."""

    def report(self, day: Day, today: date) -> DayReport:
        """Return a day in figures."""

    def open_cases(self, day: Day, today: date) -> list[OpenCase]:
        """Return the failed deliveries of a day and of the carrier's days before that are still open."""


class Exchange(Protocol):
    """Makes files for other desks and opens theirs; in a worker. Every method raises AppError."""

    def has_phrase(self) -> bool:
        """Return whether a phrase is kept."""

    def make(self, day: Day, typed: str, *, remembers: bool) -> MadeFile:
        """Return the file for the next desk, signed with what is typed, else the kept phrase.

        Raises:
            HandoverPhraseError: none is kept, or it is too short.
        """

    def open(self, path: Path, typed: str, *, remembers: bool) -> OpenedFile:
        """Return what a file holds; nothing of it is saved yet.

        Raises:
            HandoverPhraseError: it was signed with another phrase, or none is known.
        """

    def take_over(self, handover: Handover) -> TakenOver:
        """Save what a file holds and is not known here."""


@dataclass(frozen=True)
class ShiftPorts:
    """What ends a shift, and takes one over."""

    exchange: Exchange
    new_load: Callable[[Day], Load]
    known_carriers: Callable[[], Collection[str]]
    """Those that this desk has loaded, and the one that is set."""
    write_file: Callable[[Path, Callable[[], bytes]], None]
    """Worker. Writes a whole file or nothing; raises OutputError."""
    say: Say
