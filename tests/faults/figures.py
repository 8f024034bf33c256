"""What the fault suite measures: each figure beside the one that was asked for."""

import json
import os
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

RESULTS = "FAULTS_RESULTS"
"""The variable that names the folder for the figures of a full run; without it the suite is short."""

FAULTS = (
    "kill -9 at any moment under load",
    "power cut",
    "copies, late retries, any order",
    "closed, asleep, stopped, tunnel down",
    "a whole day of random outages",
    "store locked, disk full, file corrupt",
    "slow or silent connections",
    "burst",
    "large bodies and heads",
    "malformed and smuggled HTTP",
    "malformed JSON and hostile values",
    "tokens",
    "proxy or tunnel answers",
    "keyring",
    "several processes on the same data",
    "the carrier's failures",
    "clock jumps, zones, DST",
    "hostile text",
    "start and stop, hours of traffic",
    "privacy",
    "supervision",
    "backups",
    "the board deleted, damaged, old, cut",
)
"""The rows of the table, in its order."""

T = TypeVar("T")


class Length(Enum):
    """How long the suite takes: minutes among all other tests, or as long as its figures ask for."""

    SHORT = "short"
    FULL = "full"

    def of(self, short: T, full: T) -> T:
        """Return what belongs to this length."""
        return short if self is Length.SHORT else full


@dataclass(frozen=True)
class Figure:
    """One thing that was counted or measured.

    Args:
        fault: one of `FAULTS`.
        what: what was counted, in a few words.
        reached: the figure.
        asked: what it had to be.
        is_most: whether `asked` is the most that it may be, else the least.
        unit: such as `s` or `MB`; empty for a count.
    """

    fault: str
    what: str
    reached: float
    asked: float
    is_most: bool
    unit: str

    @property
    def is_reached(self) -> bool:
        """Whether it is what was asked for."""
        return self.reached <= self.asked if self.is_most else self.reached >= self.asked

    def __str__(self) -> str:
        """Say it in one line."""
        limit = "at most" if self.is_most else "at least"
        return f"{self.fault}: {self.what}: {self.reached:g} {self.unit} ({limit} {self.asked:g})"


class Figures:
    """Takes the figures of one module and fails where one falls short.

    Args:
        fault: what the module is about; one of `FAULTS`.
        file: of a full run, that keeps them; None: nobody does.
    """

    def __init__(self, fault: str, file: Path | None) -> None:
        assert fault in FAULTS
        self._fault, self._file = fault, file

    def at_least(self, what: str, reached: float, asked: float, unit: str = "") -> None:
        """Note a figure that must reach what is asked."""
        self._note(Figure(self._fault, what, reached, asked, is_most=False, unit=unit))

    def at_most(self, what: str, reached: float, asked: float, unit: str = "") -> None:
        """Note a figure that must not be above what is asked."""
        self._note(Figure(self._fault, what, reached, asked, is_most=True, unit=unit))

    def _note(self, figure: Figure) -> None:
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(figure)) + "\n")
        assert figure.is_reached, str(figure)


def results_folder() -> Path | None:
    """Return where a full run keeps its figures; None in a short one."""
    named = os.environ.get(RESULTS)
    return Path(named) if named else None
