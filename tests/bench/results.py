"""Writes the benchmark's figures as a table, a document and JSON."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from pathlib import Path

from tests.bench.row import Compared, Figures, Row, Target, medians_of
from tests.machine import where_it_ran

_VERSIONS = ("PySide6_Essentials", "aiohttp", "httpx", "orjson", "pydantic", "xlsxwriter")
_PLATFORMS = {"": "", "offscreen": " (offscreen)", "xcb": " (X11)"}


@dataclass(frozen=True)
class Measured:
    """What was measured of one row.

    Args:
        key: the row's module.
        screen: Qt's platform; empty for what has no window.
        rounds: the figures of each round, by function; none where one of them failed.
        failed: the function that did.
        run: on what it ran, as `about` says it.
    """

    key: str
    row: Row
    screen: str
    rounds: Mapping[str, Sequence[Figures]]
    failed: str = ""
    run: tuple[str, ...] = ()

    @property
    def is_reached(self) -> bool:
        """Whether every target is reached."""
        return not self.failed and all(target.is_reached(self.of(target)) for target in self.row.targets)

    def has(self, target: Target) -> bool:
        """Whether the target's figure was measured, and what it is held against."""
        asked = [(self.row.contender, target.figure)]
        if target.compared:
            asked.append((target.yardstick, target.base or target.figure))
        return all(figure in figures for name, figure in asked for figures in self.rounds.get(name, [{}]))

    def of(self, target: Target) -> float:
        """Return what is held against the target."""
        return target.reached(medians_of(self.rounds), self.row.contender)

    def spread(self, function: str, figure: str, scale: float) -> str:
        """Say the median of a figure and, in brackets, between what the rounds lay."""
        values = [one[figure] * scale for one in self.rounds[function]]
        return (
            f"{_short(medians_of(self.rounds)[function][figure] * scale)} ({_short(min(values))}–{_short(max(values))})"
        )


def lines_of(one: Measured) -> Iterator[str]:
    """Yield the row's lines of the table: what, the contender, the yardstick, what came of it, what was asked."""
    what = f"{one.row.what}{_PLATFORMS[one.screen]}"
    if one.failed:
        yield f"| {what} | not measured: `{one.failed}` failed | | | | | **SHORT** |"
        return
    for place, target in enumerate(one.row.targets):
        unit, scale = target.scale.value
        own = f"{one.spread(one.row.contender, target.figure, scale)} {unit}".rstrip()
        base = ""
        if target.compared:
            base = f"{one.spread(target.yardstick, target.base or target.figure, scale)} {unit}".rstrip()
        value = one.of(target)
        verdict = "reached" if target.is_reached(value) else "**SHORT**"
        name = "" if place else what
        asked = f"{'≤' if target.is_most else '≥'} {_with_unit(target, target.asked)}"
        if isinf(target.asked):
            asked = verdict = ""
        yield f"| {name} | {target.what} | {own} | {base} | {_with_unit(target, value)} | {asked} | {verdict} |"


def document(done: Sequence[Measured]) -> str:
    """Return RESULTS.md: on what it ran, the table, and what was tried for each row.

    A row that was measured apart from most of them says when and at which commit.
    """
    most = Counter(one.run for one in done).most_common(1)[0][0]
    lines = [
        "# How fast it is, beside what it is held against",
        "",
        *most,
        "",
        "| what | of it | median (least–most) | yardstick | is | asked | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    lines += [line for one in done for line in lines_of(one)]
    for row, one in {one.row: one for one in done}.items():
        rounds = len(one.rounds.get(row.contender, ()))
        against = f" Held against {row.against}." if row.against else ""
        lines += ["", f"## {row.what}", "", f"Rounds: {rounds}.{against}"]
        lines += ["", "Measured again alone:", *one.run] if one.run != most else []
        lines += ["", row.tried.strip()]
    return "\n".join([*lines, ""])


def write_json(file: Path, done: Sequence[Measured]) -> None:
    """Write every figure of every round: seconds, bytes or counts."""
    rows = [
        {"row": one.key, "screen": one.screen, "run": one.run, "failed": one.failed, "rounds": one.rounds}
        for one in done
    ]
    file.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")


def read_json(file: Path, row_of: Callable[[str], Row]) -> list[Measured]:
    """Return what was written, but for rows that ask for more now; `row_of` tells the row of a key."""
    found = [
        Measured(one["row"], row_of(one["row"]), one["screen"], one["rounds"], one["failed"], tuple(one["run"]))
        for one in json.loads(file.read_text(encoding="utf-8"))["rows"]
    ]
    return [one for one in found if one.failed or all(one.has(target) for target in one.row.targets)]


def put_in(done: list[Measured], one: Measured) -> None:
    """Put a measurement in the place of an older one of its row and screen, else behind all."""
    place = next((nth for nth, old in enumerate(done) if (old.key, old.screen) == (one.key, one.screen)), len(done))
    done[place : place + 1] = [one]


def about(seconds: float) -> list[str]:
    """Return lines that say on what the benchmark ran, and how long."""
    return where_it_ran("python3 packaging/dev.py bench", seconds, _VERSIONS)


def _with_unit(target: Target, value: float) -> str:
    if target.compared is Compared.TIMES:
        return f"{_short(value)} ×"
    if target.compared is Compared.FASTER:
        return f"{_short(value)} × as fast"
    return f"{_short(value)} {target.scale.value[0]}".rstrip()


def _short(value: float) -> str:
    """Say a figure in three digits or so."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.3g}"
