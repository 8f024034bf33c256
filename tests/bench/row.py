"""A row of the benchmark: a contender, a yardstick, and their comparison."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

Figures = dict[str, float]
"""What one measurement found: seconds, bytes or counts by name."""


class Scale(Enum):
    """In what a figure is shown: the unit's name, and how many of them one second, byte or count is."""

    MILLISECONDS = ("ms", 1000.0)
    SECONDS = ("s", 1.0)
    MEGABYTES = ("MB", 1e-6)
    COUNT = ("", 1.0)


class Compared(Enum):
    """How a figure is held against the yardstick's of the same name."""

    TIMES = "times the yardstick"
    FASTER = "times as fast"
    ABOVE = "above the yardstick"


@dataclass(frozen=True)
class Target:
    """One thing that is to be reached.

    Args:
        figure: the contender's, by name.
        what: what it is, in a few words.
        asked: the most or the least that it may be; with a yardstick, that the comparison may be. Infinity: any.
        is_most: whether `asked` is the most, else the least.
        scale: of the figure and, without a comparison or with `Compared.ABOVE`, of `asked`.
        compared: how it is held against the yardstick; None where the figure stands alone.
        yardstick: the function of the row that has the yardstick's figure.
        base: the yardstick's figure; empty where it has the contender's name.
    """

    figure: str
    what: str
    asked: float
    is_most: bool = True
    scale: Scale = Scale.MILLISECONDS
    compared: Compared | None = None
    yardstick: str = "yardstick"
    base: str = ""

    def reached(self, medians: Mapping[str, Figures], contender: str) -> float:
        """Return what is held against `asked`; `medians` has the figures of each function."""
        own = medians[contender][self.figure]
        if self.compared is None:
            return own * self.scale.value[1]
        base = medians[self.yardstick][self.base or self.figure]
        if self.compared is Compared.ABOVE:
            return (own - base) * self.scale.value[1]
        return own / base if self.compared is Compared.TIMES else base / own

    def is_reached(self, value: float) -> bool:
        """Say whether it is what was asked for."""
        return value <= self.asked if self.is_most else value >= self.asked


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Args:
        what: what is measured.
        against: what it is held against, in a few words; empty where alone.
        targets: what is to be reached.
        tried: what was tried to reach it, what helped and what did not; Markdown.
        contender: the function of the module that measures the program.
        yardsticks: the functions that measure what it is held against.
        rounds: how often each function measures, in turn.
        on_a_screen: whether it is measured with Qt's offscreen platform and on an X11 screen, one after the other.
    """

    what: str
    against: str
    targets: Sequence[Target]
    tried: str
    contender: str = "contender"
    yardsticks: Sequence[str] = ("yardstick",)
    rounds: int = 5
    on_a_screen: bool = False


def medians_of(measured: Mapping[str, Sequence[Figures]]) -> dict[str, Figures]:
    """Return the median of each figure of each function."""
    return {
        name: {key: statistics.median(one[key] for one in rounds) for key in rounds[0]}
        for name, rounds in measured.items()
    }


def quantiles_of(seconds: Sequence[float], name: str) -> Figures:
    """Return `NAME_p50`, `NAME_p99` and `NAME_worst` of some durations."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {f"{name}_p50": cuts[49], f"{name}_p99": cuts[98], f"{name}_worst": max(seconds)}
