"""Puts what the benchmark measured into a table, a document and JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.row import Compared, Figures, Row, Target, medians_of
from tests.machine import where_it_ran

_VERSIONS = ("PySide6_Essentials", "aiohttp", "httpx", "ijson", "orjson", "pydantic", "xlsxwriter")
_PLATFORMS = {"": "", "offscreen": " (offscreen)", "xcb": " (X11)"}


@dataclass(frozen=True)
class Measured:
    """What was measured of one row.

    Args:
        key: the row's module.
        screen: Qt's platform; empty for what has no window.
        rounds: the figures of each round, by function; none where one of them failed.
        failed: the function that did.
    """

    key: str
    row: Row
    screen: str
    rounds: Mapping[str, Sequence[Figures]]
    failed: str = ""

    @property
    def is_reached(self) -> bool:
        """Whether every target is reached."""
        return not self.failed and all(target.is_reached(self.of(target)) for target in self.row.targets)

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
        yield f"| {name} | {target.what} | {own} | {base} | {_with_unit(target, value)} | {asked} | {verdict} |"


def document(done: Sequence[Measured], about: Sequence[str]) -> str:
    """Return RESULTS.md: on what it ran, the table, and what was tried for each row."""
    lines = [
        "# How fast it is, beside what it is held against",
        "",
        *about,
        "",
        "| what | of it | median (least–most) | yardstick | is | asked | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    lines += [line for one in done for line in lines_of(one)]
    for row, rounds in {one.row: len(one.rounds.get(one.row.contender, ())) for one in done}.items():
        against = f" Held against {row.against}." if row.against else ""
        lines += ["", f"## {row.what}", "", f"Rounds: {rounds}.{against}", "", row.tried.strip()]
    return "\n".join([*lines, ""])


def write_json(file: Path, done: Sequence[Measured], about: Sequence[str]) -> None:
    """Write every figure of every round: seconds, bytes or counts."""
    rows = [{"row": one.key, "screen": one.screen, "rounds": one.rounds} for one in done]
    file.write_text(json.dumps({"about": " ".join(about), "rows": rows}, indent=1) + "\n", encoding="utf-8")


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
