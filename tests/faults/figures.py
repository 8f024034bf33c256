"""Figures of the fault suite, each with its target."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

RESULTS = "FAULTS_RESULTS"
"""Environment variable with the folder for the figures of a full run; without it the run is short."""

TIMES = ("s", "/s")
"""Units of what depends on the machine and on what else it does; only a full run has targets for it."""

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
    "picture bombs",
    "privacy",
    "supervision",
    "backups",
    "the board deleted, damaged, old, cut",
    "junk with the right token",
    "another user of the machine",
    "a relay, receivers and desks away or killed",
    "the load process killed, suspended",
    "a window of any size",
)
"""The rows of the table, in its order."""

T = TypeVar("T")


class Length(Enum):
    """Length of a run: minutes, among all other tests, or as long as the targets require."""

    SHORT = "short"
    FULL = "full"

    def of(self, short: T, full: T) -> T:
        """Return the value for this length."""
        return short if self is Length.SHORT else full


@dataclass(frozen=True)
class Figure:
    """One count or measurement.

    Args:
        fault: one of `FAULTS`.
        what: what was counted, in a few words.
        reached: the figure.
        asked: its target.
        is_most: whether the target is a maximum, else a minimum.
        unit: such as `MB`, or one of `TIMES`; empty for a count.
    """

    fault: str
    what: str
    reached: float
    asked: float
    is_most: bool
    unit: str

    @property
    def is_reached(self) -> bool:
        """Whether the target is reached."""
        return self.reached <= self.asked if self.is_most else self.reached >= self.asked

    def __str__(self) -> str:
        """Return the figure as a line."""
        limit = "at most" if self.is_most else "at least"
        return f"{self.fault}: {self.what}: {self.reached:g} {self.unit} ({limit} {self.asked:g})"


class Figures:
    """Records the figures of one test module, and fails if a target is not reached.

    Args:
        fault: the module's fault; one of `FAULTS`.
        file: file for the figures of a full run; None: they are not saved, and no time is asserted.
    """

    def __init__(self, fault: str, file: Path | None) -> None:
        assert fault in FAULTS
        self._fault, self._file = fault, file

    def at_least(self, what: str, reached: float, asked: float, unit: str = "") -> None:
        """Record a figure with a minimum."""
        self._note(Figure(self._fault, what, reached, asked, is_most=False, unit=unit))

    def at_most(self, what: str, reached: float, asked: float, unit: str = "") -> None:
        """Record a figure with a maximum."""
        self._note(Figure(self._fault, what, reached, asked, is_most=True, unit=unit))

    def _note(self, figure: Figure) -> None:
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(figure)) + "\n")
        elif figure.unit in TIMES:
            return
        assert figure.is_reached, str(figure)


def seconds_of(work: Callable[[], object]) -> float:
    """Do something, and return how many seconds that took."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


def results_folder() -> Path | None:
    """Return the folder for the figures of a full run; None in a short one."""
    named = os.environ.get(RESULTS)
    return Path(named) if named else None
